// Steps 9 to 12: everything is checked again, the permit is made and spent, the outcome is written.
import type { CallResult, CallState, Route } from '../../contract/call/call.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { UndoForecast, UndoKept } from '../../contract/call/undo.ts'
import { ProgramEnds } from '../../contract/call/work-signal.ts'
import { mint } from '../gate/permit.ts'
import { sameTouches } from '../gate/touch-facts.ts'
import { execute } from './execute.ts'
import type { MakePowers, PowerRequest } from './execute.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateDeps, EvaluatedCall } from './evaluate.ts'
import { CUT_OFF, outcomeEntry, placeOf, refusal, shapeResult } from './result.ts'
import type { Cleaning } from './sanitize-output.ts'

export type RunDeps = EvaluateDeps &
  Cleaning & {
    /**
     * Resolves when the row is durable. `soon`: it may wait a moment for the next row, to be
     * written together with it.
     */
    /**
     * `owed`: it has happened, so what cannot be written now is written as soon as it can. So is
     * what is `soon`.
     */
    readonly journal: (
      entry: JournalEntry,
      when?: 'now' | 'soon' | 'owed',
    ) => Promise<Result<JournalRow, Failure>>
    /** Reports what broke and gives the failure for the caller; it names a full or locked disk. */
    readonly broken: (fault: unknown) => Failure
    /** Atomically counts one use; false when the lease has been revoked since. */
    readonly useLease: (id: string) => boolean
    readonly powers: MakePowers
    readonly changed: (callId: CallId, runId: RunId | null, state: CallState) => void
    readonly output: (
      callId: CallId,
      runId: RunId | null,
      stream: 'stdout' | 'stderr',
      text: string,
    ) => void
    /**
     * What confines a call of this tool, for the journal; null when nothing but the powers does.
     */
    readonly sandbox: (judged: EvaluatedCall) => string | null
    readonly monotonic: () => number
    readonly undo: UndoPort
  }

/** What the road needs of undo. Null: this call changes nothing that could be kept. */
export type UndoPort = {
  /** Whether a yes could be taken back, for whoever has to give it. */
  readonly forecast: (judged: EvaluatedCall) => Promise<UndoForecast | null>
  /**
   * Keeps what the call may change, right before it runs. A failure means that it must not run.
   * `promised`: a person was told.
   */
  readonly before: (
    judged: EvaluatedCall,
    promised: boolean,
  ) => Promise<Result<Checkpoint | null, Failure>>
}

/** One of the two is called, once. */
export type Checkpoint = { after(): Promise<UndoKept | null>; drop(): Promise<void> }

/**
 * Writes that the call is let run, judges it once more, and runs it when the answer is still the
 * one that was given. `route` says who let it through. Never throws for what a call can do; a
 * forged permit would throw, and that is a bug.
 * @param before what has to be in the journal ahead of it and is not yet: both go into one commit.
 * @param promised whoever said yes was told that it can be undone.
 * @param moved which of the files that the approval showed is another now; asked at the last look.
 */
export async function run(
  earlier: EvaluatedCall,
  route: Route,
  needs: RunDeps,
  signal: AbortSignal,
  before: readonly JournalEntry[] = [],
  promised = false,
  moved: (judged: EvaluatedCall) => Promise<string | null> = async () => null,
): Promise<CallResult> {
  const { call, decision } = earlier
  const entries: readonly JournalEntry[] = [
    ...before,
    { kind: 'running', callId: call.id, tool: call.tool, route },
  ]
  const rows = await Promise.all(entries.map((entry) => needs.journal(entry)))
  const unwritten = rows.find((written) => !written.ok)
  if (unwritten !== undefined && !unwritten.ok) {
    const refused = refusal(call.id, 'refused', unwritten.error, decision)
    // Where there is no decision either there is nothing to end.
    return before.length > 0 && rows[0]?.ok !== true
      ? refused
      : finishUnrun(earlier, refused, needs)
  }

  const ready = await prepare(earlier, route, needs, signal, promised, moved).catch(
    (fault: unknown) => err(needs.broken(fault)),
  )
  if (!ready.ok) {
    const stoppedBy =
      ready.error === stopped ? (needs.frozen() ? 'emergency-stop' : 'cancelled') : 'refused'
    return finishUnrun(earlier, refusal(call.id, stoppedBy, ready.error, decision), needs)
  }
  const { judged, kept } = ready.value

  needs.rate.count(call.principal.session, call.tool)
  const permit = mint(call.id, judged.requestHash, judged.decision.touches)
  const output: PowerRequest['onOutput'] = (stream, text) =>
    needs.output(call.id, call.runId, stream, text)
  try {
    needs.changed(call.id, call.runId, { kind: 'running', decision })
    const executed = await execute(permit, judged, needs.powers, signal, output, needs.monotonic)
    const shaped = { ...(await shapeResult(judged, executed, route, needs)), decision }
    const result =
      shaped.status === 'cancelled' && signal.reason instanceof ProgramEnds
        ? inPart(shaped)
        : shaped
    remember(judged, result, needs)
    const undo = await keptAfter(kept, needs)
    // Not waited for: it has run, and whether it may was durable before. If the program dies before
    // this row is, the next start closes the call as unknown; if it cannot be written now, it is
    // written as soon as it can. See decision 18.
    const told = { undo, reached: executed.reached }
    needs
      .journal(
        outcomeEntry(call.tool, result, judged.decision.touches, needs.sandbox(judged), told),
        'soon',
      )
      .catch(needs.broken)
    return result
  } catch (fault) {
    // It was let run, so nobody may take it for undone, and its end is written all the same.
    const { text, hint } = needs.broken(fault)
    const error = failure(
      'call.interrupted',
      `It started, and its end was lost: ${text} It may have run; it is not run again by itself.`,
      hint,
    )
    const result: CallResult = { ...refusal(call.id, route, error, decision), status: 'unknown' }
    needs
      .journal(outcomeEntry(call.tool, result, judged.decision.touches, null), 'owed')
      .catch(needs.broken)
    return result
  }
}

