// A fleet of three machines, one of which was rewritten.
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import type { FleetMachine, FleetState, MachineCheck } from '../../contract/fleet/state.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'

export type FakeFleet = FleetState['kind'] | 'no-reader'

const machine = (name: string): MachineName => MachineName.parse(name)
const [laptop, build, old] = [machine('ada-laptop'), machine('build-7'), machine('old-desktop')]

const NOON = Date.UTC(2026, 10, 26, 12)

const machines: FleetMachine[] = [
  {
    ...{ machine: laptop, person: 'Ada', added: NOON - 900_000, revoked: null },
    last: { seq: 48_210, received: NOON },
  },
  { machine: build, person: 'The build team', added: NOON, revoked: null, last: null },
  {
    ...{ machine: old, person: 'Ada', added: NOON - 9_000_000, revoked: NOON - 60_000 },
    last: { seq: 912, received: NOON - 120_000 },
  },
]

const checks: MachineCheck[] = [
  { machine: laptop, rows: 48_210, from: 1, to: 48_210, findings: [] },
  { machine: build, rows: 0, from: null, to: null, findings: [] },
  {
    ...{ machine: old, rows: 913, from: 1, to: 912 },
    findings: [
      { fault: 'forked', seq: 700, text: 'There are two different rows 700.' },
      {
        ...{ fault: 'rewritten', seq: 701 },
        text: 'Row 701 does not follow from the row before it: one of them was rewritten.',
      },
    ],
  },
]

export function fakeFleet(kind: FakeFleet): TopicHandlers<'fleet'> {
  const none = failure('fleet.none', 'This machine is in no fleet.')
  let state: FleetState =
    kind === 'none'
      ? { kind }
      : kind === 'sending'
        ? { kind, machine: laptop, seq: 40_000, behind: 8_210 }
        : kind === 'waiting'
          ? {
              ...{ kind, machine: laptop, seq: 48_000, behind: 210, next: NOON + 60_000 },
              why: failure(
                'fleet.unreachable',
                'The database at db.example.org could not be used: connect ECONNREFUSED.',
              ),
            }
          : { kind: 'level', machine: laptop, seq: 48_210, at: NOON }
  const reading = <T>(value: T) =>
    kind === 'none'
      ? err(none)
      : kind === 'no-reader'
        ? err(
            failure(
              'fleet.no-reader',
              'No database user is set that may read the rows of all machines.',
            ),
          )
        : ok(value)
  return {
    'fleet.state': async () => ok(state),
    async 'fleet.retry'() {
      if (kind === 'none') return err(none)
      state = { kind: 'level', machine: laptop, seq: 48_210, at: NOON }
      return ok(state)
    },
    'fleet.identity': async () =>
      kind === 'none' ? err(none) : ok({ machine: laptop, publicKey: '5e'.repeat(32) }),
    'fleet.machines': async () => reading(machines),
    'fleet.verify': async () => reading(checks),
  }
}
