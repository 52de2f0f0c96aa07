// The emergency stop, as the parts of Gatehouse ask for it.
import { failure, type Failure } from '../../../contract/failure.ts'
import { openEmergencyStop, type EmergencyStopDeps } from '../../approvals/emergency-stop.ts'

/** @param ending aborted when the program ends */
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
  'Everything is stopped, so nothing starts.',
  'Resume first.',
)
