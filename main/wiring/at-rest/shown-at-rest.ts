// Facts without secrets, as a Gatehouse that does not run and whose credentials are locked would show them.
import type { Config } from '../../../contract/policy/config/config.ts'
import { environmentSecrets } from '../../secrets/redact/environment.ts'
import { openRedactor, type Redactor } from '../../secrets/redact/redactor.ts'
import type { HostEnv } from './availability-at-rest.ts'

export function shownAtRest(
  { model, redaction }: Pick<Config, 'model' | 'redaction'>,
  env: HostEnv,
): Redactor['facts'] {
  const key = model.apiKeyEnv === null ? undefined : env[model.apiKeyEnv]
  const known = [...environmentSecrets(env), ...(key === undefined ? [] : [key])]
  return openRedactor({ known: () => known, exceptions: () => redaction.exceptions }).facts
}
