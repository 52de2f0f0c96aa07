// One agent is one session for provenance and the flow of information, whatever entry point it
// comes through: its hook, the gateway over standard streams, the gateway over HTTP. The entry
// points are told apart by the process that opened them. Where that cannot be known, all entry
// points of that client count as one: the strictest there is. Knows nothing of how processes are
// found.
import { SessionId } from '../../../contract/ids.ts'

/** A process that a number alone would not name for long. */
export type Process = { readonly pid: number; readonly started: string }

/** The processes above a door, the nearest first. Null: they cannot be known. */
export type Trace = readonly Process[] | null

/** A connection of the gateway. */
export type AgentChannel = {
  /**
   * As it is now: without a process it is that of the client, which changes once all its
   * connections are closed.
   */
  session(): SessionId
  close(): void
}

export type AgentSessions = {
  /** @param trace without shells and programs of ours: the first one is the agent. */
  open(client: string, trace: Trace): AgentChannel
  /** A request that belongs to no connection. */
  passing(client: string): SessionId
  /** @param own the agent's own name of its session. */
  hook(agent: string, own: string, trace: Trace): SessionId
  /**
   * The agent says that this session of its own is over. A process that still has a connection is
   * the same agent all the same.
   */
  ended(agent: string, own: string, trace: Trace): void
  /** What one session was told, another one has got as well. */
  join(one: SessionId, other: SessionId): void
  /** All that may be the same agent, itself first. */
  group(session: SessionId): readonly SessionId[]
}

export type AgentSessionsDeps = {
  readonly sha256: (text: string) => string
  readonly now: () => number
  readonly alive: (process: Process) => boolean
}

/**
 * An agent at work, by its process and the name it gives itself there. A new one begins once all
 * its connections are closed.
 */
type Running = {
  readonly session: SessionId
  readonly process: string
  readonly client: string
  open: number
  hooked: boolean
}
/** A client whose process is not known. */
type Known = { session: SessionId; era: number; open: number; closed: boolean; usedAt: number }
/** What an agent calls its session, as far as no connection belongs to it. */
type Loose = {
  readonly session: SessionId
  readonly agent: string
  readonly process: Process | null
  receivedAt: number
}

/**
 * A request without a connection, or a hook without a process, belongs to a run that ended when
 * nothing came for so long.
 */
const IDLE_MS = 60 * 60_000
const MOST = 2_000

export function openAgentSessions({ sha256, now, alive }: AgentSessionsDeps): AgentSessions {
  const running = new Map<string, Running>()
  const eras = new Map<string, number>()
  const known = new Map<string, Known>()
  const loose = new Map<SessionId, Loose>()
  const joined = new Map<SessionId, Set<SessionId>>()
  const sessionOf = (...words: readonly (string | number)[]): SessionId =>
    SessionId.parse(`ses_${sha256(words.join(' ')).slice(0, 32)}`)
  const keyOf = ({ pid, started }: Process): string => `${pid} ${started}`

  const join = (one: SessionId, other: SessionId): void => {
    if (one === other) return
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const all = joined.get(from) ?? new Set()
      joined.set(from, all.add(to))
    }
  }

  const identity = (client: string): Known => {
    const found = known.get(client)
    if (
      found !== undefined &&
      found.open === 0 &&
      (found.closed || now() - found.usedAt > IDLE_MS)
    ) {
      found.era++
      found.session = sessionOf('client of the gateway:', client, found.era)
      found.closed = false
    }
    const created = found ?? {
      session: sessionOf('client of the gateway:', client, 0),
      era: 0,
      open: 0,
      closed: false,
      usedAt: 0,
    }
    known.set(client, created)
    created.usedAt = now()
    return created
  }

  const ofProcess = (process: string): readonly Running[] =>
    [...running.values()].filter((one) => one.process === process)

  const openProcess = (client: string, agent: Process): AgentChannel => {
    const process = keyOf(agent)
    const key = `${process} ${client}`
    const era = eras.get(key) ?? 0
    const created: Running = running.get(key) ?? {
      ...{ session: sessionOf('agent:', key, era), process, client, open: 0 },
      hooked: ofProcess(process).some(({ hooked }) => hooked),
    }
    running.set(key, created)
    created.open++
    // One process under several names is one agent all the same.
    for (const other of ofProcess(process)) join(created.session, other.session)
    let over = false
    return {
      session: () => created.session,
      close() {
        if (over) return
        over = true
        created.open--
        if (created.open > 0) return
        running.delete(key)
        if (eras.size >= MOST) eras.delete(eras.keys().next().value ?? '')
        eras.set(key, era + 1)
      },
    }
  }

  const isAlive = ({ process, receivedAt }: Loose): boolean =>
    process === null ? now() - receivedAt <= IDLE_MS : alive(process)

  /** Doors that may be the same agent as this one, of which nobody can say so. */
  const doubtful = (session: SessionId): readonly SessionId[] => {
    const hook = loose.get(session)
    if (hook !== undefined) {
      if (!isAlive(hook)) return []
      return [...running.values()]
        .filter(({ hooked, client }) => !hooked && client === hook.agent)
        .map((one) => one.session)
    }
    const agent = [...running.values()].find((one) => one.session === session)
    if (agent === undefined || agent.hooked) return []
    return [...loose.values()]
      .filter((one) => agent.client === one.agent && isAlive(one))
      .map((one) => one.session)
  }

  const forget = (): void => {
    if (loose.size < MOST) return
    const gone = [...loose.values()].find((one) => !isAlive(one)) ?? loose.values().next().value
    if (gone !== undefined) loose.delete(gone.session)
  }

  return {
    open(client, trace) {
      const agent = trace?.[0]
      if (agent !== undefined) return openProcess(client, agent)
      const here = identity(client)
      here.open++
      let over = false
      return {
        session: () => identity(client).session,
        close() {
          if (over) return
          over = true
          here.open--
          here.closed = here.open === 0
        },
      }
    },

    passing: (client) => identity(client).session,

    hook(agent, own, trace) {
      const self = sessionOf('session of an agent:', agent, own)
      const nearest =
        trace?.map((process) => ofProcess(keyOf(process))).find((all) => all.length > 0) ?? []
      const found = nearest.find(({ client }) => client === agent) ?? nearest[0]
      if (found !== undefined) {
        for (const one of nearest) one.hooked = true
        loose.delete(self)
        // The agent may be called back to this session later, by another process, and has read then
        // what it read now.
        join(self, found.session)
        return found.session
      }
      const same = known.get(agent)
      if (
        same !== undefined &&
        (same.open > 0 || (!same.closed && now() - same.usedAt <= IDLE_MS))
      ) {
        join(self, same.session)
        return same.session
      }
      forget()
      loose.set(self, { session: self, agent, process: trace?.[0] ?? null, receivedAt: now() })
      return self
    },

    ended(agent, own, trace) {
      loose.delete(sessionOf('session of an agent:', agent, own))
      const working = trace?.some((process) => ofProcess(keyOf(process)).length > 0) ?? false
      const same = known.get(agent)
      if (!working && same?.open === 0) same.closed = true
    },

    join,

    group(session) {
      const all = new Set([session])
      for (const one of all)
        for (const other of [...(joined.get(one) ?? []), ...doubtful(one)]) all.add(other)
      return [...all]
    },
  }
}
