// Which decisions of a journal have no end.
import { denies } from '../../../contract/approval/approval.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'

type Decision = JournalEntry & { readonly kind: 'decision' }

/**
 * Decisions that let a call run, or held it, and after which nothing says how it ended. A call that
 * was approved has its end with its outcome, one that was denied with the answer. `held`: calls
 * that still wait for a person.
 */
export function endlessDecisions(
  entries: readonly JournalEntry[],
  held: ReadonlySet<string>,
): readonly Decision[] {
  const ended = new Set<string>(held)
  for (const entry of entries) {
    if (entry.kind === 'outcome' || entry.kind === 'refused') ended.add(entry.callId)
    // An edited or renewed question goes on as another one.
    if (entry.kind === 'answered' && denies(entry.answer) && entry.route !== 'replaced')
      ended.add(entry.callId)
  }
  return entries.filter(
    (entry): entry is Decision =>
      entry.kind === 'decision' && entry.decision.effect !== 'deny' && !ended.has(entry.callId),
  )
}
