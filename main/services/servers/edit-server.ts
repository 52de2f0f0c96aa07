// Another command, other variables, another address for a server that is there. What was reviewed
// of it no longer fits its pins, so it is closed until a person has looked again; secrets stay
// where they are stored, and are only named.
import { failure, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { ServerConfig, Setting } from '../../../contract/server/server.ts'
import type { EditedSetting, ServerEdit } from '../../../contract/server/server-change.ts'

/** What is to be written, and what of it changed, for the journal: names and no values. */
export type Edited = { readonly config: ServerConfig; readonly changed: readonly string[] }

/**
 * @param literal where a setting or an argument has a secret in the clear; null where none has
 * Failures: `server.other-way`, `server.secret-in-clear`, `server.nothing-stored`.
 */
export function editServer(
  now: ServerConfig,
  { name, launch }: ServerEdit,
  literal: (config: ServerConfig) => string | null,
): Result<Edited, Failure> {
  if (launch.transport !== now.transport)
    return err(
      failure(
        'server.other-way',
        `${name} is ${now.transport === 'http' ? 'URL' : 'a program'} and stays one.`,
        'Remove it and add it again.',
      ),
    )
  const before = now.transport === 'stdio' ? now.env : now.headers
  const wanted = launch.transport === 'stdio' ? launch.env : launch.headers
  const lost = Object.entries(wanted).find(
    ([key, value]) => isStored(value) && before[key] === undefined,
  )
  if (lost !== undefined)
    return err(
      failure('server.nothing-stored', `${lost[0]} has no stored value to keep.`, 'Type one.'),
    )
  const settings = Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [
      key,
      isStored(value) ? (before[key] as Setting) : value,
    ]),
  )
  const typed = Object.fromEntries(
    Object.entries(wanted).filter((entry): entry is [string, Setting] => !isStored(entry[1])),
  )
  const launched = (own: Record<string, Setting>): ServerConfig => {
    const whole = {
      ...now,
      ...launch,
      ...(launch.transport === 'stdio' ? { env: own } : { headers: own }),
    }
    if (!('signIn' in whole) || (whole.signIn ?? null) !== null) return whole as ServerConfig
    const { signIn: _none, ...rest } = whole
    return rest as ServerConfig
  }
  // What is in the file already, and was kept, is not typed again.
  const clear = literal(launched(typed))
  if (clear !== null)
    return err(
      failure(
        'server.secret-in-clear',
        `${clear} looks like a secret, and the configuration must not contain secrets.`,
        'Mark it as a secret. It is then stored as a credential.',
      ),
    )
  const config = launched(settings)
  const keys = [...new Set([...Object.keys(now), ...Object.keys(config)])] as (keyof ServerConfig)[]
  return ok({
    config,
    changed: keys.filter(
      (key) => canonicalJson(now[key] ?? null) !== canonicalJson(config[key] ?? null),
    ),
  })
}

const isStored = (value: EditedSetting): value is { unchanged: true } =>
  typeof value === 'object' && 'unchanged' in value
