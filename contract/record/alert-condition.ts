// What an alert rule is evaluated by: one figure that Gatehouse counts, and a limit. Data only, so
// that no rule can do more than count.
import { z } from 'zod'

/** Figures that are counted over a span, from the journal. */
export const JOURNAL_METRICS = ['denied_calls', 'failed_calls', 'held_calls'] as const

export const AlertMetric = z.enum([
  ...(['overdue_delegations', 'due_reminders', 'pending_decisions', 'due_decisions'] as const),
  ...JOURNAL_METRICS,
  'file_changed',
])
export type AlertMetric = z.infer<typeof AlertMetric>

export const AlertCondition = z.strictObject({
  metric: AlertMetric,
  /** The rule fires where there are more than these. */
  over: z.int().min(0).max(1_000_000),
  /** How far back the journal is counted; of no other metric. */
  withinHours: z.int().min(1).max(720).nullable(),
  /** The file that is watched, from the workspace; of `file_changed` alone. */
  path: z.string().nullable(),
})
export type AlertCondition = z.infer<typeof AlertCondition>

export const overJournal = (metric: AlertMetric): boolean =>
  (JOURNAL_METRICS as readonly string[]).includes(metric)

const counted: { readonly [M in AlertMetric]: string } = {
  overdue_delegations: 'overdue delegations',
  due_reminders: 'reminders that are due',
  pending_decisions: 'pending decisions',
  due_decisions: 'decisions whose follow-up is due',
  denied_calls: 'denied calls',
  failed_calls: 'failed calls',
  held_calls: 'calls that waited for a person',
  file_changed: 'changes',
}

/** `Fires when there are more than 3 denied calls in the last 24 hours.` */
export function conditionSentence({ metric, over, withinHours, path }: AlertCondition): string {
  if (metric === 'file_changed') return `Fires when ${path} changes.`
  const span =
    withinHours === null
      ? ''
      : ` in the last ${withinHours === 1 ? 'hour' : `${withinHours} hours`}`
  return `Fires when there are more than ${over} ${counted[metric]}${span}.`
}

export const foundSentence = (
  { metric, withinHours, path }: AlertCondition,
  found: number,
): string =>
  metric === 'file_changed'
    ? found > 0
      ? `${path} changed.`
      : `${path} is as it was.`
    : `${found} ${counted[metric]}${withinHours === null ? '' : ` in the last ${withinHours === 1 ? 'hour' : `${withinHours} hours`}`}.`
