// Evaluates alert rules: counts what each names and compares it with its limit. A rule that begins to
// fire is new once; a dismissed one is silent until its condition was false.
import type { AlertCondition, AlertMetric } from '../../contract/record/alert-condition.ts'
import type { RecordOf } from '../../contract/record/record.ts'
import { assertNever } from '../../contract/never.ts'
import type { Records } from './records.ts'

type AlertRule = RecordOf<'alert'>

export type AlertDeps = {
  readonly records: Pick<Records, 'list' | 'due' | 'change'>
  /** Decisions of that effect since then. */
  readonly decided: (effect: 'allow' | 'confirm' | 'deny', since: number) => Promise<number>
  /** What tells whether a file of the workspace is as it was; null: there is none to be seen. */
  readonly fileMark: (path: string) => Promise<string | null>
  readonly now: () => number
}
export type Alerts = ReturnType<typeof openAlerts>

const MOST_RULES = 500
const MOST_COUNTED = 10_000
const HOUR_MS = 3_600_000

export function openAlerts({ records, decided, fileMark, now }: AlertDeps) {
  const inStates = (of: 'decision' | 'delegation' | 'reminder', states: readonly string[]) =>
    records.list(of, { query: null, states, most: MOST_COUNTED })
  const dueIn = (of: 'decision' | 'delegation' | 'reminder', states: readonly string[]): number =>
    inStates(of, states).filter(({ dueAt }) => dueAt !== null && dueAt <= now()).length
  const effects: Partial<Record<AlertMetric, 'allow' | 'confirm' | 'deny'>> = {
    denied_calls: 'deny',
    held_calls: 'confirm',
    allowed_calls: 'allow',
  }

  const count = async ({ metric, withinHours }: AlertCondition): Promise<number> => {
    switch (metric) {
      case 'overdue_delegations':
        return dueIn('delegation', ['open', 'in_progress'])
      case 'due_reminders':
        return dueIn('reminder', ['open'])
      case 'pending_decisions':
        return inStates('decision', ['pending_execution']).length
      case 'due_decisions':
        return dueIn('decision', ['pending_execution', 'deferred'])
      case 'denied_calls':
      case 'held_calls':
      case 'allowed_calls':
        return decided(effects[metric] ?? 'deny', now() - (withinHours ?? 24) * HOUR_MS)
      case 'file_changed':
        return 0
      default:
        return assertNever(metric, 'count')
    }
  }

  /** A changed file fires until it is dismissed; from then on it is compared with what it is now. */
  const watched = async (rule: AlertRule): Promise<Partial<AlertRule['body']>> => {
    const { condition, seen, firingSince, dismissed } = rule.body
    const mark = (await fileMark(condition.path ?? '')) ?? 'missing'
    if (firingSince !== null && !dismissed) return { found: 1 }
    // Dismissed, or looked at for the first time.
    if (seen === null || dismissed)
      return { seen: mark, firingSince: null, dismissed: false, found: 0 }
    return mark === seen ? { found: 0 } : { firingSince: now(), found: 1 }
  }

  const counted = async ({ body }: AlertRule): Promise<Partial<AlertRule['body']>> => {
    const found = await count(body.condition)
    const fires = found > body.condition.over
    return {
      found,
      firingSince: fires ? (body.firingSince ?? now()) : null,
      dismissed: fires && body.dismissed,
    }
  }

  const evaluate = async (rule: AlertRule): Promise<AlertRule> => {
    const watches = rule.body.condition.metric === 'file_changed'
    const found = watches ? await watched(rule) : await counted(rule)
    const next = { ...rule.body, ...found }
    const starts = rule.body.firingSince === null && next.firingSince !== null
    const body = starts ? { ...next, shownAt: null } : next
    // A look that found what was known already is no change: an approval of the rule stays valid.
    if (rule.body.checkedAt !== null && JSON.stringify(body) === JSON.stringify(rule.body))
      return rule
    const stored = records.change(
      'alert',
      rule.id,
      () => ({ body: { ...body, checkedAt: now() } }),
      null,
    )
    // Deleted meanwhile: then there is nothing to say.
    return stored.ok ? stored.value : rule
  }

  /** One after the other: two evaluations at once would both see a rule begin. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** All enabled rules, as they are found now. */
    check(): Promise<readonly AlertRule[]> {
      const next = last.then(async () => {
        const rules = records.list('alert', { query: null, states: ['enabled'], most: MOST_RULES })
        const checked: AlertRule[] = []
        for (const rule of rules) checked.push(await evaluate(rule))
        return checked
      })
      last = next.catch(() => {})
      return next
    },
  }
}
