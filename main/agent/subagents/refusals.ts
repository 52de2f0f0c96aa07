// Why something cannot be done with a sub-agent, in words for a model or a person.
import { failure, type Failure } from '../../../contract/failure.ts'

export const noRun = failure(
  'agents.no-run',
  'Sub-agents belong to a run of Gatehouse’s own agent, and this call comes from none.',
  'Start a run in Gatehouse, and ask its agent.',
)
export const outsidePermit = failure(
  'agents.outside-permit',
  'This call was not permitted to do that with sub-agents.',
)
export const unknownAgent = (id: string): Failure =>
  failure(
    'agents.unknown',
    `This run has started no sub-agent ${id}.`,
    'List them for their ids: {"action": "list"}.',
  )
export const tooMany = (most: number): Failure =>
  failure(
    'agents.full',
    most === 0
      ? 'You set that no sub-agents may be started.'
      : `${most} sub-agents of this run have not ended, and more are not allowed.`,
    most === 0
      ? 'Do the work yourself.'
      : 'Wait for one to end, or cancel one; then start the next.',
  )
