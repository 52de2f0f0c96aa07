// What has to be written where, for one client.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { clients, placesOn } from './clients.ts'
import type { ClientName, Endpoint, Machine, Program, Scope, Spot } from './clients.ts'

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

/** One spot per file. Failures: `connect.no-project`, `connect.no-http`, `connect.no-hooks`. */
export function wantedSpots({ client: name, scope, hooks, program, endpoint }: Wish, machine: Machine): Result<readonly Spot[], Failure> {
  const client = clients[name]
  const places = placesOn(machine)
  const file = client.file(places, scope)
  if (file === null) return err(failure('connect.no-project', `${client.title} has no configuration of a project.`, 'Leave --project out.'))
  if (endpoint !== null && client.http === null)
    return err(failure('connect.no-http', `${client.title} takes no addresses in its file.`, 'Leave --http out.'))
  if (hooks && client.hooks === null)
    return err(
      failure(
        'connect.no-hooks',
        `${client.title} has no stable hook before its own tools.`,
        'Leave --hooks out; gatehouse agents audit says what that leaves open.',
      ),
    )
  const mcp = { ...program, args: [...program.args, 'mcp', '--client', name] }
  const value = endpoint === null || client.http === null ? client.stdio(mcp) : client.http(endpoint)
  const spots: Spot[] = [{ file, format: client.format, entries: [{ kind: 'member', path: [...client.path, OUR_NAME], value }] }]
  if (hooks && client.hooks !== null) {
    const spot = client.hooks(places, scope, program)
    const same = spots.findIndex((each) => each.file === spot.file)
    const there = spots[same]
    if (there === undefined) spots.push(spot)
    else spots[same] = { ...there, entries: [...there.entries, ...spot.entries] }
  }
  return ok(spots)
}
