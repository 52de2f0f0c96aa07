// Holds a result until a person has read it, where that is set for its tool or its server. The call
// has run, and its end is in the journal; what waits is what its asker gets of it. Nothing of the
// result leaves before the answer, and only what the card shows leaves after it.
import type { Approval } from '../../contract/approval/approval.ts'
import { withoutLines } from '../../contract/approval/result-review.ts'
import type { ResultReview } from '../../contract/approval/result-review.ts'
import { CallResult } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import { ApprovalId, RequestHash } from '../../contract/ids.ts'
import { canonicalJson, JsonObject } from '../../contract/json.ts'
import type { DecidedCall, EvaluateDeps } from './evaluate.ts'
import { remember } from './finish.ts'
import { newId } from './new-id.ts'
import type { PipelineDeps } from './pipeline-deps.ts'
import type { Review } from './review-port.ts'
import { endFailure } from './end-failure.ts'
import type { Cleaning } from './result/sanitize-output.ts'
import { shownAgain } from './shown-args.ts'
import { waitFor } from './hold/waiters.ts'
import type { HoldDeps } from './hold/hold.ts'

/** @param signal aborted when the asker does not want it any more: it is withheld then. */
export function openReview(signal: AbortSignal, { deps, queue, waiters }: HoldDeps): Review {
  return async (ran, result) => {
    const { call } = ran
    try {
      const review = reviewOf(ran, result, deps)
      if (review.text.trim() === '' && review.data === null && review.unshown.length === 0) {
        remember(ran, result, { readBack: [] }, deps)
        return result
      }
      const answer = Promise.withResolvers<CallResult>()
      const approval = heldResult(ran, review, await argsOf(ran, deps), deps)
      const waiting = { callId: call.id, runId: call.runId, wake: answer.resolve }
      const stored = JsonObject.parse({ result: bare(result) })
      const asked = await queue.ask(approval, stored, ({ id }) => {
        waitFor(id, waiting, { signal, ending: deps.ending() }, { deps, queue, waiters })
        deps.changed(call.id, call.runId, {
          kind: 'held',
          approvalId: id,
          decision: approval.decision,
        })
      })
      return asked.ok ? await answer.promise : withheld(result, asked.error.text)
    } catch (fault) {
      return withheld(result, deps.broken(fault).text)
    }
  }
}

/** Where nobody can be asked. */
export const nobodyReviews: Review = (_ran, result) =>
  Promise.resolve(withheld(result, 'Nobody can be asked to read it here.'))

const UNSHOWN: Readonly<Record<string, string>> = {
  image: 'a picture',
  audio: 'a sound',
  blob: 'a file',
}

function reviewOf(
  { requestHash }: DecidedCall,
  result: CallResult,
  { flaggedLines }: Pick<PipelineDeps, 'flaggedLines'>,
): ResultReview {
  const { text, data, flags, label, ok, content = [] } = result
  const same = data !== null && text.includes(JSON.stringify(data))
  return {
    of: requestHash,
    text,
    data: same ? null : data,
    flags: [...flags],
    label,
    ok,
    flagged: flags.length === 0 ? [] : flaggedLines(text),
    unshown: content.flatMap(({ kind }) => UNSHOWN[kind] ?? []),
  }
}

/** What is passed on is made of this and of what the card shows. */
const bare = ({ content: _parts, ...result }: CallResult): CallResult => ({
  ...result,
  stdout: '',
  stderr: '',
})

function heldResult(
  {
    call,
    tool,
    action,
    decision: { approvers: _ofCall, ...decision },
    definitionHash,
  }: DecidedCall,
  review: ResultReview,
  args: JsonObject,
  deps: Pick<PipelineDeps, 'now' | 'timeoutMs' | 'provenance'> & Pick<EvaluateDeps, 'sha256'>,
): Approval {
  const createdAt = deps.now()
  return {
    id: ApprovalId.parse(newId('apr')),
    callId: call.id,
    runId: call.runId,
    createdAt,
    expiresAt: createdAt + deps.timeoutMs(),
    principal: call.principal,
    channel: call.channel,
    tool: tool.manifest.name,
    title: tool.manifest.title,
    action,
    // Not for a client's own prompt, which shows nothing of the result; and to read needs no proof.
    decision: { ...decision, effect: 'confirm', tier: 'R3', stepUp: false },
    args,
    origins: [],
    taint: deps.provenance.taint(call.principal.session),
    previews: [],
    // Of this one result: the same call asked again must not join it.
    requestHash: RequestHash.parse(deps.sha256(canonicalJson({ resultOf: call.id }))),
    definitionHash,
    policyHash: decision.policyHash,
    fileHashes: {},
    answers: ['once', 'deny-once'],
    proposals: [],
    durations: [],
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
    route: null,
    word: null,
    edited: null,
    undo: null,
    again: null,
    rehearsal: null,
    staged: null,
    untried: null,
    review,
    cut: null,
  }
}

const argsOf = (ran: DecidedCall, deps: Cleaning): Promise<JsonObject> =>
  shownAgain(ran, { requestHash: NO_REQUEST, args: {} }, deps)

const NO_REQUEST = RequestHash.parse('0'.repeat(64))

/**
 * What the asker gets, from the rows alone: the same in the process that asked and in a later one.
 * @param stored as it was given to the queue; null: it is not there any more
 */
export function answeredReview(approval: Approval, stored: JsonObject | null): CallResult | null {
  const result = CallResult.safeParse(stored?.['result']).data
  const { review, cut, state } = approval
  if (result === undefined || review === null) return null
  if (state !== 'approved' && state !== 'consumed') return withheld(result, whyWithheld(approval))
  const passed: CallResult = {
    ...result,
    text: review.text,
    data: cut === null ? review.data : null,
  }
  const notes = review.unshown.map(
    (part) => `[Gatehouse: ${part} was withheld: it cannot be reviewed]`,
  )
  const text = cut === null ? review.text : withoutLines(review.text, cut)
  return { ...passed, text: [text, ...notes].filter((part) => part !== '').join('\n') }
}

function whyWithheld(approval: Approval): string {
  if (approval.route !== 'person')
    return endFailure(approval).text.replace('the call was denied', 'the result was withheld')
  const { word } = approval
  return `A person read it and withheld it.${word === null || word === '' ? '' : ` They add: ${word}`}`
}

/** It has run, and says so; nothing of what it brought back is in here. */
export const withheld = (result: CallResult, why: string): CallResult => ({
  ...bare(result),
  text: `The call ran (${result.status}), and its result is withheld. ${why} Do not make the same call again to get it.`,
  data: null,
  exitCode: null,
  truncated: false,
  label: 'workspace',
  flags: [],
  error:
    result.error === null
      ? null
      : failure('result.withheld', 'The result of this call is withheld.'),
})
