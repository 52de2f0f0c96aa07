// Everything round a held call: the queue that asks, the rehearsal that shows, what an answer
// brings about, and the two ways of the pipeline that need them: asking, and settling what was
// answered.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { OwnPlaces } from '../../sandbox/files/own-places.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { openApprovalQueue } from '../../approvals/approval-queue.ts'
import type { Asking, Gone } from '../../pipeline/pipeline.ts'
import { resumeApproved } from '../../pipeline/resume-approved.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Outbound } from '../../egress/outbound.ts'
import type { Broadcast } from '../../ipc/broadcast.ts'
import { openRehearser } from '../../sandbox/rehearsal/rehearse.ts'
import type { Runner } from '../../sandbox/runner.ts'
import type { ApprovalsTable } from '../../store/approvals-table.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import { wireApprovals } from './approvals.ts'
import type { ApprovalDeps } from './approvals.ts'
import { wireRehearsal } from '../execution/rehearsal.ts'
import type { shownFacts } from '../policy/secrets.ts'
import { draftApproval } from '../../pipeline/approval-draft.ts'
import { recorderIn } from '../../rehearsal/host-recorder.ts'

export type HeldDeps = Omit<ApprovalDeps, 'requestOf' | 'shownArgs'> & {
  readonly approvals: ApprovalsTable
  readonly places: AppPaths
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

export function wireHeld(parts: HeldDeps) {
  const { pipeline, approvals, config, waits, places, broadcast, shown, now, changedApp } = parts
  const { attempt } = parts
  const requestOf = (approval: Approval) => approvals.requestOf(approval.id)
  const tell = (
    kind: 'approval-opened' | 'approval-changed' | 'approval-closed',
    approval: Approval,
  ): void => {
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
  const rehearsals = wireRehearsal({
    ...{
      pipeline,
      rehearser,
      table: approvals,
      requestOf,
      config,
      workspace: parts.workspacePath,
      waits,
      callChanged: parts.changed,
      now,
    },
    report: parts.report,
    changed: (approval) => tell('approval-changed', approval),
  })
  const resumeDeps = {
    ...pipeline,
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
  const approvalQueue = openApprovalQueue({
    ...wireApprovals({
      ...parts,
      requestOf,
      shownArgs: (approval) => shown.approval(approval).args,
    }),
    table: approvals,
    attempt,
    journal: pipeline.journal,
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
      resumeApproved(approval, resumeDeps, waits).catch(parts.report)
    },
    now,
  })
  const pipelineDeps = {
    ...pipeline,
    ask: (asking: Asking, onOpen: (approval: Approval) => void) => {
      const until = now() + config.current().approvals.timeoutSeconds * 1000
      const asked = draftApproval(asking, pipeline.policy().roots, now(), until)
      const again = parts.earlier.of(asked.principal, asked.requestHash)
      return approvalQueue.ask({ ...asked, again }, asking.judged.args, onOpen)
    },
    cancel: (id: ApprovalId, why: Gone) => approvalQueue.cancel(id, why),
  }
  return { approvalQueue, rehearser, rehearsals, requestOf, pipelineDeps }
}
