// What the emergency stop ends besides the calls that the gate refuses from then on: lasting
// answers, what is held, runs, servers.
import type { StopDone } from '../../../contract/approval/emergency-stop.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { errorFrom, type Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { EmergencyStop } from '../../approvals/emergency-stop.ts'

export type EndEverythingDeps = {
  readonly emergencyStop: EmergencyStop
  /** Takes every lasting approval back. Gives how many there were. */
  readonly revokeAll: () => Promise<number>
  /** Decides that all that is held is denied, before it returns. Gives how many there are. */
  readonly decideAll: (surface: Surface) => number
  /**
   * Denies what is held, as stopped. Gives how many there were; a failure when not all could be.
   */
  readonly denyAll: (surface: Surface) => Promise<Result<number, Failure>>
  readonly runs: {
    unfinished(): readonly Run[]
    stop(id: RunId): Promise<unknown>
  }
  /** Ends the programs of external servers. */
  readonly servers: { halt(): Promise<void> }
  readonly report: (fault: unknown) => void
}

/** How many calls were held, and how many runs went on. */
export type Stopping = { readonly held: number; readonly runs: Promise<number> }

export type EndEverything = {
  /**
   * Decides what is held and tells every run to end, before it returns: none of them goes on to its
   * next step, whatever its calls come back with. `runs` resolves once they rest.
   */
  atOnce(surface: Surface): Stopping
  /**
   * Never rejects: what could not be ended is said in the state of the stop. `stopping`: what was
   * told to end already.
   */
  all(surface: Surface, stopping?: Stopping): Promise<StopDone>
  /** One part that breaks keeps no other from being stopped. */
  each<T>(what: string, none: T, act: () => Promise<T>): Promise<T>
  /** Once at a start: what a press before it did not come to, because Gatehouse ended. */
  recover(): Promise<void>
}

export function openEndEverything({
  emergencyStop,
  revokeAll,
  decideAll,
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
  const endRuns = async (): Promise<number> => {
    const alive = runs.unfinished()
    await Promise.all(
      alive.map(({ id }) =>
        each(`The run ${id} could not be ended`, null, async () => runs.stop(id)),
      ),
    )
    return alive.length
  }
  const atOnce: EndEverything['atOnce'] = (surface) => {
    const held = decideAll(surface)
    return { held, runs: endRuns() }
  }
  const all: EndEverything['all'] = async (surface, stopping = atOnce(surface)) => {
    const [leases, held, ended] = await Promise.all([
      each('Not every lease could be revoked', 0, revokeAll),
      each('Not every held call could be denied', 0, async () => {
        const denied = await denyAll(surface)
        if (!denied.ok) throw errorFrom(denied.error)
        return denied.value
      }),
      each('Not every run could be ended', 0, () => stopping.runs),
      each('Not every server could be ended', undefined, () => servers.halt()),
    ])
    // A run that ends takes the call that it waits for with it.
    return { leases, held: Math.max(held, stopping.held), runs: ended }
  }
  return {
    atOnce,
    all,
    each,
    async recover() {
      const stopped = emergencyStop.state()
      if (stopped !== null) await all(stopped.surface)
    },
  }
}
