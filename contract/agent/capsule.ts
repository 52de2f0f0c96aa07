// A run as one file: what its model answered, what its calls asked for, how they were decided and
// ended. It can be played again and compared with another, and it holds no secret. Pure.
import { z } from 'zod'
import { RunId } from '../ids.ts'
import { canonicalJson, Json, JsonObject } from '../json.ts'
import { Receipt } from '../journal/receipt.ts'

export const CapsuleEvent = z.strictObject({
  index: z.int().nonnegative(),
  kind: z.enum([
    ...(['run_start', 'user_message', 'provider_response', 'tool_request'] as const),
    ...(['policy_decision', 'memory_recall', 'delegation_start', 'tool_response'] as const),
    'run_end',
  ]),
  at: z.int(),
  /** How many answers the model had given by then, this one with it. */
  turn: z.int().nonnegative(),
  payload: JsonObject,
})
export type CapsuleEvent = z.infer<typeof CapsuleEvent>

export const Capsule = z.strictObject({
  format: z.literal('gatehouse.capsule.1'),
  run: RunId,
  madeAt: z.int(),
  agent: z.string(),
  model: z.string(),
  policyHashes: z.array(z.string()),
  promptHashes: z.array(z.string()),
  /** Everything that was set when it was captured, secrets replaced. */
  config: JsonObject,
  workspace: z.strictObject({
    root: z.string(),
    files: z.array(z.strictObject({ path: z.string(), size: z.int(), sha256: z.string() })),
    /** Too large, or more than are listed. */
    skipped: z.array(z.strictObject({ path: z.string(), why: z.string() })),
  }),
  events: z.array(CapsuleEvent),
  receipt: Receipt,
})
export type Capsule = z.infer<typeof Capsule>

/** What differs first, of two runs. `left` or `right` null: it is not there. */
export const CapsuleDifference = z.strictObject({
  equal: z.boolean(),
  left: z.int(),
  right: z.int(),
  first: z
    .strictObject({
      kind: z.string(),
      turn: z.int(),
      /** Which of that kind in that turn, from 0. */
      occurrence: z.int(),
      /** Path of the value that differs; empty where the whole event is missing. */
      path: z.string(),
      left: Json,
      right: Json,
    })
    .nullable(),
})
export type CapsuleDifference = z.infer<typeof CapsuleDifference>

/** What is another one each time says nothing. */
const CHANGING: ReadonlySet<string> = new Set(['callId', 'durationMs', 'run', 'promptHash'])

type Aligned = { readonly key: string; readonly event: CapsuleEvent; readonly occurrence: number }

function align(events: readonly CapsuleEvent[]): Aligned[] {
  const seen = new Map<string, number>()
  return events.map((event) => {
    const at = `${event.kind} ${event.turn}`
    const occurrence = seen.get(at) ?? 0
    seen.set(at, occurrence + 1)
    return { key: `${at} ${occurrence}`, event, occurrence }
  })
}

/** By kind, turn and occurrence, in the order of `left`; then what only `right` has. */
export function compareCapsules(left: Capsule, right: Capsule): CapsuleDifference {
  const [ours, theirs] = [align(left.events), align(right.events)]
  const counts = { left: ours.length, right: theirs.length }
  const others = new Map(theirs.map((each) => [each.key, each.event]))
  const known = new Set(ours.map(({ key }) => key))
  for (const { key, event, occurrence } of ours) {
    const other = others.get(key)
    const at = { kind: event.kind, turn: event.turn, occurrence }
    if (other === undefined)
      return {
        equal: false,
        ...counts,
        first: { ...at, path: '', left: event.payload, right: null },
      }
    const found = firstDifference(event.payload, other.payload, '')
    if (found !== null) return { equal: false, ...counts, first: { ...at, ...found } }
  }
  const extra = theirs.find(({ key }) => !known.has(key))
  if (extra === undefined) return { equal: true, ...counts, first: null }
  const { kind, turn, payload } = extra.event
  const { occurrence } = extra
  return {
    equal: false,
    ...counts,
    first: { kind, turn, occurrence, path: '', left: null, right: payload },
  }
}

type Found = { readonly path: string; readonly left: Json; readonly right: Json }

function firstDifference(left: Json, right: Json, path: string): Found | null {
  if (canonicalJson(left) === canonicalJson(right)) return null
  if (!isNode(left) || !isNode(right) || Array.isArray(left) !== Array.isArray(right))
    return { path, left, right }
  const [ours, theirs] = [Object.entries(left), new Map(Object.entries(right))]
  for (const [key, value] of ours) {
    if (CHANGING.has(key)) continue
    const below = path === '' ? key : `${path}.${key}`
    const other = theirs.get(key)
    if (other === undefined) return { path: below, left: value, right: null }
    const found = firstDifference(value, other, below)
    if (found !== null) return found
  }
  const added = [...theirs].find(([key]) => !CHANGING.has(key) && !Object.hasOwn(left, key))
  return added === undefined
    ? null
    : { path: path === '' ? added[0] : `${path}.${added[0]}`, left: null, right: added[1] }
}

const isNode = (value: Json): value is readonly Json[] | JsonObject =>
  typeof value === 'object' && value !== null
