// What the layer of calls gets: the layers that were opened before it.
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Execution } from '../execution.ts'
import type { PolicyLayer } from '../policy.ts'
import type { Storage } from '../storage.ts'

export type LayersBefore = {
  readonly options: AppOptions
  readonly storage: Storage
  readonly policy: PolicyLayer
  readonly execution: Execution
  readonly clock: Clock
  readonly events: Events
}
