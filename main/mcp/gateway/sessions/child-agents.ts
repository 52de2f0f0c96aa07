// An agent that another agent started: what one of them reads, the other one can be told, by the
// command line that started it or by what it prints. So they have read the same.
import type { SessionId } from '../../../../contract/ids.ts'

/** A process that a number alone would not name for long. */
export type Process = { readonly pid: number; readonly started: string }

export type ChildAgents = {
  /** @param trace the process of the agent, then those above it. */
  note(session: SessionId, trace: readonly Process[]): void
  /** It is over: what begins later in the same process has not read what this one did. */
  gone(session: SessionId): void
}

export type ChildAgentsDeps = {
  readonly join: (one: SessionId, other: SessionId) => void
  readonly alive: (process: Process) => boolean
}

type Known = { readonly agent: Process; readonly above: readonly Process[] }

/** More than these do not work at the same time; the oldest are forgotten. */
const MOST = 2_000

export function openChildAgents({ join, alive }: ChildAgentsDeps): ChildAgents {
  const known = new Map<SessionId, Known>()
  const isSame = (one: Process, other: Process): boolean =>
    one.pid === other.pid && one.started === other.started
  const isBelow = (child: Known, parent: Known): boolean =>
    child.above.some((process) => isSame(process, parent.agent))

  return {
    note(session, [agent, ...above]) {
      if (agent === undefined) return
      const self: Known = { agent, above }
      for (const [other, found] of known)
        if (other !== session && (isBelow(self, found) || isBelow(found, self)))
          if (alive(found.agent)) join(session, other)
      known.delete(session)
      known.set(session, self)
      if (known.size > MOST) known.delete(known.keys().next().value ?? session)
    },
    gone: (session) => void known.delete(session),
  }
}
