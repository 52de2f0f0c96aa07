// Makes a capsule of a run: from its transcript, its rows in the journal, what is set, and the files
// of the workspace. Every text goes through the redactor once more.
import type { Capsule, CapsuleEvent } from '../../../contract/agent/capsule.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { categoryOf } from '../../../contract/journal/decision-category.ts'
import type { JournalEntry, JournalRow } from '../../../contract/journal/journal.ts'
import type { Receipt, RequestId } from '../../../contract/journal/receipt.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type CaptureDeps = {
  readonly ofCall: (callId: CallId) => readonly JournalRow[]
  readonly receipt: (id: RequestId) => Promise<Result<Receipt, Failure>>
  readonly config: () => JsonObject
  readonly snapshot: () => Promise<Capsule['workspace']>
  readonly redact: (value: JsonObject) => Promise<JsonObject>
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** Of what a tool gave; its hash is beside it. */
const MOST_TEXT = 4_000

export async function captureRun(
  run: Run,
  items: readonly RunItem[],
  deps: CaptureDeps,
): Promise<Result<Capsule, Failure>> {
  const receipt = await deps.receipt(run.id)
  if (!receipt.ok) return receipt
  const events: CapsuleEvent[] = []
  for (const event of eventsOf(run, items, deps.ofCall))
    events.push({ ...event, index: events.length, payload: await deps.redact(event.payload) })
  return ok({
    format: 'gatehouse.capsule.1',
    run: run.id,
    madeAt: deps.now(),
    agent: run.agent,
    model: run.model,
    policyHashes: receipt.value.policyHashes,
    promptHashes: receipt.value.promptHashes,
    config: await deps.redact(deps.config()),
    workspace: await deps.snapshot(),
    events,
    receipt: receipt.value,
  })
}

type Event = Omit<CapsuleEvent, 'index'>

function eventsOf(
  run: Run,
  items: readonly RunItem[],
  ofCall: CaptureDeps['ofCall'],
): readonly Event[] {
  const events: Event[] = [
    {
      kind: 'run_start',
      at: run.createdAt,
      turn: 0,
      payload: { agent: run.agent, model: run.model },
    },
  ]
  let turn = 0
  for (const [position, item] of items.entries()) {
    switch (item.kind) {
      case 'user':
        events.push({
          ...{ kind: 'user_message', at: item.at, turn },
          payload: { text: item.text, attached: item.attached ?? [] },
        })
        break
      case 'assistant':
        turn += 1
        events.push({
          ...{ kind: 'provider_response', at: item.at, turn },
          payload: { text: item.text, calls: callsBehind(items, position) },
        })
        break
      case 'call':
        events.push(...callEvents(item, turn, ofCall(item.callId)))
        break
      case 'compacted':
      case 'notice':
        // For the person; what a model hears of it is in results.
        break
    }
  }
  events.push({ kind: 'run_end', at: run.updatedAt, turn, payload: { state: run.state } })
  return events
}

type CallItem = Extract<RunItem, { kind: 'call' }>

/** What the model asked for in that answer. */
function callsBehind(items: readonly RunItem[], position: number): JsonObject[] {
  const behind = items.slice(position + 1)
  const end = behind.findIndex(({ kind }) => kind === 'assistant' || kind === 'user')
  return (end === -1 ? behind : behind.slice(0, end)).flatMap((item) =>
    item.kind === 'call' && item.by === undefined
      ? [{ id: item.modelCallId, name: item.tool, args: item.args }]
      : [],
  )
}

function callEvents(item: CallItem, turn: number, rows: readonly JournalRow[]): Event[] {
  const { callId, tool, args, at, state } = item
  const events: Event[] = [
    { kind: 'tool_request', at, turn, payload: { callId, tool, args, by: item.by ?? 'model' } },
  ]
  for (const { at: decidedAt, entry } of rows) {
    if (entry.kind !== 'decision') continue
    const { effect, tier, by, policyHash } = entry.decision
    const { promptHash = null } = entry
    events.push({
      kind: kindOf(entry),
      at: decidedAt,
      turn,
      payload: { callId, tool, effect, tier, by: `${by.kind} ${by.id}`, policyHash, promptHash },
    })
  }
  if (state.kind !== 'ended') return events
  const { result } = state
  const end = rows.findLast(({ entry }) => entry.kind === 'outcome')
  events.push({
    ...{ kind: 'tool_response', at: end?.at ?? at, turn },
    payload: {
      ...{ callId, tool, status: result.status, ok: result.ok, exitCode: result.exitCode },
      text: result.text.slice(0, MOST_TEXT),
      resultHash: end?.entry.kind === 'outcome' ? (end.entry.resultHash ?? null) : null,
    },
  })
  return events
}

function kindOf(entry: Extract<JournalEntry, { kind: 'decision' }>): Event['kind'] {
  if (categoryOf(entry) === 'memory.recall') return 'memory_recall'
  return entry.tool === 'spawn' ? 'delegation_start' : 'policy_decision'
}
