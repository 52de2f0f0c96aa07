// What agents call their sessions in their hooks, as far as no connection belongs to them.
import type { SessionId } from '../../../../contract/ids.ts'
import type { Process } from './child-agents.ts'

export type LooseHooks = {
  add(session: SessionId, agent: string, process: Process | null): void
  remove(session: SessionId): void
  /** Those of one agent that may still be at work. */
  of(agent: string): readonly SessionId[]
  /** Whose session this is. ended: its process is gone, or nothing came for too long. */
  find(session: SessionId): { readonly agent: string; readonly ended: boolean } | null
}

export type LooseHooksDeps = {
  readonly now: () => number
  readonly alive: (process: Process) => boolean
  /** A hook without a process belongs to a run that ended when nothing came for so long. */
  readonly idleMs: number
  readonly most: number
}

type Loose = {
  readonly session: SessionId
  readonly agent: string
  readonly process: Process | null
  readonly receivedAt: number
}

export function openLooseHooks({ now, alive, idleMs, most }: LooseHooksDeps): LooseHooks {
  const loose = new Map<SessionId, Loose>()
  const isAlive = ({ process, receivedAt }: Loose): boolean =>
    process === null ? now() - receivedAt <= idleMs : alive(process)

  const forgetOne = (): void => {
    if (loose.size < most) return
    const gone = [...loose.values()].find((one) => !isAlive(one)) ?? loose.values().next().value
    if (gone !== undefined) loose.delete(gone.session)
  }

  return {
    add(session, agent, process) {
      forgetOne()
      loose.set(session, { session, agent, process, receivedAt: now() })
    },
    remove: (session) => void loose.delete(session),
    of: (agent) =>
      [...loose.values()]
        .filter((one) => one.agent === agent && isAlive(one))
        .map(({ session }) => session),
    find(session) {
      const found = loose.get(session)
      return found === undefined ? null : { agent: found.agent, ended: !isAlive(found) }
    },
  }
}
