// Opens second approvals with what they need: the queue and its tables, the shared database, the key of
// this machine, step-up.
import type { Approval } from '../../contract/approval/approval.ts'
import { sharedFleet } from '../../contract/policy/config/fleet-config.ts'
import { databaseFailure } from '../fleet/database-failure.ts'
import {
  openSecondApprovals,
  type SecondApprovals,
} from '../fleet/approve/open-second-approvals.ts'
import type { Fleet } from '../fleet/open-fleet.ts'
import type { AppOptions } from './app-options.ts'
import { proving } from './calls/answers.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { fleetSigner } from './fleet-signer.ts'
import type { Layers } from './layers.ts'

export function wireSecondApprovals(
  { host, queryOnly = false }: AppOptions,
  { storage, policy, execution, calls }: Layers,
  fleet: Pick<Fleet, 'asMachine'>,
  { now }: Clock,
  events: Events,
): SecondApprovals {
  const { approvals, secondRequests, secondAnswers } = storage.tables
  const config = () => (queryOnly ? null : sharedFleet(policy.config.current().fleet))
  const notify = (kind: 'approval-opened' | 'approval-closed', approval: Approval): void => {
    events.screens.send({ kind, approval: execution.shown.approval(approval) })
    events.changed()
  }
  const second = openSecondApprovals({
    config,
    connect: fleet.asMachine,
    failed: (error, { database }) => databaseFailure(error, database),
    signer: () => fleetSigner(execution.signingKeys),
    prove: proving(policy.stepUp),
    // Nothing of these rows is the person's own text but the names that are written for machines.
    record: (entry) => storage.write(entry, entry.change === 'given' ? 'now' : 'owed'),
    requests: secondRequests,
    answers: secondAnswers,
    attempt: storage.attempt,
    about: (id) => approvals.get(id),
    answered: (id, answer) => calls.approvalQueue.second(id, answer),
    serves: host !== 'cli' && !queryOnly,
    opened: (approval) => notify('approval-opened', approval),
    closed: (approval) => notify('approval-closed', approval),
    moved: calls.approvalMoved,
    now,
    report: events.report,
  })
  events.on('second-asked', second.wake)
  events.on('config-changed', second.wake)
  return second
}
