// What the card of a call says when the same asker's same call ran before a restart. Forgotten when
// it was approved once more.
import type { RequestHash } from '../../contract/ids.ts'
import type { Principal } from '../../contract/call/principal.ts'

export type EarlierRuns = {
  note(principal: Principal, key: string, text: string): void
  /** Null: it did not run before. */
  of(principal: Principal, key: RequestHash): string | null
  forget(principal: Principal, key: RequestHash): void
}

export function openEarlierRuns(): EarlierRuns {
  const notes = new Map<string, string>()
  const keyOf = ({ kind, name }: Principal, key: string): string => `${kind} ${name}\n${key}`
  return {
    // The newest comes first, and is the one that counts.
    note: (principal, key, text) => {
      const at = keyOf(principal, key)
      if (!notes.has(at)) notes.set(at, text)
    },
    of: (principal, key) => notes.get(keyOf(principal, key)) ?? null,
    forget: (principal, key) => void notes.delete(keyOf(principal, key)),
  }
}
