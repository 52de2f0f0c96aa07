// Step 3: holds a call until a person answers. Builds every approval, the first of a call and each
// one that replaces it, and holds those who wait for the answer.
import { CallFacts } from '../../../contract/approval/call-facts.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import { ApprovalId } from '../../../contract/ids.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { UndoForecast } from '../../../contract/call/undo.ts'
import type { DecidedCall, EvaluatedCall } from '../evaluate.ts'
import { finishUnrun } from '../finish.ts'
import { newId } from '../new-id.ts'
import { offeredAnswers } from './offered-answers.ts'
import type { HeldQueue, PipelineDeps } from '../pipeline-deps.ts'
import { refusal } from '../refusals.ts'
import { discardStaged } from '../staging/stage.ts'
import type { StagedChanges } from '../staging/stage-port.ts'
import { waitFor } from './waiters.ts'
import type { Signals, Waiters } from './waiters.ts'

/** What is known of a command before it is asked about: what it did in a copy, or why it ran in none. */
export type Tried = { readonly changes: StagedChanges | null; readonly untried: string | null }
const notTried: Tried = { changes: null, untried: null }

/** The approval that another one replaces, and why it does. */
export type Replaced = {
  readonly approval: Approval
  /** A person changed the arguments. */
  readonly edited?: boolean
  /** Why its answer was not used. */
  readonly again?: string
}

/**
 * @param shownArgs the arguments without secrets. @param replaced null for the first of a call.
 * @param tried what its command did in a layer, where it has run there.
 */
export async function buildApproval(
  evaluated: EvaluatedCall,
  shownArgs: JsonObject,
  replaced: Replaced | null,
  deps: PipelineDeps,
  { changes, untried }: Tried = notTried,
): Promise<Approval> {
  const { call, tool, action, decision, origins, taint, requestHash, definitionHash } = evaluated
  const [previews, fileHashes, undo, facts] =
    changes === null
      ? await Promise.all([
          deps.previews(evaluated),
          deps.fileHashes(evaluated),
          undoForecast(evaluated, deps),
          shownFacts(evaluated, deps),
        ])
      : [[], {}, undoOfCommit(changes), null]
  const id = ApprovalId.parse(newId('apr'))
  // One that replaces another was first asked for when that was.
  const createdAt = replaced?.approval.createdAt ?? deps.now()
  const before = replaced?.approval
  return {
    id,
    callId: call.id,
    runId: call.runId,
    createdAt,
    // One that replaces another has no more time than the first.
    expiresAt: before?.expiresAt ?? createdAt + deps.timeoutMs(),
    principal: call.principal,
    channel: call.channel,
    tool: tool.manifest.name,
    title: tool.manifest.title,
    action,
    decision,
    args: shownArgs,
    origins: [...origins],
    taint,
    previews: [...previews],
    requestHash,
    definitionHash,
    policyHash: decision.policyHash,
    fileHashes: { ...fileHashes },
    ...(facts === null ? {} : { facts }),
    ...offeredAnswers(id, evaluated, shownArgs, {
      roots: deps.policy().roots,
      verbLength: deps.verbLength,
    }),
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
    route: null,
    word: null,
    edited: before?.edited ?? (replaced?.edited === true ? replaced.approval.args : null),
    undo,
    again:
      replaced?.again ??
      (before === undefined ? deps.earlierRun(call.principal, requestHash) : before.again),
    rehearsal: changes?.rehearsal ?? null,
    staged: changes === null ? null : { conflicts: [...changes.conflicts] },
    untried,
    review: null,
    cut: null,
  }
}

/** Without secrets; none where what is left of them is no fact any more. */
async function shownFacts(
  evaluated: EvaluatedCall,
  { redactJson, factsNow, now }: Pick<PipelineDeps, 'redactJson' | 'factsNow' | 'now'>,
): Promise<CallFacts | null> {
  const { tool, read, decision } = evaluated
  const own = tool.facts?.(read.input, { now: now(), touches: decision.touches })
  const facts = (own ?? (await factsNow?.(evaluated)) ?? null) as Json
  if (facts === null) return null
  const shown = await redactJson(facts, [], tool.manifest.name)
  return CallFacts.safeParse(shown).data ?? null
}

const undoForecast = async (call: DecidedCall, deps: PipelineDeps): Promise<UndoForecast | null> =>
  call.execution.kind === 'client'
    ? { kind: 'none', text: 'This cannot be undone here: the agent runs it itself.' }
    : deps.undo.forecast(call)

const undoOfCommit = ({ facts }: StagedChanges): UndoForecast =>
  facts.whole
    ? {
        kind: 'files',
        text: 'Gatehouse keeps what these changes replace, so all of it can be undone.',
      }
    : {
        kind: 'none',
        text: 'Not all of what these changes replace can be kept, so they cannot be undone.',
      }

export type HoldDeps = {
  readonly deps: PipelineDeps
  readonly queue: Pick<HeldQueue, 'ask' | 'cancel'>
  readonly waiters: Waiters
}

/**
 * Ends when the approval is pending or cannot be asked for; the promise it gives back keeps nothing
 * of the call but who waits for it.
 */
export async function hold(
  evaluated: EvaluatedCall,
  shownArgs: JsonObject,
  signals: Signals,
  holding: HoldDeps,
  tried: Tried = notTried,
): Promise<CallResult> {
  const { deps, queue } = holding
  const { call, decision, execution, args } = evaluated
  const answer = Promise.withResolvers<CallResult>()
  const staged = tried.changes !== null
  const refuse = async (error: Parameters<typeof refusal>[2]): Promise<CallResult> => {
    if (staged) await discardStaged(call, 'nobody could be asked', deps)
    return finishUnrun(call.tool, refusal(call.id, 'refused', error, decision), deps, execution)
  }
  try {
    const approval = await buildApproval(evaluated, shownArgs, null, deps, tried)
    const waiting = { callId: call.id, runId: call.runId, wake: answer.resolve }
    const asked = await queue.ask(approval, args, ({ id }) => {
      waitFor(id, waiting, signals, holding)
      deps.changed(call.id, call.runId, { kind: 'held', approvalId: id, decision })
    })
    if (!asked.ok) return await refuse(asked.error)
    // The same was asked already: what that one did is what is decided.
    if (staged && asked.value.callId !== call.id)
      await discardStaged(call, 'the same call waits already', deps)
  } catch (fault) {
    // Its decision is written, so its end is too, whatever breaks before it is pending. Not caught
    // from outside: that would keep the call.
    return refuse(deps.broken(fault))
  }
  return answer.promise
}
