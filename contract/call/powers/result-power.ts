// The power over earlier results of a run.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { SourceLabel } from '../origin.ts'

export type ResultPage = {
  /** The tool that gave it. */
  readonly tool: string
  readonly label: SourceLabel
  readonly text: string
  readonly offset: number
  /** Characters of all that is kept. */
  readonly chars: number
  /** There was more, which is kept nowhere. */
  readonly cut: boolean
}

/**
 * Results of the run that the call belongs to, and of no other. Fails with `results.no-run`,
 * `results.unknown`, `results.offset`, `results.outside-permit`.
 */
export type ResultPower = {
  page(call: string, offset: number, most: number): Promise<Result<ResultPage, Failure>>
}
