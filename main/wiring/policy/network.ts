// What leads out, and what is kept from leaving: stored credentials, the outbound client, the model, the redactor.
import type { ConfigStore } from '../../config/config.ts'
import { openOutbound } from '../../egress/outbound.ts'
import { joinModel } from './model.ts'
import { pinsOf } from './pins.ts'
import { hostsFor } from './policy.ts'
import { joinCredentials, joinRedactor } from './secrets.ts'

type CredentialNeeds = Parameters<typeof joinCredentials>[0]

export type Outward = ReturnType<typeof joinOutward>

export function joinOutward(config: Pick<ConfigStore, 'current'>, needs: CredentialNeeds) {
  const credentials = joinCredentials(needs)
  const outbound = openOutbound({
    hosts: () => hostsFor(config.current(), null),
    pins: () => pinsOf(config.current()),
    credential: credentials.credentialFor,
  })
  const models = joinModel(config.current, outbound, credentials.modelKey)
  return {
    credentials,
    outbound,
    models,
    redactor: joinRedactor({ credentials, modelKey: models.key, config: config.current, env: needs.env }),
  }
}
