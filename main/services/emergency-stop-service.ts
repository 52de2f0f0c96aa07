// The panic button: what a press ends besides the calls that the gate refuses from then on, and
// what it takes to go on.
import type { Proof } from '../../contract/approval/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { StopDone } from '../../contract/approval/emergency-stop.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { Run } from '../../contract/agent/run.ts'
import { openEmergencyStop } from '../approvals/emergency-stop.ts'
import type { EmergencyStop, EmergencyStopDeps } from '../approvals/emergency-stop.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { PanicService } from '../ipc/handlers/emergency-stop.ts'

export type EmergencyStopServiceDeps = {
  readonly emergencyStop: EmergencyStop
  readonly presence: Pick<StepUp, 'state' | 'prove'>
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
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
  /** Ends the programs of external servers, or lets them begin again. */
  readonly servers: { halt(): Promise<void>; follow(): void }
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type Panic = PanicService & {
  /** Once at a start: what a press before it did not come to, because Gatehouse ended. */
  recover(): Promise<void>
}

export function createEmergencyStopService({
  emergencyStop,
  presence,
  record,
  revokeAll,
  denyAll,
  runs,
  servers,
  changed,
  report,
}: EmergencyStopServiceDeps): Panic {
  /** One part that breaks keeps no other from being stopped. */
  const each = async <T>(what: string, none: T, act: () => Promise<T>): Promise<T> => {
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
  const endAll = async (surface: Surface): Promise<StopDone> => {
    const alive = runs
      .list(undefined, 500)
      .filter(({ state }) => state === 'working' || state === 'waiting')
    const [leases, held] = await Promise.all([
      each('Not every lease could be taken back', 0, revokeAll),
      each('Not everything that was held could be denied', 0, async () => {
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
    async press(surface) {
      // From here on the gate refuses every call, and whatever runs has been told to end.
      emergencyStop.press(surface)
      changed()
      const written = await each('The journal broke', ok(null), async () =>
        record({ kind: 'emergency-stop', change: 'stopped', surface }),
      )
      if (!written.ok) emergencyStop.faulty(`The journal has no row of it: ${written.error.text}`)
      const done = await endAll(surface)
      changed()
      return done
    },

    async lift({ proof, confirmed }, surface) {
      if (emergencyStop.state() === null)
        return err(failure('emergency-stop.not-stopped', 'Nothing is stopped.'))
      const proven = await proveTo(presence, proof, confirmed)
      if (!proven.ok) return proven
      const stepUp = proven.value
      const written = await record({
        kind: 'emergency-stop',
        change: 'resumed',
        surface,
        ...(stepUp === null ? {} : { stepUp }),
      })
      if (!written.ok) return written
      const lifted = emergencyStop.lift()
      if (!lifted.ok) return lifted
      servers.follow()
      changed()
      return ok(null)
    },

    async recover() {
      const stopped = emergencyStop.state()
      if (stopped !== null) await endAll(stopped.surface)
    },
  }
}

/** A proof where one can be given; else a person's word, said twice. */
async function proveTo(
  presence: EmergencyStopServiceDeps['presence'],
  proof: Proof | undefined,
  confirmed: boolean,
): Promise<Result<'passphrase' | 'totp' | null, Failure>> {
  const { passphrase, totp } = presence.state()
  if (!passphrase && !totp)
    return confirmed
      ? ok(null)
      : err(
          failure(
            'emergency-stop.unconfirmed',
            'Letting calls run again has to be confirmed.',
            'Say it a second time.',
          ),
        )
  if (proof === undefined)
    return err(
      failure(
        'approval.step-up',
        'Letting calls run again needs the Gatehouse passphrase or a one-time code.',
      ),
    )
  const proven = await presence.prove(proof)
  return proven.ok ? ok(proof.kind) : proven
}

/** The fact, as the parts of Gatehouse ask for it. */
export function openStop(
  table: EmergencyStopDeps['table'],
  now: () => number,
  ending: AbortSignal,
) {
  const emergencyStop = openEmergencyStop({ table, now })
  const frozen = (): boolean => emergencyStop.state() !== null
  return {
    emergencyStop,
    frozen,
    /** Why nothing may begin, though no call asks for it: an agent would speak with its model. */
    barred: (): Failure | null => (frozen() ? stoppedAll : null),
    /** The end of the program, or of everything that runs in it. */
    cutOff: (): AbortSignal => AbortSignal.any([ending, emergencyStop.signal()]),
  }
}

const stoppedAll = failure(
  'emergency-stop.stopped',
  'A person stopped everything, so nothing begins.',
  'Let calls run again first.',
)
