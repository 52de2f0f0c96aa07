// Runs one held call in a throw-away copy, and stores with its approval what it did there.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { requiredProtections } from '../../../../contract/call/manifest.ts'
import type { Surface } from '../../../../contract/call/principal.ts'
import type { Rehearsal, RehearsalStarter } from '../../../../contract/call/rehearsal.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { rehearsedEntry, rehearsingEntry } from '../../../pipeline/record.ts'
import { rehearseCall } from '../../../pipeline/rehearse.ts'
import { evaluateForRehearsal } from '../../../pipeline/resume.ts'
import type { ConfigStore } from '../../../config/config.ts'
import type { ExecuteDeps, PipelineDeps } from '../../../pipeline/pipeline-deps.ts'
import type { Rehearser } from '../../../sandbox/rehearsal/rehearser.ts'
import type { RehearsalBudget } from '../../../rehearsal/budget.ts'
import { closedPowers } from '../closed-powers.ts'
import { asRehearsed, notesOn } from './client-rehearsal.ts'

const OUTPUT_BYTES = 256 * 1024
const OUTPUT_CHARS = 32_000

/**
 * `surface`: whose request it was; null: nobody's, or a rehearsal that is done again for an
 * approval.
 */
export type Starter = { readonly by: RehearsalStarter; readonly surface: Surface | null }

export type RehearseHeldDeps = {
  readonly pipeline: ExecuteDeps & Pick<PipelineDeps, 'requestOf'>
  readonly rehearser: Rehearser
  readonly table: {
    get(id: ApprovalId): Approval | null
    rehearsed(id: ApprovalId, rehearsal: Rehearsal): boolean
  }
  readonly config: Pick<ConfigStore, 'current'>
  readonly changed: (approval: Approval) => void
}

/** What is rehearsed unasked is taken from the budget of its asker. */
export function rehearseHeld(
  deps: RehearseHeldDeps,
  budget: RehearsalBudget,
  workspaceOf: (approval: Approval) => Promise<string>,
) {
  const { pipeline, rehearser, table, config } = deps
  return async (
    id: ApprovalId,
    { by, surface }: Starter,
    signal: AbortSignal,
  ): Promise<Result<Approval, Failure>> => {
    const approval = table.get(id)
    if (approval?.state !== 'pending' || signal.aborted) return err(ended(id))
    if (approval.staged !== null) return err(ranAlready)
    const found = await evaluateForRehearsal(approval, pipeline)
    if (!found.ok) return found
    const call = asRehearsed(found.value)
    if (!call.ok) return call
    const { timeoutSeconds } = config.current().rehearsal
    let started: number | null = null
    const outcome = await rehearser.rehearse({
      touches: approval.decision.touches,
      workspace: await workspaceOf(approval),
      by,
      signal,
      requires: requiredProtections(call.value.tool.manifest.requires),
      limits: {
        runTimeMs: timeoutSeconds * 1000,
        stdoutBytes: OUTPUT_BYTES,
        stderrBytes: OUTPUT_BYTES,
      },
      start: async () => {
        // As with every run: no record, no run.
        const written = await pipeline.journal(rehearsingEntry(approval, by, surface))
        started = pipeline.monotonic()
        return written.ok ? ok(null) : written
      },
      work: (powers, until) =>
        rehearseCall(call.value, { ...closed, ...powers }, until, pipeline.monotonic),
      redact: pipeline.redact,
      sanitizeOutput: async (text) => {
        const cleaned = await pipeline.clean(text, { maxChars: Number.POSITIVE_INFINITY })
        return pipeline.clean(await pipeline.redact(cleaned.text), { maxChars: OUTPUT_CHARS })
      },
    })
    if (started !== null && by === 'automatic')
      budget.spend(approval.principal.name, pipeline.monotonic() - started)
    if (started !== null)
      await pipeline.journal(
        rehearsedEntry(approval, outcome, Math.round(pipeline.monotonic() - started)),
      )
    if (!outcome.ok) return outcome
    const { notes } = outcome.value
    const shown = { ...outcome.value, notes: [...notesOn(found.value), ...notes] }
    if (!table.rehearsed(id, shown)) return err(ended(id))
    const after = table.get(id)
    if (after === null) return err(ended(id))
    deps.changed(after)
    return ok(after)
  }
}

export const ended = (id: ApprovalId): Failure =>
  failure(
    'approval.answered',
    `The approval ${id} is no longer pending, so its call is not rehearsed.`,
  )

const ranAlready = failure(
  'rehearsal.staged',
  'This command has run in a staged copy already. The card shows what it did there.',
)
const unreachable = failure(
  'rehearsal.closed',
  'A rehearsal cannot access anything outside the workspace.',
)
/** Never needed by a call that can be rehearsed; closed all the same. */
const closed = closedPowers(unreachable)
