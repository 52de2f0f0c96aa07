// When a job is due: once, at intervals, by a cron expression in a time zone, or when an event comes
// in.
import { z } from 'zod'
import { assertNever } from '../never.ts'

/** Times are milliseconds since 1970. */
export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: z.int() }),
  /** At `from` plus any number of the distance, so that it does not drift. */
  z.strictObject({ kind: z.literal('every'), seconds: z.int().min(60), from: z.int() }),
  /** Five fields; an IANA zone. */
  z.strictObject({ kind: z.literal('cron'), expression: z.string(), zone: z.string() }),
  /** A regular expression for the text of an event; `source`: of this one alone, null: of any. */
  z.strictObject({
    kind: z.literal('event'),
    pattern: z.string(),
    source: z.string().nullable(),
  }),
])
export type Trigger = z.infer<typeof Trigger>

/** The same as it is asked for, where no moment is known yet. */
export const TriggerAsked = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delay'), seconds: z.int().min(1).max(31_536_000) }),
  z.strictObject({ kind: z.literal('every'), seconds: z.int().min(60).max(31_536_000) }),
  ...([Trigger.options[0], Trigger.options[2], Trigger.options[3]] as const),
])
export type TriggerAsked = z.infer<typeof TriggerAsked>

export function triggerOf(asked: TriggerAsked, now: number): Trigger {
  switch (asked.kind) {
    case 'delay':
      return { kind: 'at', at: now + asked.seconds * 1_000 }
    case 'every':
      return { kind: 'every', seconds: asked.seconds, from: now }
    case 'at':
    case 'cron':
    case 'event':
      return asked
    default:
      return assertNever(asked, 'triggerOf')
  }
}
