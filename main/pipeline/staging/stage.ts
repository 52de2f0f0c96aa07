// Runs a held command first where it cannot matter, in a layer over the workspace, and decides by
// what it did there. What changes nothing needs nobody; what changes files is asked about as the
// change of these files.
import type { CallResult, Route } from '../../../contract/call/call.ts'
import type { Decision } from '../../../contract/policy/decision.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { ProgramEnds } from '../../../contract/call/work-signal.ts'
import { decideFor } from '../../gate/decide-for.ts'
import { makerOf } from '../maker-of.ts'
import { mint } from '../../gate/permit.ts'
import { commitRequest, mayStage, stageRequest } from '../../gate/phase.ts'
import type { EvaluatedCall } from '../evaluate.ts'
import { finishRun, finishUnrun } from '../finish.ts'
import type { FinishedRun } from '../finish.ts'
import type { Review } from '../review-port.ts'
import type { ExecuteDeps } from '../pipeline-deps.ts'
import { decisionEntry, stagedEntry } from '../record.ts'
import { refusal } from '../refusals.ts'
import { runTool } from '../run-tool.ts'
import type { Executed } from '../run-tool.ts'
import { shownArgs } from '../shown-args.ts'
import type { StagedChanges } from './stage-port.ts'

/** A call whose command has run in a layer; decided by what a commit would change. */
export type StagedCall = { readonly evaluated: EvaluatedCall; readonly changes: StagedChanges }

/**
 * ended: it is over, one way or the other. changed: whether its changes become real is to be
 * decided, and `staged.evaluated` says how. live: decided as if nothing had been tried.
 */
export type Staging =
  /** `finish` writes its end and gives the result. */
  | { readonly kind: 'ended'; readonly finish: () => Promise<CallResult> }
  | { readonly kind: 'changed'; readonly staged: StagedCall }
  | Live

/** `untried`: why what it does was not shown first, for its card; null: nothing of it could be. */
type Live = { readonly kind: 'live'; readonly untried: string | null }

/** The decision to run it in a layer; null where it is not run there unasked. */
export function stageDecision(
  { call, request, decision, execution }: EvaluatedCall,
  deps: Pick<ExecuteDeps, 'policy' | 'staging'>,
): Decision | null {
  if (execution.kind === 'client' || !mayStage(request, decision)) return null
  if (!deps.staging.possible()) return null
  const staged = decideFor(stageRequest(request), makerOf(call.principal), deps.policy)
  return staged.effect === 'allow' ? staged : null
}

/** Only of what would have been tried first if it could be. */
function whyUntried(
  { request, decision, execution }: EvaluatedCall,
  { staging }: Pick<ExecuteDeps, 'staging'>,
): string | null {
  if (execution.kind === 'client' || !mayStage({ ...request, sandboxed: true }, decision))
    return null
  const missing = staging.missing()
  if (missing === null) return null
  const { text, hint = '' } = missing
  return `${text.replace(COMMANDS, 'Not tried in a copy first:')} ${hint}`.trim()
}

const unshown = (why: string): string =>
  `What it does could not be shown first: ${why}${why.endsWith('.') ? '' : '.'}`

/** What the same sentence says of all commands. */
const COMMANDS = 'Commands are not tried in a copy first:'

/**
 * @param signal ends the run. Nothing of it is real, so a call that is stopped here has touched
 *   nothing.
 */
