// The layers that the last one gets.
import type { Execution } from './execution.ts'
import type { Calls } from './pipeline.ts'
import type { PolicyLayer } from './policy.ts'
import type { Storage } from './storage.ts'

export type Layers = {
  readonly storage: Storage
  readonly policy: PolicyLayer
  readonly execution: Execution
  readonly calls: Calls
}
