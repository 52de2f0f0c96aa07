// What leads out, and what is kept from leaving: stored credentials, the outbound client, the
// model, the redactor.
import type { ConfigStore } from '../../config/config.ts'
import { openOutbound } from '../../egress/outbound.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { withAccounts } from './sign-in/accounts.ts'
import type { AccountsDeps } from './sign-in/accounts.ts'
import { wireModel } from './model.ts'
import type { ModelFailed } from './model.ts'
import { pinsOf } from './pins.ts'
import { hostsFor } from '../policy/policy.ts'
import { wireCredentials, wireRedactor } from './secrets.ts'

type NetworkDeps = Parameters<typeof wireCredentials>[0] & {
  readonly browse: AccountsDeps['browse']
  readonly modelFailed: ModelFailed
}

export function wireNetwork(config: Pick<ConfigStore, 'current'>, deps: NetworkDeps) {
  const credentials = withAccounts({
    credentials: wireCredentials(deps),
    outbound: (): Outbound => outbound,
    services: () => config.current().services,
    browse: deps.browse,
    now: deps.now,
  })
  const outbound: Outbound = openOutbound({
    hosts: () => hostsFor(config.current().allowlist.hosts, null),
    pins: () => pinsOf(config.current()),
    credential: credentials.credentialFor,
  })
  const models = wireModel(config.current, outbound, credentials.modelKey, deps.modelFailed, deps)
  return {
    credentials,
    outbound,
    models,
    redactor: wireRedactor({
      credentials,
      modelKey: models.key,
      config: config.current,
      env: deps.env,
    }),
  }
}
