// The last row that the shared database has. A hint, not a promise: where it is lost or too old,
// rows are sent again, and the database knows them.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { RawRow } from '../journal/chain.ts'

export type Acknowledged = {
  /** 0: nothing is known to be there. */
  seq(): number
  set(row: Pick<RawRow, 'seq' | 'hash'>): void
  /** Written now, if anything changed. Never throws. */
  keep(): void
}

const Stored = z.object({ target: z.string(), seq: z.int().min(1), hash: z.string() })

/** Written at most this often, but for the end. */
const KEEP_MS = 2_000

/**
 * @param target names machine and database: what another one has says nothing.
 * @param row the journal's row of a number. Where it is another than was sent, the journal was put
 *   back or rewritten: then all of it is sent again, and anyone who compares the rows sees it.
 */
export function openAcknowledged(
  file: string,
  target: string,
  row: (seq: number) => Pick<RawRow, 'hash'> | undefined,
): Acknowledged {
  let last: { readonly seq: number; readonly hash: string } | null = null
  try {
    const stored = Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
    if (stored.target === target && row(stored.seq)?.hash === stored.hash) last = stored
  } catch {
    // Nothing was kept, or nothing that can be read: everything is sent again.
  }
  let writtenAt = performance.now()
  let dirty = false
  const keep = (): void => {
    if (!dirty || last === null) return
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(`${file}.tmp`, JSON.stringify({ target, ...last }), { mode: 0o600 })
      renameSync(`${file}.tmp`, file)
      dirty = false
    } catch {
      // The disk is full: it is tried again, and until then rows may be sent twice.
    }
  }
  return {
    seq: () => last?.seq ?? 0,
    set({ seq, hash }) {
      last = { seq, hash }
      dirty = true
      if (performance.now() - writtenAt < KEEP_MS) return
      writtenAt = performance.now()
      keep()
    },
    keep,
  }
}
