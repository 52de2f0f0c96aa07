// One agent is one session for provenance and the flow of information, whatever entry point it
// comes through: its hook, the gateway over standard streams, the gateway over HTTP. The entry
// points are told apart by the process that opened them. Where that cannot be known, a connection is
// a session, and a hook applies to all connections of its client. Knows nothing of how processes
// are found.
import { SessionId } from '../../../../contract/ids.ts'
import { openChildAgents, type Process } from './child-agents.ts'
import { openUnknownProcesses, type AgentChannel } from './unknown-process.ts'

/** The processes above an entry point, the nearest first. Null: they cannot be known. */
export type Trace = readonly Process[] | null

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
  /** The last connection of a session was closed. */
  readonly over?: (session: SessionId) => void
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

export function openAgentSessions({
  sha256,
  now,
  alive,
  over: sessionOver,
}: AgentSessionsDeps): AgentSessions {
  const running = new Map<string, Running>()
  const eras = new Map<string, number>()
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

  const children = openChildAgents({ join, alive })
  const unknown = openUnknownProcesses({ sessionOf, now, idleMs: IDLE_MS })

  const ofProcess = (process: string): readonly Running[] =>
    [...running.values()].filter((one) => one.process === process)

  const openProcess = (client: string, agent: Process, trace: readonly Process[]): AgentChannel => {
    const process = keyOf(agent)
    const key = `${process} ${client}`
    const era = eras.get(key) ?? 0
    const created: Running = running.get(key) ?? {
      session: sessionOf('agent:', key, era),
      process,
      client,
      open: 0,
      hooked: ofProcess(process).some(({ hooked }) => hooked),
    }
    running.set(key, created)
    created.open++
    // One process under several names is one agent all the same.
    for (const other of ofProcess(process)) join(created.session, other.session)
    children.note(created.session, trace)
    let over = false
    return {
      session: () => created.session,
      close() {
        if (over) return
        over = true
        created.open--
        if (created.open > 0) return
        running.delete(key)
        children.gone(created.session)
        if (eras.size >= MOST) eras.delete(eras.keys().next().value ?? '')
        eras.set(key, era + 1)
        sessionOver?.(created.session)
      },
    }
  }

  const isAlive = ({ process, receivedAt }: Loose): boolean =>
    process === null ? now() - receivedAt <= IDLE_MS : alive(process)

  const hooksOf = (client: string): readonly SessionId[] =>
    [...loose.values()]
      .filter((one) => client === one.agent && isAlive(one))
      .map((one) => one.session)

  /** Entry points that may be the same agent as this one, of which nobody can say so. */
  const doubtful = (session: SessionId): readonly SessionId[] => {
    const client = unknown.clientOf(session)
    if (client !== null) return [...unknown.doubtful(session), ...hooksOf(client)]
    const hook = loose.get(session)
    if (hook !== undefined) {
      if (!isAlive(hook)) return []
      const unhooked = [...running.values()].filter(
        (one) => !one.hooked && one.client === hook.agent,
      )
      return [...unhooked.map((one) => one.session), ...unknown.inUse(hook.agent)]
    }
    const agent = [...running.values()].find((one) => one.session === session)
    if (agent === undefined || agent.hooked) return []
    return hooksOf(agent.client)
  }

  const forget = (): void => {
    if (loose.size < MOST) return
    const gone = [...loose.values()].find((one) => !isAlive(one)) ?? loose.values().next().value
    if (gone !== undefined) loose.delete(gone.session)
  }

  return {
    open(client, trace) {
      const agent = trace?.[0]
      if (trace !== null && agent !== undefined) return openProcess(client, agent, trace)
      const channel = unknown.open(client)
      return {
        session: channel.session,
        close() {
          channel.close()
          sessionOver?.(channel.session())
        },
      }
    },

    passing: unknown.passing,

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
      const same = unknown.inUse(agent)
      for (const one of same) join(self, one)
      if (same.length > 0) return same.length === 1 ? (same[0] ?? self) : self
      forget()
      if (trace !== null) children.note(self, trace)
      loose.set(self, { session: self, agent, process: trace?.[0] ?? null, receivedAt: now() })
      return self
    },

    ended(agent, own, trace) {
      const self = sessionOf('session of an agent:', agent, own)
      loose.delete(self)
      children.gone(self)
      const working = trace?.some((process) => ofProcess(keyOf(process)).length > 0) ?? false
      if (!working) unknown.ended(agent)
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
