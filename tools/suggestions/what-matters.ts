// Pure. What is worth the person's attention, out of what is kept for them.
import type { RecordOf } from '../../contract/record/record.ts'
import { foundSentence } from '../../contract/record/alert-condition.ts'

export type Suggestion = {
  readonly category: 'delegation' | 'decision' | 'reminder' | 'alert'
  readonly title: string
  readonly why: string
}
export type Stored = {
  readonly delegations: readonly RecordOf<'delegation'>[]
  readonly decisions: readonly RecordOf<'decision'>[]
  readonly reminders: readonly RecordOf<'reminder'>[]
  readonly alerts: readonly RecordOf<'alert'>[]
  readonly suggestions: readonly RecordOf<'suggestion'>[]
}

const isDue =
  (now: number) =>
  ({ dueAt }: { readonly dueAt: number | null }): boolean =>
    dueAt !== null && dueAt <= now

/** Each once; what the person or an agent dismissed is left out. */
export function whatMatters(stored: Stored, now: number): readonly Suggestion[] {
  const due = isDue(now)
  const all: readonly Suggestion[] = [
    ...stored.alerts
      .filter(({ body }) => body.firingSince !== null && !body.dismissed)
      .map(({ title, body }) => ({
        category: 'alert' as const,
        title,
        why: foundSentence(body.condition, body.found ?? 0),
      })),
    ...stored.delegations.filter(due).map(({ title, body }) => ({
      category: 'delegation' as const,
      title,
      why: `${body.delegatedTo} was to have done it by ${body.due}.`,
    })),
    ...stored.decisions.filter(due).map(({ title, body }) => ({
      category: 'decision' as const,
      title,
      why: `To be followed up on ${body.followUp}.`,
    })),
    ...stored.reminders.filter(due).map(({ title, body }) => ({
      category: 'reminder' as const,
      title,
      why: `Due ${body.due}.`,
    })),
  ]
  const dismissed = new Set(
    stored.suggestions
      .filter(({ state }) => state === 'dismissed')
      .map(({ title, body }) => `${body.category}\n${title}`),
  )
  const keys = new Set<string>()
  return all.filter(({ category, title }) => {
    const key = `${category}\n${title}`
    if (dismissed.has(key) || keys.has(key)) return false
    keys.add(key)
    return true
  })
}
