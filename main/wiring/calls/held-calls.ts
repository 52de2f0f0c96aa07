// Everything round a held call: the desk that asks, the rehearsal that shows, what an answer brings about, and the two ways
// of the road that need them: asking, and settling what was answered.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { OwnPlaces } from '../../sandbox/files/own-places.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { openDesk } from '../../approvals/approval-queue.ts'
import type { Asking, Gone } from '../../pipeline/pipeline.ts'
import { settle } from '../../pipeline/resume-approved.ts'
import type { Places } from '../../config/paths.ts'
import type { Outbound } from '../../egress/outbound.ts'
import type { Broadcast } from '../../ipc/broadcast.ts'
import { openRehearser } from '../../sandbox/rehearsal/rehearse.ts'
import type { Runner } from '../../sandbox/runner.ts'
import type { ApprovalsTable } from '../../store/approvals-table.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import { joinApprovals } from './approvals.ts'
import type { ApprovalParts } from './approvals.ts'
import { joinRehearsal } from '../execution/rehearsal.ts'
import type { shownFacts } from '../policy/secrets.ts'
import { question } from '../../pipeline/approval-draft.ts'
import { recorderIn } from '../../rehearsal/host-recorder.ts'

export type HeldParts = Omit<ApprovalParts, 'requestOf' | 'shownArgs'> & {
  readonly approvals: ApprovalsTable
  readonly places: Places
  readonly runner: Runner
  readonly outbound: Outbound
  readonly workspacePath: () => string
  readonly broadcast: Broadcast
  readonly shown: ReturnType<typeof shownFacts>
  readonly changedApp: () => void
  /** Aborted at the end of the program, and when a person stops everything. */
  readonly ending: () => AbortSignal
  readonly report: (fault: unknown) => void
  readonly earlier: EarlierRuns
  readonly own: OwnPlaces
}

export function joinHeld(parts: HeldParts) {
  const { road, approvals, config, waits, places, broadcast, shown, now, changedApp } = parts
  const { attempt } = parts
  const requestOf = (approval: Approval) => approvals.requestOf(approval.id)
  const tell = (kind: 'approval-opened' | 'approval-changed' | 'approval-closed', approval: Approval): void => {
    if (broadcast.heard()) broadcast.send({ kind, approval: shown.approval(approval) })
  }
  const rehearser = openRehearser({
    runner: parts.runner,
    stop: places.stop,
    own: parts.own,
    home: homedir(),
    scratch: join(places.dataDir, 'rehearsals'),
    record: recorderIn(places.runDir, parts.outbound),
    now,
  })
  const rehearsals = joinRehearsal({
    ...{ road, rehearser, table: approvals, requestOf, config, workspace: parts.workspacePath, waits, callChanged: parts.changed, now },
    report: parts.report,
    changed: (approval) => tell('approval-changed', approval),
  })
  const settleNeeds = {
    ...road,
    requestOf: (approval: Approval) => attempt(() => requestOf(approval)),
    inputsChanged: rehearsals.inputsChanged,
    consume: (approval: Approval) =>
      attempt(() => {
        parts.earlier.forget(approval.principal, approval.requestHash)
        return approvals.transition(approval.id, 'approved', 'consumed')
      }),
    get ending() {
      return parts.ending()
    },
  }
  const desk = openDesk({
    ...joinApprovals({ ...parts, requestOf, shownArgs: (approval) => shown.approval(approval).args }),
    table: approvals,
    attempt,
    journal: road.journal,
    report: parts.report,
    renewed: rehearsals.renewed,
    opened: (approval) => {
      tell('approval-opened', approval)
      changedApp()
    },
    closed: (approval) => {
      rehearsals.closed(approval)
      tell('approval-closed', approval)
      changedApp()
    },
    settled: (approval) => {
      settle(approval, settleNeeds, waits).catch(parts.report)
    },
    now,
  })
  const roadNeeds = {
    ...road,
    ask: (asking: Asking, onOpen: (approval: Approval) => void) => {
      const until = now() + config.current().approvals.timeoutSeconds * 1000
      const asked = question(asking, road.policy().roots, now(), until)
      const again = parts.earlier.of(asked.principal, asked.requestHash)
      return desk.ask({ ...asked, again }, asking.judged.args, onOpen)
    },
    cancel: (id: ApprovalId, why: Gone) => desk.cancel(id, why),
  }
  return { desk, rehearser, rehearsals, requestOf, roadNeeds }
}
