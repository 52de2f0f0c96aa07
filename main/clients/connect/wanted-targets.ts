// Which entries have to be written into which files of one client.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import {
  clients,
  locationsOn,
  type ClientName,
  type Endpoint,
  type HostFacts,
  type Program,
  type Scope,
  type ConfigTarget,
} from './agents/clients.ts'
import { managedLocations } from './managed.ts'
import { isObject } from '../../../contract/is-object.ts'
import type { Entry } from './entry-editor.ts'

/** The name our entry has in every client's file. */
export const OUR_NAME = 'gatehouse'

export type Wish = {
  readonly client: ClientName
  readonly scope: Scope
  /** Its native tools too. */
  readonly hooks: boolean
  readonly program: Program
  /** Over HTTP; null: over the standard streams of a program. */
  readonly endpoint: Endpoint | null
}

/**
 * One spot per file. Failures: `connect.no-project`, `connect.no-http`, `connect.no-hooks`,
 * `connect.no-managed`.
 */
export function wantedTargets(
  { client: name, scope, hooks, program, endpoint }: Wish,
  hostFacts: HostFacts,
): Result<readonly ConfigTarget[], Failure> {
  const client = clients[name]
  const locations = locationsOn(hostFacts)
  if (scope === 'managed') return managedTargets(name, program, hostFacts)
  const file = client.file(locations, scope)
  if (file === null)
    return err(
      failure(
        'connect.no-project',
        `${client.title} has no configuration of a project.`,
        'Leave --project out.',
      ),
    )
  if (endpoint !== null && client.http === null)
    return err(
      failure(
        'connect.no-http',
        `${client.title} takes no addresses in its file.`,
        'Leave --http out.',
      ),
    )
  if (hooks && client.hooks === null) return err(noHooks(client.title))
  const mcp = { ...program, args: [...program.args, 'mcp', '--client', name] }
  const value =
    endpoint === null || client.http === null ? client.stdio(mcp) : client.http(endpoint)
  const entry: Entry =
    client.listed?.(scope) === true
      ? {
          kind: 'element',
          path: client.path,
          value: { name: OUR_NAME, ...(isObject(value) ? (value as Record<string, Json>) : {}) },
        }
      : { kind: 'member', path: [...client.path, OUR_NAME], value }
  const targets: ConfigTarget[] = [
    {
      file,
      format: client.formatOf?.(scope) ?? client.format,
      entries: [entry],
      whenNew: client.whenNew?.(scope),
    },
  ]
  if (hooks && client.hooks !== null) {
    const target = client.hooks(locations, scope, program)
    const same = targets.findIndex((each) => each.file === target.file)
    const there = targets[same]
    if (there === undefined) targets.push(target)
    else targets[same] = { ...there, entries: [...there.entries, ...target.entries] }
  }
  return ok(targets)
}

/**
 * Only the hook: the rest of what is written belongs to the user, and this is often run as another
 * one.
 */
function managedTargets(
  name: ClientName,
  program: Program,
  hostFacts: HostFacts,
): Result<readonly ConfigTarget[], Failure> {
  const { title, hooks, managedHooks } = clients[name]
  if (hooks === null) return err(noHooks(title))
  const [location] = managedLocations(name, hostFacts)
  if (managedHooks === null || location === undefined)
    return err(
      failure(
        'connect.no-managed',
        `${title} has no system settings for hooks.`,
        'Use --hooks: gatehouse agents audit finds a project that switches it off.',
      ),
    )
  return ok([managedHooks(locationsOn(hostFacts), location.file, program)])
}

const noHooks = (title: string): Failure =>
  failure(
    'connect.no-hooks',
    `${title} has no stable hook before its own tools.`,
    'Leave --hooks out; gatehouse agents audit says what that leaves open.',
  )
