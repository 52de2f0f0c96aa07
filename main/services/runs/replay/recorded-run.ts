// What a capsule holds of one run, as a replay takes it: messages, answers, results, each given out
// once and in order. Pure bookkeeping.
import { z } from 'zod'
import {
  CapsulePicture,
  type CapsuleEvent,
  type CapsuleScript,
} from '../../../../contract/agent/capsule.ts'
import { AnswerEnd, type Run } from '../../../../contract/agent/run.ts'
import { Route, CallStatus } from '../../../../contract/call/call.ts'
import { SourceLabel } from '../../../../contract/call/origin.ts'
import { Failure } from '../../../../contract/failure.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { canonicalJson, Json, type JsonObject } from '../../../../contract/json.ts'

const Message = z.object({
  text: z.string(),
  attached: z.array(z.string()),
  by: z.enum(['person', 'agent']),
})
export type RecordedMessage = z.infer<typeof Message> & { readonly turn: number }

const Answer = z.object({
  text: z.string(),
  calls: z.array(z.strictObject({ id: z.string(), name: z.string(), args: Json })),
  end: z.union([z.literal('said'), AnswerEnd]),
})
export type RecordedAnswer = z.infer<typeof Answer>

const Request = z.object({ callId: z.string(), tool: z.string(), args: Json, by: z.string() })

const Outcome = z.object({
  status: CallStatus,
  ok: z.boolean(),
  route: Route,
  exitCode: z.int().nullable(),
  text: z.string(),
  truncated: z.boolean(),
  stored: z.strictObject({ chars: z.int().positive(), from: z.int().nonnegative() }).nullable(),
  label: SourceLabel,
  holdsPrivate: z.boolean(),
  flags: z.array(z.string()),
  error: Failure.nullable(),
  pictures: z.array(CapsulePicture).optional(),
})

/** One call as it was made. `outcome` null: its end is not in the capsule. */
export type RecordedCall = {
  readonly tool: string
  readonly args: Json
  readonly by: string
  readonly turn: number
  readonly decisions: readonly CapsuleEvent[]
  readonly outcome: z.infer<typeof Outcome> | null
  readonly resultHash: string | null
  /** Sub-agents that it started. */
  readonly started: readonly RunId[]
}

export type RecordedRun = {
  readonly run: Run
  /** The next message that came when so many answers had been given; null: none. */
  nextMessage(): RecordedMessage | null
  /** The first answer that was not played; null: none is left. */
  nextAnswer(): RecordedAnswer | null
  /** How many answers were played. */
  played(): number
  /** How many answers come before the next message, or before the end. */
  answersDue(): number
  /** A call of that tool with these arguments that was not played; null: there was none. */
  takeCall(tool: string, args: Json): RecordedCall | null
  /** Where the workspace told its agents how things are done; null: nothing was read. */
  readonly instructions: string | null
  /** What the loop asked for by itself after the answers that were played so far, each once. */
  fetched(): readonly Json[]
  /** Everything that was recorded has been played. */
  isOver(): boolean
}

export function recordedRun(script: CapsuleScript, run: Run): RecordedRun {
  const events = script.events.filter((event) => event.run === run.id)
  const payloads = <T>(kind: CapsuleEvent['kind'], schema: z.ZodType<T>) =>
    events.flatMap((event) => {
      const parsed = event.kind === kind ? schema.safeParse(event.payload) : null
      return parsed?.success === true ? [{ ...parsed.data, turn: event.turn }] : []
    })
  const messages = payloads('user_message', Message)
  const answers = payloads('provider_response', Answer)
  const calls = callsIn(events, script)
  const byKey = new Map<string, RecordedCall[]>()
  for (const call of calls) {
    const key = keyOf(call.tool, call.args)
    byKey.set(key, [...(byKey.get(key) ?? []), call])
  }
  const fetches = calls.filter(({ by }) => by === 'loop')
  let [said, played, fetched] = [0, 0, 0]
  return {
    run,
    nextMessage() {
      const next = messages[said]
      if (next === undefined || next.turn > played) return null
      said += 1
      return next
    },
    nextAnswer() {
      const next = answers[played] ?? null
      if (next !== null) played += 1
      return next
    },
    played: () => played,
    answersDue: () => messages[said]?.turn ?? answers.length,
    takeCall: (tool, args) => byKey.get(keyOf(tool, args))?.shift() ?? null,
    instructions: pathIn(calls.find(({ by }) => by === 'instructions')?.args ?? null),
    fetched() {
      const due = fetches.slice(fetched).filter(({ turn }) => turn <= played)
      fetched += due.length
      return due.map(({ args }) => args)
    },
    isOver: () => played === answers.length && said === messages.length,
  }
}

const keyOf = (tool: string, args: Json): string => `${tool} ${canonicalJson(args)}`

function pathIn(args: Json): string | null {
  const path = z.object({ path: z.string() }).safeParse(args)
  return path.success ? path.data.path : null
}

function callsIn(events: readonly CapsuleEvent[], { runs }: CapsuleScript): RecordedCall[] {
  const behind = Map.groupBy(events, ({ payload }) => payload['callId'])
  return events.flatMap((event) => {
    const request = event.kind === 'tool_request' ? Request.safeParse(event.payload) : null
    if (request?.success !== true) return []
    const { callId, tool, args, by } = request.data
    const own = behind.get(callId) ?? []
    const response = own.find(({ kind }) => kind === 'tool_response')
    return [
      {
        tool,
        args,
        by,
        turn: event.turn,
        decisions: own.filter(({ kind }) => DECIDED.has(kind)),
        outcome: Outcome.safeParse(response?.payload).data ?? null,
        resultHash: textIn(response?.payload, 'resultHash'),
        started: runs.filter(({ parent }) => parent?.call === callId).map(({ id }) => id),
      },
    ]
  })
}

const DECIDED: ReadonlySet<CapsuleEvent['kind']> = new Set([
  'policy_decision',
  'memory_recall',
  'delegation_start',
])

function textIn(payload: JsonObject | undefined, key: string): string | null {
  const value = payload?.[key]
  return typeof value === 'string' ? value : null
}