export async function stage(
  evaluated: EvaluatedCall,
  signal: AbortSignal,
  deps: ExecuteDeps,
  review: Review,
): Promise<Staging> {
  const decision = stageDecision(evaluated, deps)
  if (decision === null) return { kind: 'live', untried: whyUntried(evaluated, deps) }
  const { call, requestHash } = evaluated
  const staged = { ...evaluated, request: stageRequest(evaluated.request), decision }
  const refuse = (route: Route, error: Failure): Staging => ({
    kind: 'ended',
    finish: () => finishUnrun(call.tool, refusal(call.id, route, error, decision), deps),
  })
  const [decided, started] = await Promise.all([
    deps.journal(decisionEntry(staged, await shownArgs(staged, deps))),
    deps.journal(stagedEntry(call, { change: 'started' })),
  ])
  if (!decided.ok) return refuse('refused', decided.error)
  if (!started.ok) return refuse('refused', started.error)

  deps.rate.count(call.principal.session, call.tool)
  deps.changed(call.id, call.runId, { kind: 'running', decision, staged: true })
  const opened: { end?: ReturnType<typeof deps.staging.run>['end'] } = {}
  const executed = await runTool(
    mint(call.id, requestHash, decision.touches),
    staged,
    (request) => {
      const { powers, end } = deps.staging.run(request)
      opened.end = end
      return powers
    },
    signal,
    (stream, text) =>
      deps.reviewed(staged) ? undefined : deps.output(call.id, call.runId, stream, text),
    deps.monotonic,
  )
  if (signal.aborted) {
    await deps.staging.discard(call.id)
    return refuse(stoppedBy(signal, deps), stopped)
  }
  const end = (await opened.end?.()) ?? { kind: 'live' as const, why: 'nothing ran', hosts: [] }
  const exitCode = executed.output.ok ? (executed.output.value.exitCode ?? null) : null
  switch (end.kind) {
    case 'unchanged':
      deps.journal(stagedEntry(call, { change: 'ended', exitCode }), 'soon').catch(deps.broken)
      return { kind: 'ended', finish: () => unchanged(staged, executed, { signal, review }, deps) }
    case 'live':
      await deps.staging.discard(call.id)
      await deps.journal(
        stagedEntry(call, { change: 'discarded', why: end.why, hosts: end.hosts, exitCode }),
        'owed',
      )
      return { kind: 'live', untried: whyUntried(evaluated, deps) ?? unshown(end.why) }
    case 'changed': {
      const { changes } = end
      const changed = await commitPhase(evaluated, changes, deps)
      const files = changes.touches.length
      const row = { change: 'ended' as const, files, exitCode }
      await deps.journal(stagedEntry(call, row), 'owed')
      if (changed.ok) return { kind: 'changed', staged: { evaluated: changed.value, changes } }
      await discardStaged(call, changed.error.text, deps)
      return { kind: 'live', untried: unshown(changed.error.text) }
    }
  }
}

/**
 * The same call, decided by what a commit would change. Failures: why one of the paths cannot be
 * resolved.
 * @param evaluated as it was asked for.
 */
export async function commitPhase(
  evaluated: EvaluatedCall,
  { touches, facts }: StagedChanges,
  deps: ExecuteDeps,
): Promise<Result<EvaluatedCall, Failure>> {
  const { call } = evaluated
  const canonical: CanonicalTouch[] = []
  for (const touch of touches) {
    const found = await deps.canonicalEntry(touch)
    if (!found.ok) return found
    canonical.push(found.value)
  }
  const request = commitRequest(evaluated.request, canonical, facts)
  const decision = decideFor(request, makerOf(call.principal), deps.policy)
  return ok({ ...evaluated, request, decision })
}

/** Thrown away, and the journal says why. */
export async function discardStaged(
  call: Pick<EvaluatedCall['call'], 'id' | 'tool'>,
  why: string,
  deps: Pick<ExecuteDeps, 'staging' | 'journal'>,
): Promise<void> {
  await deps.staging.discard(call.id)
  await deps.journal(stagedEntry(call, { change: 'discarded', why }), 'owed')
}

const stoppedBy = (signal: AbortSignal, deps: Pick<ExecuteDeps, 'frozen'>): Route => {
  if (deps.frozen()) return 'emergency-stop'
  return signal.reason instanceof ProgramEnds ? 'program-end' : 'cancelled'
}

const noEffect = {
  code: 'stage.unchanged',
  text: 'It ran in a staged copy of the workspace and changed nothing.',
}

async function unchanged(
  staged: EvaluatedCall,
  executed: Executed,
  waiting: Pick<FinishedRun, 'signal' | 'review'>,
  deps: ExecuteDeps,
): Promise<CallResult> {
  const decision = { ...staged.decision, reasons: [...staged.decision.reasons, noEffect] }
  const ran = { ...staged, decision }
  return finishRun(ran, ran, executed, { route: 'policy', stored: null, ...waiting }, deps)
}

const stopped = failure(
  'call.cancelled',
  'The call was stopped. It had run in a staged copy only, so nothing was changed.',
)
