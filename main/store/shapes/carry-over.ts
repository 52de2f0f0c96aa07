// What a restored database takes from the damaged one besides the journal: whatever decides what
// may run is as it was last, or as strict as can be. An old lease, an old token or an old "calls
// may run" must not come back to life with an old copy.
import type { ReadDb } from '../database.ts'

export type Carried = { readonly carried: readonly string[]; readonly closed: readonly string[] }

/** Tables, and what is done where they cannot be read. */
const tables: readonly {
  readonly name: string
  /** What it was called in an older shape, which the damaged database may have. */
  readonly earlier?: string
  readonly otherwise: string | null
}[] = [
  { name: 'leases', otherwise: 'UPDATE leases SET revoked_at = @at WHERE revoked_at IS NULL' },
  { name: 'clients', otherwise: 'DELETE FROM clients' },
  {
    name: 'stopped',
    otherwise: `INSERT OR REPLACE INTO stopped (one, body) VALUES (1, json_object('at', @at, 'surface', 'cli', 'fault', 'Whether everything was stopped could not be read, so Gatehouse treats it as stopped.'))`,
  },
  // A proof of before still proves: nobody is locked out, and nobody gets in who could not then.
  { name: 'step_up', earlier: 'step-up', otherwise: null },
]

/** @param from the damaged database; null where it cannot be opened. */
export function carryOver(from: ReadDb | null, to: ReadDb, at: number): Carried {
  const carried: string[] = []
  const closed: string[] = []
  for (const { name, earlier, otherwise } of tables) {
    const rows =
      from === null
        ? null
        : (read(from, name) ?? (earlier === undefined ? null : read(from, earlier)))
    if (rows === null) {
      if (otherwise !== null) to.prepare(otherwise).run(otherwise.includes('@at') ? { at } : {})
      closed.push(name)
      continue
    }
    to.prepare(`DELETE FROM ${name}`).run()
    for (const row of rows) {
      const columns = Object.keys(row)
      to.prepare(
        `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
      ).run(row)
    }
    carried.push(name)
  }
  // The one who asked is not there any more, or asks again; an approval of then is for nothing now.
  to.prepare(
    `UPDATE approvals SET state = 'cancelled', answered_at = ? WHERE state IN ('pending', 'approved')`,
  ).run(at)
  // A copy may number its rows otherwise, and these words stand by those numbers.
  to.exec(
    `DELETE FROM run_words; INSERT INTO run_words (rowid, text) SELECT id, text FROM run_item_words WHERE text <> ''`,
  )
  return { carried, closed }
}

function read(db: ReadDb, table: string): readonly Record<string, unknown>[] | null {
  try {
    return db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all()
  } catch {
    return null
  }
}
