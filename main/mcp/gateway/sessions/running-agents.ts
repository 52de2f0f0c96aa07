// Agents at work that have a connection, by their process and the name they give themselves there. A
// new session begins once all its connections are closed.
import type { SessionId } from '../../../../contract/ids.ts'
import type { Process } from './child-agents.ts'

export type RunningAgent = {
  readonly session: SessionId
  readonly process: string
  readonly client: string
  /** How many sessions of this process and name ended before this one. */
  readonly before: number
  open: number
  hooked: boolean
}

export type RunningAgents = {
  /** One more connection. */
  enter(client: string, process: Process): RunningAgent
  /** One fewer. True: it was the last one. */
  leave(agent: RunningAgent): boolean
  /** All names that this process gives itself. */
  ofProcess(process: Process): readonly RunningAgent[]
  all(): readonly RunningAgent[]
}

const MOST_ENDED = 2_000

export function openRunningAgents(
  sessionOf: (...words: readonly (string | number)[]) => SessionId,
): RunningAgents {
  const running = new Map<string, RunningAgent>()
  /** How many sessions of a process and name have ended. */
  const ended = new Map<string, number>()
  const nameOf = ({ pid, started }: Process): string => `${pid} ${started}`
  const keyOf = (process: string, client: string): string => `${process} ${client}`
  const named = (process: string): readonly RunningAgent[] =>
    [...running.values()].filter((one) => one.process === process)

  return {
    enter(client, by) {
      const process = nameOf(by)
      const key = keyOf(process, client)
      const before = ended.get(key) ?? 0
      const agent: RunningAgent = running.get(key) ?? {
        session: sessionOf('agent:', key, before),
        process,
        client,
        before,
        open: 0,
        hooked: named(process).some(({ hooked }) => hooked),
      }
      running.set(key, agent)
      agent.open++
      return agent
    },
    leave(agent) {
      agent.open--
      if (agent.open > 0) return false
      const key = keyOf(agent.process, agent.client)
      running.delete(key)
      if (ended.size >= MOST_ENDED) ended.delete(ended.keys().next().value ?? '')
      ended.set(key, agent.before + 1)
      return true
    },
    ofProcess: (process) => named(nameOf(process)),
    all: () => [...running.values()],
  }
}
