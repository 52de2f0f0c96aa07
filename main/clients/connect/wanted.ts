// What has to be written where, for one client.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { clients, placesOn } from './agents/clients.ts'
import { managedPlaces } from './managed.ts'
import { isRecord } from './place.ts'
import type { Entry } from './place.ts'
import type { ClientName, Endpoint, Machine, Program, Scope, Spot } from './agents/clients.ts'

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
export function wantedSpots(
  { client: name, scope, hooks, program, endpoint }: Wish,
  machine: Machine,
): Result<readonly Spot[], Failure> {
  const client = clients[name]
  const places = placesOn(machine)
  if (scope === 'managed') return managedSpots(name, program, machine)
  const file = client.file(places, scope)
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
          value: { name: OUR_NAME, ...(isRecord(value) ? (value as Record<string, Json>) : {}) },
        }
      : { kind: 'member', path: [...client.path, OUR_NAME], value }
  const spots: Spot[] = [
    {
      file,
      format: client.formatOf?.(scope) ?? client.format,
      entries: [entry],
      whenNew: client.whenNew?.(scope),
    },
  ]
  if (hooks && client.hooks !== null) {
    const spot = client.hooks(places, scope, program)
    const same = spots.findIndex((each) => each.file === spot.file)
    const there = spots[same]
    if (there === undefined) spots.push(spot)
    else spots[same] = { ...there, entries: [...there.entries, ...spot.entries] }
  }
  return ok(spots)
}

/**
 * Only the hook: the rest of what is written belongs to the user, and this is often run as another
 * one.
 */
function managedSpots(
  name: ClientName,
  program: Program,
  machine: Machine,
): Result<readonly Spot[], Failure> {
  const { title, hooks, managedHooks } = clients[name]
  if (hooks === null) return err(noHooks(title))
  const [place] = managedPlaces(name, machine)
  if (managedHooks === null || place === undefined)
    return err(
      failure(
        'connect.no-managed',
        `${title} has no system settings for hooks.`,
        'Use --hooks: gatehouse agents audit finds a project that switches it off.',
      ),
    )
  return ok([managedHooks(placesOn(machine), place.file, program)])
}

const noHooks = (title: string): Failure =>
  failure(
    'connect.no-hooks',
    `${title} has no stable hook before its own tools.`,
    'Leave --hooks out; gatehouse agents audit says what that leaves open.',
  )
