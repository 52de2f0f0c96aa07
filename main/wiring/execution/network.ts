// What leads out, and what is kept from leaving: stored credentials, the outbound client, the
// model, the redactor.
import type { ConfigStore } from '../../config/config.ts'
import { openOutbound, type Outbound } from '../../egress/outbound.ts'
import { withAccounts, type AccountsDeps } from './sign-in/accounts.ts'
import { readFixtureMode } from '../../model/fixtures.ts'
import { openLongTexts } from '../../secrets/long-text/thread.ts'
import type { Redactor } from '../../secrets/redact/redactor.ts'
import { sha256 } from '../sha256.ts'
import { wireModel, type ModelFailed } from './model.ts'
import { pinsOf } from './servers/pins.ts'
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
  const fixtures = readFixtureMode(deps.env['GATEHOUSE_MODEL_FIXTURES'])
  const models = wireModel(config.current, outbound, credentials.modelKey, deps.modelFailed, deps, {
    mode: fixtures,
    redact: (value) => redactor.json(value, []),
    sha256,
  })
  const longTexts = openLongTexts()
  const redactor: Redactor = wireRedactor({
    longTexts,
    credentials,
    modelKey: models.key,
    config: config.current,
    env: deps.env,
  })
  return { credentials, outbound, models, fixtures, redactor, longTexts }
}
