// The topic `emergency-stop`: stops everything, and resumes.
import type { Proof } from '../../../contract/approval/proof.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { EmergencyStop } from '../../approvals/emergency-stop.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { EndEverything } from './end-everything.ts'

export type EmergencyStopServiceDeps = {
  readonly emergencyStop: EmergencyStop
  readonly end: EndEverything
  readonly stepUp: Pick<StepUp, 'state' | 'prove'>
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  /** Lets the programs of external servers begin again. */
  readonly servers: { follow(): void }
  readonly changed: () => void
}

export function emergencyStopService({
  emergencyStop,
  end,
  stepUp,
  record,
  servers,
  changed,
}: EmergencyStopServiceDeps): TopicHandlers<'emergency-stop'> {
  return {
    /** Holds when it is called, before it resolves. Asks for nothing and never fails. */
    async 'emergency-stop.stop'(_none, { surface }) {
      // From here on the gate refuses every call, and whatever runs has been told to end.
      emergencyStop.press(surface)
      const stopping = end.atOnce(surface)
      changed()
      const written = await end.each<Result<unknown, Failure>>('The journal broke', ok(null), () =>
        record({ kind: 'emergency-stop', change: 'stopped', surface }),
      )
      if (!written.ok) emergencyStop.faulty(`The journal has no row of it: ${written.error.text}`)
      const done = await end.all(surface, stopping)
      changed()
      return ok(done)
    },

    async 'emergency-stop.resume'({ proof, confirmed }, { surface }) {
      if (emergencyStop.state() === null)
        return err(failure('emergency-stop.not-stopped', 'Nothing is stopped.'))
      const proven = await proveTo(stepUp, proof, confirmed)
      if (!proven.ok) return proven
      const written = await record({
        kind: 'emergency-stop',
        change: 'resumed',
        surface,
        ...(proven.value === null ? {} : { stepUp: proven.value }),
      })
      if (!written.ok) return written
      const lifted = emergencyStop.lift()
      if (!lifted.ok) return lifted
      servers.follow()
      changed()
      return ok({})
    },
  }
}

/** A proof where one can be given; else a person's word, said twice. */
async function proveTo(
  stepUp: EmergencyStopServiceDeps['stepUp'],
  proof: Proof | undefined,
  confirmed: boolean,
): Promise<Result<'passphrase' | 'totp' | null, Failure>> {
  const { passphrase, totp } = stepUp.state()
  if (!passphrase && !totp)
    return confirmed
      ? ok(null)
      : err(
          failure(
            'emergency-stop.unconfirmed',
            'Letting calls run again must be confirmed.',
            'Confirm it a second time.',
          ),
        )
  if (proof === undefined)
    return err(
      failure(
        'approval.step-up',
        'Letting calls run again requires the Gatehouse passphrase or a one-time code.',
      ),
    )
  const proven = await stepUp.prove(proof)
  return proven.ok && proven.value !== 'system' ? ok(proven.value) : proven.ok ? ok(null) : proven
}
