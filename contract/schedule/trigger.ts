// When a job is due: once, at a steady distance, or by a cron expression in a time zone.
import { z } from 'zod'
import { assertNever } from '../never.ts'

/** Times are milliseconds since 1970. */
export const Trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), at: z.int() }),
  /** At `from` plus any number of the distance, so that it does not drift. */
  z.strictObject({ kind: z.literal('every'), seconds: z.int().min(60), from: z.int() }),
  /** Five fields; an IANA zone. */
  z.strictObject({ kind: z.literal('cron'), expression: z.string(), zone: z.string() }),
])
export type Trigger = z.infer<typeof Trigger>

/** The same as it is asked for, where no moment is known yet. */
export type TriggerAsked =
  | { readonly kind: 'delay'; readonly seconds: number }
  | { readonly kind: 'every'; readonly seconds: number }
  | Extract<Trigger, { kind: 'at' | 'cron' }>

export function triggerOf(asked: TriggerAsked, now: number): Trigger {
  switch (asked.kind) {
    case 'delay':
      return { kind: 'at', at: now + asked.seconds * 1_000 }
    case 'every':
      return { kind: 'every', seconds: asked.seconds, from: now }
    case 'at':
    case 'cron':
      return asked
    default:
      return assertNever(asked, 'triggerOf')
  }
}
