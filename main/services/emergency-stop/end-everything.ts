// What the emergency stop ends besides the calls that the gate refuses from then on: lasting
// answers, what is held, runs, servers.
import type { StopDone } from '../../../contract/approval/emergency-stop.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { EmergencyStop } from '../../approvals/emergency-stop.ts'

export type EndEverythingDeps = {
  readonly emergencyStop: EmergencyStop
  /** Takes every lasting yes back. Gives how many there were. */
  readonly revokeAll: () => Promise<number>
  /**
   * Denies what is held, as stopped. Gives how many there were; a failure when not all could be.
   */
  readonly denyAll: (surface: Surface) => Promise<Result<number, Failure>>
  readonly runs: {
    list(before: number | undefined, limit: number): readonly Run[]
    stop(id: RunId): Promise<unknown>
  }
  /** Ends the programs of external servers. */
  readonly servers: { halt(): Promise<void> }
  readonly report: (fault: unknown) => void
}

export type EndEverything = {
  /** Never rejects: what could not be ended is said in the state of the stop. */
  all(surface: Surface): Promise<StopDone>
  /** One part that breaks keeps no other from being stopped. */
  each<T>(what: string, none: T, act: () => Promise<T>): Promise<T>
  /** Once at a start: what a press before it did not come to, because Gatehouse ended. */
  recover(): Promise<void>
}

export function openEndEverything({
  emergencyStop,
  revokeAll,
  denyAll,
  runs,
  servers,
  report,
}: EndEverythingDeps): EndEverything {
  const each: EndEverything['each'] = async (what, none, act) => {
    try {
      return await act()
    } catch (thrown) {
      report(thrown)
      emergencyStop.faulty(
        `${what} (${thrown instanceof Error ? thrown.message : String(thrown)}).`,
      )
      return none
    }
  }
  const all = async (surface: Surface): Promise<StopDone> => {
    const alive = runs
      .list(undefined, 500)
      .filter(({ state }) => state === 'working' || state === 'waiting')
    const [leases, held] = await Promise.all([
      each('Not every lease could be revoked', 0, revokeAll),
      each('Not every held call could be denied', 0, async () => {
        const denied = await denyAll(surface)
        if (!denied.ok) throw new Error(denied.error.text)
        return denied.value
      }),
      ...alive.map(({ id }) =>
        each(`The run ${id} could not be ended`, null, async () => runs.stop(id)),
      ),
      each('Not every server could be ended', undefined, () => servers.halt()),
    ])
    return { leases: leases as number, held: held as number, runs: alive.length }
  }
  return {
    all,
    each,
    async recover() {
      const stopped = emergencyStop.state()
      if (stopped !== null) await all(stopped.surface)
    },
  }
}
