// What is shown without secrets, as a Gatehouse that does not run and whose credentials are locked would
// show it.
import type { Config } from '../../../contract/policy/config/config.ts'
import { environmentSecrets } from '../../secrets/redact/environment.ts'
import { openRedactor, type Redactor } from '../../secrets/redact/redactor.ts'
import type { HostEnv } from './availability-at-rest.ts'

type Hides = Pick<Config, 'model' | 'redaction'>

/** For texts and facts. JSON has names of credentials, which are to be asked of their store. */
export const redactorAtRest = (config: Hides, env: HostEnv): Pick<Redactor, 'facts' | 'text'> =>
  wholeRedactorAtRest(config, env, () => false)

/** @param isName whether a text is the name of a stored credential. */
export function wholeRedactorAtRest(
  { model, redaction }: Hides,
  env: HostEnv,
  isName: (text: string) => boolean,
): Redactor {
  const key = model.apiKeyEnv === null ? undefined : env[model.apiKeyEnv]
  const known = [...environmentSecrets(env), ...(key === undefined ? [] : [key])]
  return openRedactor({ known: () => known, exceptions: () => redaction.exceptions, isName })
}

export const shownAtRest = (config: Hides, env: HostEnv): Redactor['facts'] =>
  redactorAtRest(config, env).facts
