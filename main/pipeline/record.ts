// Makes every journal entry of a call. Other steps write them; none makes one of its own.
import { hash } from 'node:crypto'
import type { Approval, ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Proof } from '../../contract/approval/proof.ts'
import type { Cut } from '../../contract/approval/result-review.ts'
import type { ApprovalRoute } from '../../contract/approval/approval-route.ts'
import type { CallResult, Route } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import { ResultHash } from '../../contract/ids.ts'
import type { ApprovalId, CallId, RequestHash } from '../../contract/ids.ts'
import { hideFields } from '../../contract/call/redaction/hide-fields.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import type { Reached } from '../../contract/call/powers/run-power.ts'
import type { AnsweredOn, Surface } from '../../contract/call/principal.ts'
import type { Rehearsal, RehearsalStarter, TriedHost } from '../../contract/call/rehearsal.ts'
import type { Result } from '../../contract/result.ts'
import type { Execution } from '../../contract/call/tool-source.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { UndoRecord } from '../../contract/call/undo.ts'
import { capabilityOf } from '../gate/phase.ts'
import type { EvaluatedCall } from './evaluate.ts'
import type { ToolCall } from './tool-call.ts'

type EntryOf<K extends JournalEntry['kind']> = Extract<JournalEntry, { kind: K }>
type AboutApproval = Pick<Approval, 'id' | 'callId' | 'tool'>

export const refusedEntry = (
  { id, principal, channel, runId, tool }: Omit<ToolCall, 'args'>,
  error: Failure,
): EntryOf<'refused'> => ({ kind: 'refused', callId: id, principal, channel, runId, tool, error })

/**
 * Before anything runs. `args` are those that a person is shown; what only the journal hides is
 * hidden here.
 */
export const decisionEntry = (
  { call, tool, action, requestHash, origins, taint, decision, request }: EvaluatedCall,
  args: JsonObject,
): EntryOf<'decision'> => ({
  kind: 'decision',
  callId: call.id,
  principal: call.principal,
  channel: call.channel,
  runId: call.runId,
  tool: tool.manifest.name,
  capability: request.phase === undefined ? tool.manifest.id : capabilityOf[request.phase.kind],
  action,
  args: hideFields(args, tool.manifest.redaction.journal ?? []),
  requestHash,
  origins: [...origins],
  taint,
  decision,
  ...(call.promptHash === undefined ? {} : { promptHash: call.promptHash }),
})

/** `replaced`: the approval in whose place it is asked for. */
export const askedEntry = (
  {
    id,
    callId,
    tool,
    expiresAt,
    again,
    review,
  }: AboutApproval & Pick<Approval, 'expiresAt' | 'again' | 'review'>,
  replaced: ApprovalId | null,
): EntryOf<'asked'> => ({
  kind: 'asked',
  callId,
  tool,
  approvalId: id,
  expiresAt,
  ...(review === null ? {} : { about: 'result' as const }),
  ...(replaced === null || again === null ? {} : { again: { of: replaced, why: again } }),
})

/** `edited`: of the arguments as a person changed them. */
export type Answered = {
  readonly answer: ApprovalAnswer
  readonly route: ApprovalRoute
  readonly surface: AnsweredOn | null
  readonly stepUp?: Proof['kind'] | undefined
  readonly word?: string | undefined
  readonly edited?: RequestHash | undefined
  /** It was about what the call brought back, not about the call. */
  readonly about?: 'result' | undefined
  readonly cut?: Cut | undefined
  /** The second person. */
  readonly second?: EntryOf<'answered'>['second']
}

export const answeredEntry = (
  { id, callId, tool }: AboutApproval,
  { answer, route, surface, stepUp, word, edited, about, cut, second }: Answered,
): EntryOf<'answered'> => ({
  kind: 'answered',
  callId,
  tool,
  approvalId: id,
  answer,
  route,
  surface,
  ...(stepUp === undefined ? {} : { stepUp }),
  ...(word === undefined ? {} : { word }),
  ...(edited === undefined ? {} : { edited }),
  ...(about === undefined ? {} : { about }),
  ...(cut === undefined ? {} : { cut }),
  ...(second === undefined ? {} : { second }),
})

