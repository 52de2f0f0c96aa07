// Opens what a call goes through: the pipeline, the queue of approvals and the rehearsals of held
// calls.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Approval } from '../../../contract/approval/approval.ts'
import { LeaseId, type ApprovalId } from '../../../contract/ids.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { ok } from '../../../contract/result.ts'
import { openApprovalQueue } from '../../approvals/approval-queue.ts'
import { verbLength } from '../../command/verb-length.ts'
import type { ApprovalQueue } from '../../approvals/approval-queue-deps.ts'
import type { LastingAnswerDeps } from '../../approvals/lasting-answer.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import { hiddenBy } from '../../gate/view.ts'
import type { Broadcast } from '../../ipc/broadcast.ts'
import { newId } from '../../pipeline/new-id.ts'
import { openPipeline, type Pipeline } from '../../pipeline/pipeline.ts'
import type { ExecuteDeps } from '../../pipeline/pipeline-deps.ts'
import type { WiredEvaluation } from './evaluation.ts'
import type { EvaluateDeps } from '../../pipeline/evaluate.ts'
import type { EarlierRuns } from '../../recovery/earlier-runs.ts'
import { recorderIn } from '../../rehearsal/host-recorder.ts'
import type { OwnStop } from '../../sandbox/files/own-stop.ts'
import type { OwnPaths } from '../../sandbox/files/follow-path.ts'
import { openRehearser } from '../../sandbox/rehearsal/rehearse.ts'
import type { Rehearser } from '../../sandbox/rehearsal/rehearser.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { Attempt } from '../../store/attempts.ts'
import { wireRehearsal, type Rehearsals } from '../execution/staging/rehearsal.ts'
import type { shownFacts } from '../execution/secrets.ts'
import { wireAnswers } from './answers.ts'
import { wireAskSecond, type AskSecondDeps } from './ask-second.ts'
import type { CallPowersDeps } from './powers/call-powers-deps.ts'
import { wirePowers } from './powers/powers.ts'

export type CallsDeps = CallPowersDeps & {
  readonly approvals: ApprovalsTable
  readonly attempt: Attempt
  readonly config: ConfigStore
  readonly stepUp: StepUp
  readonly paths: AppPaths
  readonly own: OwnPaths
  readonly ownStop: OwnStop
  readonly broadcast: Broadcast
  readonly shown: ReturnType<typeof shownFacts>
  readonly earlier: EarlierRuns
  readonly changedApp: () => void
  readonly secondRequests: AskSecondDeps['requests']
  readonly signingKeys: AskSecondDeps['signingKeys']
  /** A second person is to be asked. */
  readonly secondAsked: () => void
  /** Aborted at the end of the program, and when a person stops everything. */
  readonly ending: () => AbortSignal
  readonly report: (fault: unknown) => void
}

export type Calls = Pick<Pipeline<ApprovalQueue>, 'dispatch' | 'policyChanged' | 'heldBy'> & {
  readonly approvalQueue: ApprovalQueue
  /** What a pending approval shows beside its question is another. */
  readonly approvalMoved: (id: ApprovalId) => void
  readonly rehearsals: Rehearsals
  readonly rehearser: Rehearser
  /** What calls are evaluated by now. */
  readonly inForce: EvaluateDeps & WiredEvaluation & Pick<ExecuteDeps, 'staging'>
  readonly lasting: () => LastingAnswerDeps
  readonly requestOf: (approval: Approval) => JsonObject | null
}

/** Why what a staged command changed cannot be written any more; null: it can. */
async function stagedOutdated(
  { callId }: Approval,
  staging: ExecuteDeps['staging'],
): Promise<string | null> {
  const changes = await staging.stored(callId)
  if (changes === null) return 'What it changed is no longer kept, so it was held again.'
  const [first] = changes.conflicts
  if (first === undefined) return null
  const others = changes.conflicts.length - 1
  return `${first}${others === 0 ? '' : ` and ${others} more`} changed in the workspace after it ran in a staged copy, so it was run there again.`
}

