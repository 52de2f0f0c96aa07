// What is kept for a person beside the memory of agents: decisions, delegations, reminders, alert
// rules, suggestions. One shape around, a body for each kind; every row is parsed by it.
import { z } from 'zod'
import { AlertCondition } from './alert-condition.ts'

export const Note = z.strictObject({ at: z.int(), text: z.string() })
export type Note = z.infer<typeof Note>

export const DecisionState = z.enum(['pending_execution', 'executed', 'deferred', 'reversed'])
export const DelegationState = z.enum(['open', 'in_progress', 'done', 'cancelled'])
export const ReminderState = z.enum(['open', 'completed'])
export const AlertState = z.enum(['enabled', 'disabled'])
/** `dismissed` is never suggested again; `used`: a person turned it into something. */
export const SuggestionState = z.enum(['open', 'dismissed', 'used'])
export const Priority = z.enum(['low', 'medium', 'high', 'critical'])
export type Priority = z.infer<typeof Priority>

const Day = z.iso.date().nullable()

const decision = z.strictObject({
  description: z.string(),
  context: z.string(),
  decidedBy: z.string(),
  owner: z.string(),
  followUp: Day,
  tags: z.array(z.string()),
  source: z.string(),
  notes: z.array(Note),
})
const delegation = z.strictObject({
  delegatedTo: z.string(),
  description: z.string(),
  due: Day,
  priority: Priority,
  source: z.string(),
  notes: z.array(Note),
})
const reminder = z.strictObject({
  list: z.string(),
  /** As it was given: a day, or a moment with its offset. */
  due: z.string().nullable(),
  /** In which days and moments are written. */
  zone: z.string(),
  /** As of calendars: 0 none, 1 the highest, 9 the lowest. */
  priority: z.int().min(0).max(9),
  notes: z.string(),
  /** The person was told. */
  shownAt: z.int().nullable(),
})
const alert = z.strictObject({
  description: z.string(),
  condition: AlertCondition,
  /** Of a watched file when the rule last looked; null: not looked at, or no such file. */
  seen: z.string().nullable(),
  checkedAt: z.int().nullable(),
  /** Since when it fires; null: it does not. */
  firingSince: z.int().nullable(),
  found: z.int().nullable(),
  /** When the person was told that it fires; null: not yet. */
  shownAt: z.int().nullable(),
  /** Silent until the condition was false once. */
  dismissed: z.boolean(),
})
const suggestion = z.strictObject({
  category: z.string(),
  why: z.string(),
  /** For one out of recorded use: what an agent made from it would be. */
  skill: z
    .strictObject({
      tools: z.array(z.string()),
      /** By tool, where all of its uses say which they were; left out: no tool has such. */
      actions: z.record(z.string(), z.array(z.string())).optional(),
      pattern: z.string(),
      times: z.int(),
    })
    .nullable(),
})
/** How often a tool was used for what, as agents note it. */
const usage = z.strictObject({
  tool: z.string(),
  /** Of a tool that has several; left out: it has none, or nobody said which. */
  action: z.string().optional(),
  times: z.int(),
  lastAt: z.int(),
})

const around = {
  id: z.int(),
  title: z.string(),
  /** When it wants attention; null: never. */
  dueAt: z.int().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** Who made it, by name. */
  madeBy: z.string(),
  /** Where text came from that anyone may have written and that may be in it; null: nowhere. */
  untrusted: z.string().nullable(),
}

export const StoredRecord = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('decision'), ...around, state: DecisionState, body: decision }),
  z.strictObject({
    of: z.literal('delegation'),
    ...around,
    state: DelegationState,
    body: delegation,
  }),
  z.strictObject({ of: z.literal('reminder'), ...around, state: ReminderState, body: reminder }),
  z.strictObject({ of: z.literal('alert'), ...around, state: AlertState, body: alert }),
  z.strictObject({
    of: z.literal('suggestion'),
    ...around,
    state: SuggestionState,
    body: suggestion,
  }),
  z.strictObject({ of: z.literal('usage'), ...around, state: z.literal('open'), body: usage }),
])
export type StoredRecord = z.infer<typeof StoredRecord>
export const RecordKind = z.enum(StoredRecord.options.map(({ shape }) => shape.of.value))
export type RecordKind = StoredRecord['of']
export type RecordOf<K extends RecordKind> = Extract<StoredRecord, { of: K }>

/** What the caller gives for a new one; the store adds the rest. */
export type RecordDraft<K extends RecordKind> = Pick<
  RecordOf<K>,
  'title' | 'state' | 'dueAt' | 'body'
>
export type RecordChange<K extends RecordKind> = Partial<RecordDraft<K>>

export type RecordsAsked = {
  /** Words, all of which begin a word of it; null: any. */
  readonly query: string | null
  /** Null: in any state. */
  readonly states: readonly string[] | null
  readonly most: number
}
