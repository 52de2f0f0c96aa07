// The emergency stop, as the parts of Gatehouse ask for it.
import { failure, type Failure } from '../../../contract/failure.ts'
import { openEmergencyStop, type EmergencyStopDeps } from '../../approvals/emergency-stop.ts'
import { memoize } from '../memoize.ts'

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
    /**
     * The end of the program, or of everything that runs in it. One for all calls, until a stop is
     * lifted: a call that is held has none of its own.
     */
    cutOff: memoize(
      (): [AbortSignal] => [emergencyStop.signal()],
      (stopped) => AbortSignal.any([ending, stopped]),
    ),
  }
}

const stoppedAll = failure(
  'emergency-stop.stopped',
  'Everything is stopped, so nothing starts.',
  'Resume first.',
)
