// What leads out, and what is kept from leaving: stored credentials, the outbound client, the
// model, the redactor.
import type { ConfigStore } from '../../config/config.ts'
import { openOutbound } from '../../egress/outbound.ts'
import { wireModel } from './model.ts'
import { pinsOf } from './pins.ts'
import { hostsFor } from '../policy/policy.ts'
import { wireCredentials, wireRedactor } from './secrets.ts'

type CredentialDeps = Parameters<typeof wireCredentials>[0]

export function wireNetwork(config: Pick<ConfigStore, 'current'>, deps: CredentialDeps) {
  const credentials = wireCredentials(deps)
  const outbound = openOutbound({
    hosts: () => hostsFor(config.current().allowlist.hosts, null),
    pins: () => pinsOf(config.current()),
    credential: credentials.credentialFor,
  })
  const models = wireModel(config.current, outbound, credentials.modelKey)
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