/** Keeps what the call may change, and looks once more. A failure means that it must not run. */
async function prepare(
  earlier: EvaluatedCall,
  route: Route,
  needs: RunDeps,
  signal: AbortSignal,
  promised: boolean,
  moved: (judged: EvaluatedCall) => Promise<string | null>,
): Promise<Result<{ readonly judged: EvaluatedCall; readonly kept: Checkpoint | null }, Failure>> {
  const kept = await needs.undo.before(earlier, promised)
  if (!kept.ok) return kept
  // The last look, as near to the work as it can be.
  const checked = await recheck(earlier, route, needs, moved).catch(async (fault: unknown) => {
    await kept.value?.drop()
    throw fault
  })
  if (checked.ok && !signal.aborted) return ok({ judged: checked.value, kept: kept.value })
  await kept.value?.drop()
  return checked.ok ? err(stopped) : checked
}

/** What undo kept of it. That it could not be noted takes nothing from what the call did. */
async function keptAfter(
  checkpoint: Checkpoint | null,
  needs: Pick<RunDeps, 'broken'>,
): Promise<UndoKept | null> {
  try {
    return (await checkpoint?.after()) ?? null
  } catch (fault) {
    return { kind: 'none', why: needs.broken(fault).text }
  }
}

/** Cut off by the end of Gatehouse, not by the caller, who is told that it ran in part. */
function inPart(result: CallResult): CallResult {
  const error = failure(
    CUT_OFF,
    'Gatehouse ended while this call ran, so it ran in part.',
    'Look at what it did before you make the call again.',
  )
  return {
    ...result,
    error,
    text: [`${error.text} ${error.hint}`, result.text].filter((part) => part !== '').join('\n'),
  }
}

const stopped = failure('call.cancelled', 'The call was stopped before it began.')

async function recheck(
  earlier: EvaluatedCall,
  route: Route,
  needs: RunDeps,
  moved: (judged: EvaluatedCall) => Promise<string | null>,
): Promise<Result<EvaluatedCall, Failure>> {
  const again = await evaluate(earlier.call, needs, earlier)
  if (!again.ok) return again
  const now = again.value
  const changed = difference(earlier, now)
  if (changed !== null) return { ok: false, error: stale(changed) }
  const file = await moved(now)
  if (file !== null) return { ok: false, error: stale(file) }
  // A person's yes stands against a confirm; everything else needs the gate to say allow again.
  if (now.decision.effect === 'deny') return { ok: false, error: denial(now.decision) }
  if (route !== 'person' && now.decision.effect !== 'allow')
    return { ok: false, error: stale('the decision') }
  if (
    now.decision.by.kind === 'lease' &&
    route === 'lease' &&
    !needs.useLease(now.decision.by.id)
  ) {
    return { ok: false, error: stale('the lease, which was revoked') }
  }
  return again
}

function difference(earlier: EvaluatedCall, now: EvaluatedCall): string | null {
  if (earlier.definitionHash !== now.definitionHash) return 'the tool itself'
  if (earlier.requestHash !== now.requestHash) return 'the request'
  if (earlier.decision.policyHash !== now.decision.policyHash) return 'the policy'
  if (!sameTouches(earlier.decision.touches, now.decision.touches)) return 'what it would touch'
  return null
}

export const stale = (what: string): Failure =>
  failure(
    'call.stale',
    `Not run: ${what} changed after the decision.`,
    'Ask again if it is still wanted.',
  )

export const denial = (decision: Decision): Failure => {
  const why = decision.reasons.at(-1)
  return failure(
    `denied.${decision.by.kind}`,
    `Refused: ${why?.text ?? 'the policy says no.'}`,
    decision.by.kind === 'emergency-stop'
      ? 'Nothing runs until they say so. Stop here, and wait for them.'
      : 'Do not repeat the same call; find another way or tell the person.',
  )
}

/**
 * A decided call that did not run has an outcome too, so that no decision is left open in the
 * journal.
 */
export async function finishUnrun(
  { call: { tool } }: { readonly call: { readonly tool: string } },
  result: CallResult,
  needs: Pick<RunDeps, 'journal'>,
): Promise<CallResult> {
  await needs.journal(outcomeEntry(tool, result, [], null), 'owed')
  return result
}

function remember(
  { call, decision }: EvaluatedCall,
  result: CallResult,
  { memory }: RunDeps,
): void {
  if (result.text === '') return
  const source = {
    callId: call.id,
    tool: call.tool,
    from: placeOf(decision.touches),
    label: result.label,
  }
  memory.see(call.principal.session, { by: 'tool', text: result.text, source })
}
