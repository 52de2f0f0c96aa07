// Servers in the form of another client, as the file has them.
import type { Config } from '../../../contract/policy/config/config.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { writeClient } from '../../clients/import-export/write-client.ts'
import { literalSecret } from './clear-secrets.ts'
import { unknownServer } from './unknown-server.ts'

export function exportServers(
  all: Config['servers'],
  { format, names }: Input<'servers.export'>,
): Result<{ text: string; notes: string[] }, Failure> {
  const missing = names?.find((name) => all[name] === undefined)
  if (missing !== undefined) return err(unknownServer(missing))
  const chosen = Object.fromEntries(
    Object.entries(all).filter(([name]) => names?.includes(name) ?? true),
  )
  const literal = Object.entries(chosen).flatMap(([name, one]) =>
    literalSecret(one) === null ? [] : [name],
  )[0]
  if (literal !== undefined)
    return err(
      failure(
        'server.secret-in-clear',
        `The configuration of ${literal} contains a secret in plain text, which is not exported.`,
        'Store it as a credential and reference it, then export again.',
      ),
    )
  const { text, notes } = writeClient(format, chosen)
  return ok({ text, notes: [...notes] })
}
