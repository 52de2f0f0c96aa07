// What the topic `servers` takes from the modules behind it.
import type { StepUp } from '../../approvals/step-up.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { WiredServers } from '../../wiring/execution/servers/servers.ts'
import type { Relaxation } from '../../policy/relaxation.ts'

export type ServersServiceDeps = {
  readonly servers: WiredServers
  readonly config: Pick<ConfigStore, 'current' | 'update'>
  readonly stepUp: StepUp
  readonly relaxation: Relaxation
  readonly credentials: Pick<Credentials, 'set' | 'state' | 'remove' | 'list'>
  readonly workspace: () => string
  /** Aborted when Gatehouse ends. */
  readonly ending: AbortSignal
  /** Text as it may be shown: what a server writes may hold a secret of the person. */
  readonly shown: <T>(value: T) => T
}
