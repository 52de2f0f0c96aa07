// Calls that two have to approve: before the first answer, after it, and on the other machine.
import type { Approval } from '../../contract/approval/approval.ts'
import { SecondHash } from '../../contract/approval/second-person.ts'
import { MachineName } from '../../contract/fleet/machine.ts'
import { ApprovalCard } from '../../renderer/features/approvals/card/approval-card.tsx'
import { OneCall } from '../../renderer/features/approvals/queue/queue-row.tsx'
import { samples } from '../fakes/bridge-samples.ts'
import type { Story } from './story.ts'

const [, written] = samples()
if (written === undefined) throw new Error('stories: there is no sample of a written file')
const two: Approval = {
  ...written,
  decision: { ...written.decision, approvers: 2, stepUp: true },
  answers: ['once', 'deny-once', 'deny-always'],
  proposals: [],
}
const at = (machine: string, person: string) => ({ machine: MachineName.parse(machine), person })
const second: NonNullable<Approval['second']> = {
  request: SecondHash.parse('5e'.repeat(32)),
  first: { at: Date.now() - 20_000, surface: 'window', stepUp: 'passphrase' },
  asked: [at('bob-laptop', 'Bob'), at('carol-tower', 'Carol')],
  sent: true,
  by: null,
  trouble: null,
}
const waits: Approval = { ...two, second }
const trouble =
  'The database at db.example.org could not be used: connect ECONNREFUSED. Gatehouse asks as soon as that is solved.'
const fromAda: Approval = {
  ...two,
  runId: null,
  answers: ['once', 'deny-once'],
  from: at('ada-laptop', 'Ada'),
}
const bridge = { held: true, secured: true }
const nothing = (): void => undefined
const row = (approval: Approval) => (
  <OneCall
    kind={'one'}
    id={approval.id}
    approval={approval}
    inside={false}
    gone={false}
    current={false}
    selected={null}
    onSelect={nothing}
    onPick={nothing}
  />
)

export const secondApprovalStories: readonly Story[] = [
  {
    name: 'second-approval-needed',
    bridge,
    element: () => <ApprovalCard approval={two} location="queue" />,
  },
  {
    name: 'second-approval-waits',
    bridge,
    element: () => <ApprovalCard approval={waits} location="queue" />,
  },
  {
    name: 'second-approval-away',
    bridge,
    element: () => (
      <ApprovalCard
        approval={{ ...waits, second: { ...second, sent: false, trouble } }}
        location="queue"
      />
    ),
  },
  {
    name: 'second-approval-from',
    bridge,
    element: () => <ApprovalCard approval={fromAda} location="queue" />,
  },
  {
    name: 'second-approval-from-narrow',
    bridge,
    width: 420,
    element: () => <ApprovalCard approval={fromAda} location="queue" />,
  },
  {
    name: 'second-approval-ended',
    bridge,
    element: () => (
      <ApprovalCard
        approval={{
          ...waits,
          state: 'approved',
          answer: 'once',
          route: 'person',
          answeredOn: 'window',
          answeredAt: Date.now() - 4_000,
          second: { ...second, by: at('bob-laptop', 'Bob') },
        }}
        location="queue"
      />
    ),
  },
  {
    name: 'second-approval-rows',
    bridge,
    width: 420,
    element: () => (
      <div>
        {row(fromAda)}
        {row(waits)}
      </div>
    ),
  },
]
