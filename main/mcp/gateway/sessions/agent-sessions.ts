// One agent is one session for provenance and the flow of information, whatever entry point it
// comes through: its hook, the gateway over standard streams, the gateway over HTTP. The entry
// points are told apart by the process that opened them. Where that cannot be known, a connection is
// a session, and a hook applies to all connections of its client. Knows nothing of how processes
// are found.
import { SessionId } from '../../../../contract/ids.ts'
import { openChildAgents, type Process } from './child-agents.ts'
import { openJoinedSessions } from './joined-sessions.ts'
import { openLooseHooks } from './loose-hooks.ts'
import { openRunningAgents } from './running-agents.ts'
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
  const sessionOf = (...words: readonly (string | number)[]): SessionId =>
    SessionId.parse(`ses_${sha256(words.join(' ')).slice(0, 32)}`)
  const { join, of: joinedWith } = openJoinedSessions()
  const running = openRunningAgents(sessionOf)
  const hooks = openLooseHooks({ now, alive, idleMs: IDLE_MS, most: MOST })
  const children = openChildAgents({ join, alive })
  const unknown = openUnknownProcesses({ sessionOf, now, idleMs: IDLE_MS })

  const openProcess = (
    client: string,
    process: Process,
    trace: readonly Process[],
  ): AgentChannel => {
    const agent = running.enter(client, process)
    // One process under several names is one agent all the same.
    for (const other of running.ofProcess(process)) join(agent.session, other.session)
    children.note(agent.session, trace)
    let over = false
    return {
      session: () => agent.session,
      close() {
        if (over) return
        over = true
        if (!running.leave(agent)) return
        children.gone(agent.session)
        sessionOver?.(agent.session)
      },
    }
  }

  /** Entry points that may be the same agent as this one, of which nobody can say so. */
  const doubtful = (session: SessionId): readonly SessionId[] => {
    const client = unknown.clientOf(session)
    if (client !== null) return [...unknown.doubtful(session), ...hooks.of(client)]
    const hook = hooks.find(session)
    if (hook !== null) {
      if (hook.ended) return []
      const unhooked = running.all().filter((one) => !one.hooked && one.client === hook.agent)
      return [...unhooked.map((one) => one.session), ...unknown.inUse(hook.agent)]
    }
    const agent = running.all().find((one) => one.session === session)
    if (agent === undefined || agent.hooked) return []
    return hooks.of(agent.client)
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
      const nearest = trace?.map(running.ofProcess).find((all) => all.length > 0) ?? []
      const found = nearest.find(({ client }) => client === agent) ?? nearest[0]
      if (found !== undefined) {
        for (const one of nearest) one.hooked = true
        hooks.remove(self)
        // The agent may be called back to this session later, by another process, and has read then
        // what it read now.
        join(self, found.session)
        return found.session
      }
      const same = unknown.inUse(agent)
      for (const one of same) join(self, one)
      if (same.length > 0) return same.length === 1 ? (same[0] ?? self) : self
      if (trace !== null) children.note(self, trace)
      hooks.add(self, agent, trace?.[0] ?? null)
      return self
    },

    ended(agent, own, trace) {
      const self = sessionOf('session of an agent:', agent, own)
      hooks.remove(self)
      children.gone(self)
      const working = trace?.some((process) => running.ofProcess(process).length > 0) ?? false
      if (!working) unknown.ended(agent)
    },

    join,

    group(session) {
      const all = new Set([session])
      for (const one of all)
        for (const other of [...joinedWith(one), ...doubtful(one)]) all.add(other)
      return [...all]
    },
  }
}
