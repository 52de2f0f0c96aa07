// Step 5: writes `running` to the journal, keeps what undo needs, checks everything once more, makes
// the permit and runs the tool.
import type { CallResult, Route } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { mint } from '../gate/permit.ts'
import { bindingOf, changedBinding } from './binding.ts'
import { evaluate } from './evaluate.ts'
import type { DecidedCall, EvaluatedCall } from './evaluate.ts'
import { finishLost, finishRun, finishUnrun } from './finish.ts'
import type { Checkpoint, ExecuteDeps } from './pipeline-deps.ts'
import { runningEntry } from './record.ts'
import { denial, refusal, stale } from './refusals.ts'
import type { Review } from './review-port.ts'
import { rateKey } from './rate.ts'
import { runTool } from './run-tool.ts'
import { commitPhase, discardStaged } from './staging/stage.ts'
import type { StagedChanges } from './staging/stage-port.ts'
import { writeStaged } from './staging/write-staged.ts'
import type { PowerRequest } from './run-tool.ts'

export type Allowed = {
  /** Who allowed it. */
  readonly route: Route
  readonly signal: AbortSignal
  readonly review: Review
  /** Entries that have to be in the journal first and are not yet: all go into one commit. */
  readonly before?: readonly JournalEntry[]
  /** The person who approved it was told that it can be undone. */
  readonly promised?: boolean
  /** Its command has run in a layer: these changes are written, and nothing runs. */
  readonly changes?: StagedChanges | null
  /** What else the approval showed that is different now; asked at the last check. */
  readonly moved?: (now: EvaluatedCall) => Promise<string | null>
}

/**
 * Runs an allowed call when the answer is still the one that was given. Never throws for what a
 * call can do; a forged permit would throw, and that is a bug.
 */
export async function execute(
  earlier: DecidedCall,
  allowed: Allowed,
  deps: ExecuteDeps,
): Promise<CallResult> {
  const { call, decision } = earlier
  const { route, signal, before = [], changes = null } = allowed
  const entries: readonly JournalEntry[] = [...before, runningEntry(call, route)]
  const rows = await Promise.all(entries.map((entry) => deps.journal(entry)))
  const unwritten = rows.find((written) => !written.ok)
  if (unwritten !== undefined && !unwritten.ok) {
    const refused = refusal(call.id, 'refused', unwritten.error, decision)
    // Where there is no decision either there is nothing to end.
    return before.length > 0 && rows[0]?.ok !== true
      ? refused
      : finishUnrun(call.tool, refused, deps)
  }

  const ready = await prepare(earlier, allowed, deps).catch((fault: unknown) =>
    err(deps.broken(fault)),
  )
  if (!ready.ok) {
    if (changes !== null) await discardStaged(call, ready.error.text, deps)
    const stoppedBy =
      ready.error === stopped ? (deps.frozen() ? 'emergency-stop' : 'cancelled') : 'refused'
    return finishUnrun(call.tool, refusal(call.id, stoppedBy, ready.error, decision), deps)
  }
  const { evaluated, stored } = ready.value
  if (changes !== null) return writeStaged(earlier, evaluated, allowed, deps)

  deps.rate.count(rateKey(call.principal), call.tool)
  const permit = mint(call.id, evaluated.requestHash, evaluated.decision.touches)
  // The one who listens may be the agent: of a result that is reviewed nothing leaves before.
  const quiet = deps.reviewed(evaluated)
  const output: PowerRequest['onOutput'] = (stream, text) =>
    quiet ? undefined : deps.output(call.id, call.runId, stream, text)
  try {
    deps.changed(call.id, call.runId, { kind: 'running', decision })
    const executed = await runTool(permit, evaluated, deps.powers, signal, output, deps.monotonic)
    return await finishRun(
      earlier,
      evaluated,
      executed,
      { route, stored, signal, review: allowed.review },
      deps,
    )
  } catch (fault) {
    return finishLost(evaluated, decision, route, fault, deps)
  }
}

type Ready = { readonly evaluated: EvaluatedCall; readonly stored: Checkpoint | null }

/** Keeps what the call may change, and checks once more. A failure means that it must not run. */
async function prepare(
  earlier: DecidedCall,
  allowed: Allowed,
  deps: ExecuteDeps,
): Promise<Result<Ready, Failure>> {
  const stored =
    earlier.execution.kind === 'client' || (allowed.changes ?? null) !== null
      ? ok(null)
      : await deps.undo.before(earlier, allowed.promised === true)
  if (!stored.ok) return stored
  // The last check, as near to the work as it can be.
  const checked = await recheck(earlier, allowed, deps).catch(async (fault: unknown) => {
    await stored.value?.drop()
    throw fault
  })
  if (checked.ok && !allowed.signal.aborted)
    return ok({ evaluated: checked.value, stored: stored.value })
  await stored.value?.drop()
  return checked.ok ? err(stopped) : checked
}

const stopped = failure('call.cancelled', 'The call was stopped before it began.')

async function recheck(
  earlier: DecidedCall,
  { route, moved, changes = null }: Allowed,
  deps: ExecuteDeps,
): Promise<Result<EvaluatedCall, Failure>> {
  const again = await evaluate(earlier.call, deps, earlier)
  if (!again.ok) return again
  const phase = changes === null ? again : await commitPhase(again.value, changes, deps)
  if (!phase.ok) return err(stale('what it would touch'))
  const now = phase.value
  const changed = changedBinding(bindingOf(earlier), bindingOf(now))
  if (changed !== null) return err(stale(changed))
  const shown = (await moved?.(now)) ?? null
  if (shown !== null) return err(stale(shown))
  // A person's approval answers a confirm; everything else needs the gate to say allow again.
  if (now.decision.effect === 'deny') return err(denial(now.decision))
  if (route !== 'person' && now.decision.effect !== 'allow') return err(stale('the decision'))
  if (now.decision.by.kind === 'lease' && route === 'lease' && !deps.useLease(now.decision.by.id))
    return err(stale('the lease, which was revoked'))
  return ok(now)
}
