// The model server's key in the credential store, for that server alone.
import { MODEL_KEY } from '../../../contract/credential.ts'
import type { ModelConfig } from '../../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { serverOf } from '../../wiring/execution/model.ts'

/**
 * An empty key takes out what is kept. Fails as the store does, and with `model.no-server` where
 * none is set.
 */
export const storeModelKey =
  (credentials: Credentials, model: () => ModelConfig) =>
  async (key: string): Promise<Result<unknown, Failure>> => {
    if (key === '') {
      const stored = credentials.list().some(({ name }) => name === MODEL_KEY)
      return stored ? credentials.remove(MODEL_KEY) : ok(null)
    }
    const server = serverOf(model())
    if (server === null)
      return err(
        failure(
          'model.no-server',
          'No model server is set up to store the key for.',
          'Choose the model first.',
        ),
      )
    const { protocol, host, port } = server
    const usual = port === (protocol === 'https:' ? 443 : 80)
    const anthropic = model().provider === 'anthropic'
    return credentials.set({
      name: MODEL_KEY,
      hosts: [usual ? host : `${host}:${port}`],
      header: anthropic ? 'x-api-key' : 'authorization',
      template: anthropic ? '{}' : 'Bearer {}',
      value: key,
    })
  }