export function openCalls(callDeps: CallsDeps): Calls {
  const { approvals, attempt, broadcast, config, earlier, now, paths, registry, shown } = callDeps
  const powers = wirePowers(callDeps)
  const requestOf = (approval: Approval) => approvals.requestOf(approval.id)
  const held = { ...powers, requestOf: (approval: Approval) => attempt(() => requestOf(approval)) }
  const lasting = (): LastingAnswerDeps => ({
    roots: powers.policy().roots,
    now,
    newLeaseId: () => LeaseId.parse(newId('lease')),
    leftToClient: (tool) => registry.leftToClient(tool)?.tool.manifest ?? null,
  })
  const notify = (
    kind: 'approval-opened' | 'approval-changed' | 'approval-closed',
    approval: Approval,
  ): void => {
    if (broadcast.received()) broadcast.send({ kind, approval: shown.approval(approval) })
  }

  const rehearser = openRehearser({
    runner: callDeps.runner,
    stop: paths.stop,
    own: callDeps.own,
    ownStop: callDeps.ownStop,
    home: homedir(),
    scratch: join(paths.dataDir, 'rehearsals'),
    record: recorderIn(paths.runDir, callDeps.outbound),
    now,
  })
  const rehearsals = wireRehearsal({
    pipeline: held,
    rehearser,
    table: approvals,
    config,
    workspace: callDeps.workspace,
    now,
    changed: (approval) => notify('approval-changed', approval),
    stagedOutdated: (approval) => stagedOutdated(approval, powers.staging),
  })

  const deps = {
    ...held,
    timeoutMs: () => config.current().approvals.timeoutSeconds * 1000,
    earlierRun: earlier.of,
    verbLength,
    inputsChanged: rehearsals.inputsChanged,
    hidden({ tool, principal }: Approval) {
      const found = registry.get(tool) ?? registry.leftToClient(tool)
      return found === null
        ? null
        : hiddenBy(found.tool.manifest, principal, powers.policy(principal))
    },
    consume: (approval: Approval) =>
      attempt(() => {
        earlier.forget(approval.principal, approval.requestHash)
        return approvals.transition(approval.id, 'approved', 'consumed')
      }),
    ending: callDeps.ending,
    now,
  }
  const pipeline = openPipeline(deps, (resume) =>
    openApprovalQueue({
      ...wireAnswers(
        { ...callDeps, lasting, requestOf, shownArgs: (approval) => shown.approval(approval).args },
        resume,
      ),
      table: approvals,
      attempt,
      second: wireAskSecond({
        config,
        attempt,
        approvals,
        shown: shown.approval,
        journal: callDeps.journal,
        signingKeys: callDeps.signingKeys,
        requests: callDeps.secondRequests,
        asked(approval) {
          notify('approval-changed', approval)
          callDeps.secondAsked()
        },
      }),
      report: callDeps.report,
      async renewed(approval) {
        // Its call has run: only what it brought back is asked about.
        if (approval.review !== null) return ok(null)
        // While Gatehouse was closed, another policy or another version of it may have come.
        const why =
          powers.policy(approval.principal).hash === approval.policyHash
            ? await rehearsals.outdated(approval)
            : 'The policy changed after this was requested, so the approval was not used.'
        return why === null ? ok(null) : resume.outdated(approval, why)
      },
      async restaged(approval) {
        const why = await stagedOutdated(approval, powers.staging)
        return resume.outdated(
          approval,
          why ??
            'It was run again in a copy of what is there now, because a person asked for that.',
        )
      },
      opened(approval) {
        notify('approval-opened', approval)
        callDeps.changedApp()
      },
      closed(approval) {
        rehearsals.closed(approval)
        notify('approval-closed', approval)
        callDeps.changedApp()
        if (approval.second !== undefined) callDeps.secondAsked()
      },
      onEnded: (approval) => void resume.answered(approval).catch(callDeps.report),
      now,
    }),
  )
  return {
    dispatch: pipeline.dispatch,
    policyChanged: pipeline.policyChanged,
    heldBy: pipeline.heldBy,
    approvalQueue: pipeline.queue,
    approvalMoved(id) {
      const approval = approvals.get(id)
      if (approval?.state === 'pending') notify('approval-changed', approval)
    },
    rehearsals,
    rehearser,
    inForce: powers,
    lasting,
    requestOf,
  }
}
