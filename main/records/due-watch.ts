// Tells the person about what is due: reminders, and alert rules that begin to fire. Nothing is marked
// as shown while no window is open, so it is shown when one opens.
import { conditionSentence, foundSentence } from '../../contract/record/alert-condition.ts'
import type { StoredRecord } from '../../contract/record/record.ts'
import type { Alerts } from './alerts.ts'
import type { Notifier } from './notifier.ts'
import type { Records } from './records.ts'

export type DueWatchDeps = {
  readonly records: Pick<Records, 'due' | 'change' | 'list'>
  readonly alerts: Alerts
  readonly notifier: Pick<Notifier, 'own'>
  readonly now: () => number
  readonly report: (fault: unknown) => void
}

export const EVERY_MS = 30_000
/** At once; the others come with the next look. */
const MOST_SHOWN = 5

const keptBy = ({ madeBy, untrusted }: StoredRecord): string =>
  untrusted === null
    ? `Kept by ${madeBy}`
    : `Kept by ${madeBy}; may hold text from ${untrusted}, which anyone may have written`

export function openDueWatch({ records, alerts, notifier, now, report }: DueWatchDeps) {
  const showReminders = async (): Promise<void> => {
    const due = records.due('reminder', 'open', now()).filter(({ body }) => body.shownAt === null)
    for (const reminder of due.slice(0, MOST_SHOWN)) {
      const shown = await notifier.own({
        title: 'Reminder',
        subtitle: keptBy(reminder),
        message: reminder.title,
        sound: true,
      })
      if (!shown) return
      const shownAt = now()
      records.change('reminder', reminder.id, ({ body }) => ({ body: { ...body, shownAt } }), null)
    }
  }
  const showAlerts = async (): Promise<void> => {
    for (const rule of await alerts.check()) {
      const { condition, firingSince, dismissed, found, shownAt } = rule.body
      if (firingSince === null || dismissed || shownAt !== null) continue
      const shown = await notifier.own({
        title: `Alert: ${rule.title}`,
        subtitle: keptBy(rule),
        message: `${foundSentence(condition, found ?? 0)} ${conditionSentence(condition)}`,
        sound: true,
      })
      if (!shown) return
      records.change('alert', rule.id, ({ body }) => ({ body: { ...body, shownAt: now() } }), null)
    }
  }
  /** What is due now; for the clock, and for tests. */
  const look = async (): Promise<void> => {
    await showReminders()
    await showAlerts()
  }
  let current: Promise<void> | null = null
  const timer = setInterval(() => {
    current ??= look()
      .catch(report)
      .finally(() => (current = null))
  }, EVERY_MS)
  timer.unref()
  return {
    look,
    async dispose(): Promise<void> {
      clearInterval(timer)
      await current
    },
  }
}