/** A command in its layer. */
export const stagedEntry = (
  { id, tool }: Pick<ToolCall, 'id' | 'tool'>,
  { change, files = 0, hosts = [], exitCode = null, why = null }: StagedStep,
): EntryOf<'staged'> => ({
  kind: 'staged',
  callId: id,
  tool,
  change,
  files,
  exitCode,
  why,
  hosts: [...hosts],
})

type StagedStep = {
  readonly change: EntryOf<'staged'>['change']
  readonly files?: number
  readonly hosts?: readonly TriedHost[]
  readonly exitCode?: number | null
  readonly why?: string | null
}

/** Before the effect: without an outcome after it, the end is unknown. */
export const runningEntry = ({ id, tool }: ToolCall, route: Route): EntryOf<'running'> => ({
  kind: 'running',
  callId: id,
  tool,
  route,
})

/** What is known of a call that ran. `sandbox`: what confined it. */
export type Ran = {
  readonly touched?: readonly CanonicalTouch[]
  readonly sandbox?: string | null
  readonly undo?: UndoRecord | null
  readonly reached?: readonly Reached[]
  readonly readBack?: readonly ReadBack[]
  /** The call whose answer it was given again. */
  readonly repeats?: CallId | null
  readonly execution?: Execution
}

export const outcomeEntry = (
  tool: string,
  result: CallResult,
  {
    touched = [],
    sandbox = null,
    undo = null,
    reached = [],
    readBack = [],
    repeats = null,
    execution,
  }: Ran = {},
): EntryOf<'outcome'> => ({
  kind: 'outcome',
  callId: result.requestId,
  tool,
  status: result.status,
  route: result.route,
  durationMs: result.durationMs,
  bytes: bytesOf(result.text, result.stdout, result.stderr),
  exitCode: result.exitCode,
  truncated: result.truncated,
  label: result.label,
  flags: result.flags,
  touched: touched.slice(0, MOST_TOUCHED),
  ...(touched.length <= MOST_TOUCHED ? {} : { touchedMore: touched.length - MOST_TOUCHED }),
  sandbox,
  error: result.error,
  ...(reached.length === 0 ? {} : { reached: [...reached] }),
  ...(readBack.length === 0 ? {} : { readBack: [...readBack] }),
  ...(repeats === null ? {} : { repeats }),
  ...(result.status === 'done' || result.status === 'failed'
    ? { resultHash: resultHash(result) }
    : {}),
  ...(undo === null ? {} : { undo }),
  ...(result.status === 'done' && execution?.kind === 'client' ? { leftTo: execution.agent } : {}),
})

/** What its caller is given, before a person leaves lines of it out. */
const resultHash = ({ text, data, stdout, stderr, content = [] }: CallResult): ResultHash =>
  ResultHash.parse(hash('sha256', canonicalJson({ text, data, stdout, stderr, content }), 'hex'))

/** The row of the decision holds all of them; twice they would be most of the journal. */
const MOST_TOUCHED = 64

const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

/** Before a rehearsal: as with every run, without the entry nothing starts. */
export const rehearsingEntry = (
  { id, callId, tool }: AboutApproval,
  by: RehearsalStarter,
  surface: Surface | null,
): EntryOf<'rehearsing'> => ({ kind: 'rehearsing', callId, tool, approvalId: id, by, surface })

export function rehearsedEntry(
  { id, callId, tool }: AboutApproval,
  outcome: Result<Rehearsal, Failure>,
  durationMs: number,
): EntryOf<'rehearsed'> {
  const about = { kind: 'rehearsed', callId, tool, approvalId: id, durationMs } as const
  const none = { view: null, changes: 0, hosts: [], exitCode: null }
  if (!outcome.ok) return { ...about, ...none, error: outcome.error }
  const { view, counts, hosts, end } = outcome.value
  const changes = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const exitCode = end.kind === 'exited' ? end.code : null
  return { ...about, view, changes, hosts, exitCode, error: null }
}
