// A fleet of three machines, one of which was rewritten; or of none that sent anything, or of two
// hundred; or one whose database does not answer as it should.
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import type {
  FleetCheck,
  FleetMachine,
  FleetState,
  MachineCheck,
} from '../../contract/fleet/state.ts'
import type { CollectorState } from '../../contract/fleet/collector.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { fakeFleetRows } from './bridge-fleet-rows.ts'

export type FakeFleet =
  | FleetState['kind']
  | 'no-reader'
  | 'empty'
  | 'many'
  | 'slow'
  | 'refused'
  | 'checking'

const machine = (name: string): MachineName => MachineName.parse(name)
const [laptop, build, old] = [machine('ada-laptop'), machine('build-7'), machine('old-desktop')]

const NOON = Date.UTC(2026, 10, 26, 12)

const machines: FleetMachine[] = [
  {
    machine: laptop,
    person: 'Ada',
    added: NOON - 900_000,
    revoked: null,
    last: { seq: 48_210, received: NOON },
    runs: {
      version: '0.9.0',
      received: NOON,
      signed: true,
      bundle: { name: 'example-org', serial: 14 },
    },
  },
  {
    machine: build,
    person: 'The build team',
    added: NOON,
    revoked: null,
    last: { seq: 3_120, received: NOON - 40_000 },
    runs: { version: '0.8.2', bundle: null, received: NOON - 40_000, signed: true },
  },
  {
    machine: old,
    person: 'Ada',
    added: NOON - 9_000_000,
    revoked: NOON - 60_000,
    last: { seq: 912, received: NOON - 120_000 },
    runs: { version: '0.7.0', bundle: null, received: NOON - 120_000, signed: false },
  },
]

const many = Array.from({ length: 200 }, (_, index): FleetMachine => ({
  machine: machine(`build-${index + 1}`),
  person: `Team ${1 + (index % 12)}`,
  added: NOON - 86_400_000,
  revoked: null,
  last: { seq: 1_000 + index * 37, received: NOON - index * 1_000 },
  runs: { version: '0.9.0', bundle: null, received: NOON - index * 1_000, signed: true },
}))

const checks: MachineCheck[] = [
  { machine: laptop, rows: 48_210, from: 1, to: 48_210, findings: [] },
  { machine: build, rows: 3_120, from: 1, to: 3_120, findings: [] },
  {
    machine: old,
    rows: 913,
    from: 1,
    to: 912,
    findings: [
      {
        fault: 'forked',
        seq: 700,
        text: 'There are two different versions of rows 700 to 705.',
      },
      {
        fault: 'rewritten',
        seq: 701,
        text: 'Row 701 does not follow from the row before it: one of them was rewritten.',
      },
    ],
  },
]

const failures: Partial<Record<FakeFleet, Failure>> = {
  none: failure('fleet.none', 'This machine is in no fleet.'),
  'no-reader': failure(
    'fleet.no-reader',
    'No database user is set that may read the rows of all machines.',
  ),
  waiting: failure(
    'fleet.unreachable',
    'The database at db.example.org could not be used: connect ECONNREFUSED.',
  ),
  slow: failure(
    'fleet.slow',
    'The database at db.example.org took too long to answer.',
    'Ask for less: a shorter time, one machine, or a tool or host instead of free text.',
  ),
  refused: failure(
    'fleet.refused',
    'The database at db.example.org did not let “auditor” read.',
    'Check fleet.reader in the configuration, and store the credential fleet-reader-password again.',
  ),
}

export function fakeFleet(kind: FakeFleet): TopicHandlers<'fleet'> {
  let state = stateOf(kind)
  let collector = collectorOf(kind)
  let check: FleetCheck = {
    last: null,
    failed: null,
    running: kind === 'checking' ? { machine: build, done: 1, of: 3, rows: 49_000 } : null,
  }
  const failed = failures[kind]
  const there = kind === 'many' ? many : kind === 'empty' ? machines.map(without) : machines
  const rows = kind === 'empty' ? [] : there.slice(0, 3).map((one) => one.machine)
  const reading = <T>(value: T) => (failed === undefined ? ok(value) : err(failed))
  const answers = fakeFleetRows(rows)
  return {
    'fleet.state': async () => ok(state),
    'fleet.collector': async () => ok(collector),
    async 'fleet.retry'() {
      collector = collectorOf('level')
      if (kind === 'none') return err(failures.none ?? failure('fleet.none', ''))
      state = { kind: 'level', machine: laptop, seq: 48_210, at: NOON }
      return ok(state)
    },
    'fleet.identity': async () =>
      kind === 'none'
        ? err(failures.none ?? failure('fleet.none', ''))
        : ok({ machine: laptop, publicKey: '5e'.repeat(32) }),
    'fleet.machines': async () => (kind === 'slow' ? ok([...there]) : reading([...there])),
    'fleet.verify': async () => reading(checks),
    async 'fleet.check'({ do: wanted }) {
      if (wanted === 'start') {
        check =
          failed === undefined
            ? { running: null, last: { at: NOON, checks }, failed: null }
            : { ...check, failed }
      }
      if (wanted === 'stop') check = { ...check, running: null }
      return ok(check)
    },
    'fleet.search': async (asked) => (failed === undefined ? answers.search(asked) : err(failed)),
    'fleet.count': async (asked) => (failed === undefined ? answers.count(asked) : err(failed)),
    'fleet.leave': async () => ok(null),
    'fleet.calls': async ({ calls }) => reading(answers.calls(calls)),
    'fleet.sums': async (span) => reading(answers.sums(span, there)),
  }
}

const without = (one: FleetMachine): FleetMachine => ({ ...one, last: null, runs: null })

/** Those that send have both; the others have no collector. */
function collectorOf(kind: FakeFleet): CollectorState {
  const where = {
    machine: laptop,
    url: 'https://collector.example.org/v1/logs',
    withheld: 0,
  }
  switch (kind) {
    case 'level':
      return { kind, ...where, seq: 48_210, at: NOON }
    case 'sending':
      return { kind, ...where, withheld: 2, seq: 40_000, behind: 8_210 }
    case 'waiting':
      return {
        kind,
        ...where,
        seq: 48_000,
        behind: 210,
        next: NOON + 60_000,
        why: failure(
          'collector.refused',
          'The collector at collector.example.org did not let this machine in (401).',
          'Store its token again, under the name that fleet.collector.credential says.',
        ),
      }
    case 'none':
    case 'no-reader':
    case 'empty':
    case 'many':
    case 'refused':
    case 'slow':
    case 'checking':
      return { kind: 'none' }
  }
}

function stateOf(kind: FakeFleet): FleetState {
  if (kind === 'none') return { kind }
  if (kind === 'sending') return { kind, machine: laptop, seq: 40_000, behind: 8_210 }
  if (kind === 'waiting')
    return {
      kind,
      machine: laptop,
      seq: 48_000,
      behind: 210,
      next: NOON + 60_000,
      why: failures.waiting ?? failure('fleet.unreachable', ''),
    }
  return { kind: 'level', machine: laptop, seq: 48_210, at: NOON }
}
