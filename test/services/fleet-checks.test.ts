// What `gatehouse doctor` says of the database that machines share.
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { err, ok } from '../../contract/result.ts'
import { KNOWN } from '../../main/fleet/schema/versions.ts'
import { fleetChecks, type FleetFacts } from '../../main/services/doctor/fleet-checks.ts'

const machine = MachineName.parse('ada')
const level: FleetFacts['state'] = { kind: 'level', machine, seq: 7, at: 1 }
const waiting: FleetFacts['state'] = {
  kind: 'waiting',
  machine,
  seq: 7,
  behind: 3,
  next: 1,
  why: failure('fleet.full', 'The disk of the database at db is full.'),
}
const apply = (from: number): string =>
  `An administrator applies what this prints: gatehouse fleet init --print --from ${from}`

describe('the shared database', () => {
  it.each<[string, FleetFacts, readonly (readonly (string | null)[])[]]>([
    ['is silent where there is none', { state: { kind: 'none' }, tables: ok(1) }, []],
    [
      'is well',
      { state: level, tables: ok(KNOWN.newest) },
      [
        ['ok', 'it has every row up to 7', null],
        ['ok', `version ${KNOWN.newest}`, null],
      ],
    ],
    [
      'fails where a machine could get all rights',
      { state: { kind: 'sending', machine, seq: 7, behind: 3 }, tables: ok(3) },
      [
        ['ok', 'it has rows up to 7', null],
        [
          'fail',
          'version 3: somebody with the database user of one machine can get all rights in the database',
          apply(3),
        ],
      ],
    ],
    [
      'warns of tables that are older than they need to be',
      { state: level, tables: ok(4) },
      [
        ['ok', 'it has every row up to 7', null],
        ['warn', 'version 4: searches are slow, and one machine can make others wait', apply(4)],
      ],
    ],
    [
      'says once why rows wait',
      { state: waiting, tables: err(failure('fleet.full', 'It is full.')) },
      [
        [
          'warn',
          '3 rows wait in the journal: The disk of the database at db is full.',
          'See: gatehouse fleet status',
        ],
      ],
    ],
    [
      'says that its tables could not be asked',
      { state: level, tables: err(failure('fleet.unreachable', 'It is gone.', 'Look there.')) },
      [
        ['ok', 'it has every row up to 7', null],
        ['warn', 'their version is not known: It is gone.', 'Look there.'],
      ],
    ],
  ])('%s', (_name, facts, wanted) => {
    expect(fleetChecks(facts).map(({ state, text, how }) => [state, text, how])).toEqual(wanted)
  })
})
