// An approval in the place of an earlier one.
import type { JsonObject } from '../json.ts'
import type { Approval } from './approval.ts'

export type Replacement = {
  readonly approval: Approval
  readonly request: JsonObject
  /** Called when it has taken its place. */
  readonly moved: () => void
}
