// What is known of a call when one of its rows is taken into the index: who asked, when its question
// was put, and whether it was decided before. Reads only.
import {
  type CallContext,
  factsOf,
  inheritedKeys,
} from '../../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { ReadDb } from '../database.ts'
import { readBody } from './read-entry.ts'

const REMEMBERED = 4_000

/**
 * Who asked for a call and when its question was put: from memory while rows come in order, else
 * from the journal.
 */
export function openContexts(journal: ReadDb) {
  const remembered = new Map<string, { facts: CallContext['facts']; askedAt: number | null }>()
  const decision = journal
    .prepare<[string, number], string>(
      `SELECT body FROM journal WHERE call_id = ? AND kind IN ('decision', 'refused') AND seq < ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const asked = journal
    .prepare<[string, number], number>(
      `SELECT json_extract(body, '$.at') FROM journal WHERE call_id = ? AND kind = 'asked' AND seq < ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()

  const earlier = journal
    .prepare<[string, number], number>(
      `SELECT 1 FROM journal WHERE call_id = ? AND kind = 'decision' AND seq < ? LIMIT 1`,
    )
    .pluck()

  const of = (seq: number, entry: JournalEntry): CallContext => {
    if (!('callId' in entry) || entry.kind === 'decision' || entry.kind === 'refused')
      return { facts: {}, askedAt: null }
    const found = readBody(decision.get(entry.callId, seq) ?? '')
    return {
      facts: found === null ? {} : handedOn(found.at, found.entry),
      askedAt: entry.kind === 'answered' ? (asked.get(entry.callId, seq) ?? null) : null,
    }
  }

  return {
    of,
    /** No decision about the call was made before. */
    isNew: (seq: number, callId: string): boolean =>
      !remembered.has(callId) && earlier.get(callId, seq) === undefined,
    /** As `of`, for rows that come one after another. */
    following(seq: number, at: number, entry: JournalEntry): CallContext {
      if (!('callId' in entry)) return { facts: {}, askedAt: null }
      const { callId, kind } = entry
      if (kind === 'decision' || kind === 'refused') {
        remembered.delete(callId)
        remembered.set(callId, { facts: handedOn(at, entry), askedAt: null })
        const oldest = remembered.size > REMEMBERED ? remembered.keys().next().value : undefined
        if (oldest !== undefined) remembered.delete(oldest)
        return { facts: {}, askedAt: null }
      }
      const known = remembered.get(callId)
      if (known === undefined) return of(seq, entry)
      if (kind === 'asked') known.askedAt = at
      return known.askedAt === null && kind === 'answered' ? of(seq, entry) : known
    },
  }
}

function handedOn(at: number, entry: JournalEntry): CallContext['facts'] {
  const facts = factsOf(at, entry)
  return Object.fromEntries(
    inheritedKeys.flatMap((key) => (facts[key] === undefined ? [] : [[key, facts[key]]])),
  )
}
