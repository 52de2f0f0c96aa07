// Why a run cannot continue now, in words for a person.
import { failure, type Failure } from '../../contract/failure.ts'

export const unknownRun = failure(
  'run.unknown',
  'There is no run with this id.',
  'It may have been removed. Check the list of runs.',
)
export const busy = failure(
  'run.busy',
  'This run is still at work.',
  'Wait for it to end, or stop it first.',
)
export const stillHeld = failure(
  'run.held',
  'A call of this run still waits for your answer.',
  'Approve or deny it and press Resume, or stop the run first; then send the message.',
)
export const heldNow = failure(
  'run.held',
  'A call of this run or of one of its versions is still pending.',
  'Answer it or stop that run first; then remove it.',
)
export const noMessage = failure(
  'run.no-message',
  'There is no message of yours at that position of the run.',
  'Open the run again and choose one.',
)
export const isSubagent = failure(
  'run.subagent',
  'This run is a sub-agent of another run.',
  'Write to the run that started it, or remove that one.',
)
export const noSubagent = failure(
  'run.no-subagent',
  'This run is no sub-agent.',
  'Stop it, or revoke its leases in Policy.',
)
export const noCall = failure(
  'run.no-call',
  'This call does not run any more.',
  'Its card says how it ended.',
)
export const empty = failure(
  'run.empty',
  'The message is empty.',
  'Write what the agent should do.',
)
export const nothingToDo = failure(
  'run.nothing-to-resume',
  'This run has ended its turn; there is nothing to resume.',
  'Send a message to go on.',
)
export const closing = failure('agent.closed', 'Gatehouse is closing.', 'Start it again to go on.')

export const storeFault = (thrown: unknown, what: 'written' | 'removed', hint: string): Failure =>
  failure(
    'agent.store',
    `The run could not be ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    hint,
  )
