import { failure } from '../../contract/failure.ts'

export const noSubagents = failure(
  'agents.unavailable',
  'Sub-agents are not available in this run.',
  'Do the work yourself, in this run.',
)
