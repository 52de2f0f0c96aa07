// What `gatehouse doctor` says of the database that machines share. Nothing where there is none.
import type { FleetState } from '../../../contract/fleet/state.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Check } from '../../../contract/protection.ts'
import type { Result } from '../../../contract/result.ts'
import { KNOWN, SAFE_FUNCTIONS } from '../../fleet/schema/versions.ts'

export type FleetFacts = {
  readonly state: FleetState
  /** The version of its tables, or why that could not be asked. */
  readonly tables: Result<number, Failure>
}

export function fleetChecks({ state, tables }: FleetFacts): readonly Check[] {
  if (state.kind === 'none') return []
  const about = { id: 'fleet', title: 'Shared database' }
  const warn = (text: string, how: string): Check => ({ ...about, state: 'warn', text, how })
  const rows: Check =
    state.kind === 'waiting'
      ? warn(
          `${state.behind} rows wait in the journal: ${state.why.text}`,
          state.why.hint ?? 'See: gatehouse fleet status',
        )
      : {
          ...about,
          state: 'ok',
          how: null,
          text: `it has ${state.kind === 'level' ? 'every row' : 'rows'} up to ${state.seq}`,
        }
  return [rows, ...tableChecks(tables, state.kind === 'waiting')]
}

function tableChecks(tables: Result<number, Failure>, known: boolean): readonly Check[] {
  const about = { id: 'fleet-tables', title: 'Tables of the shared database' }
  if (!tables.ok)
    // What rows wait for was said already.
    return known
      ? []
      : [
          {
            ...about,
            state: 'warn',
            text: `their version is not known: ${tables.error.text}`,
            how: tables.error.hint ?? 'See: gatehouse fleet status',
          },
        ]
  const { value: version } = tables
  const how = `An administrator applies what this prints: gatehouse fleet init --print --from ${version}`
  if (version === 0 || version > KNOWN.newest) return []
  if (version < SAFE_FUNCTIONS)
    return [
      {
        ...about,
        state: 'fail',
        how,
        text: `version ${version}: somebody with the database user of one machine can get all rights in the database`,
      },
    ]
  return version < KNOWN.newest
    ? [
        {
          ...about,
          state: 'warn',
          how,
          text: `version ${version}: searches are slow, and one machine can make others wait`,
        },
      ]
    : [{ ...about, state: 'ok', how: null, text: `version ${version}` }]
}
