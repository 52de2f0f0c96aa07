// What proves that a person is there, as main/approvals writes it. Holds the SQL; knows no
// passphrase and no code.
import { jsonOf } from '../../../contract/read-json.ts'
import type { WriteDb } from '../database.ts'

type Kind = 'passphrase' | 'totp' | 'attempts'

export function stepUpTable(db: WriteDb) {
  const get = db.prepare<[string], string>('SELECT body FROM step_up WHERE kind = ?').pluck()
  const put = db.prepare<[string, string]>(
    'INSERT INTO step_up (kind, body) VALUES (?, ?) ON CONFLICT (kind) DO UPDATE SET body = excluded.body',
  )
  const remove = db.prepare<[string]>('DELETE FROM step_up WHERE kind = ?')
  return {
    /** Null also for a row that somebody made unreadable: what cannot be read proves nothing. */
    get: (kind: Kind): unknown => jsonOf(get.get(kind) ?? 'null'),
    put: (kind: Kind, body: unknown): void => void put.run(kind, JSON.stringify(body)),
    remove: (kind: Kind): void => void remove.run(kind),
  }
}
