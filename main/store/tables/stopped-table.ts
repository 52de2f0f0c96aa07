// Whether everything is stopped: one row or none. Holds the SQL; what the row says is its writer's.
import type { WriteDb } from '../database.ts'

export function stoppedTable(db: WriteDb) {
  const get = db.prepare<[], string>('SELECT body FROM stopped').pluck()
  const put = db.prepare<[string]>(
    'INSERT INTO stopped (one, body) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body',
  )
  const remove = db.prepare('DELETE FROM stopped')
  return {
    /** Undefined: no row. A body that somebody made unreadable throws. */
    get: (): unknown => {
      const body = get.get()
      return body === undefined ? undefined : JSON.parse(body)
    },
    put: (body: unknown): void => void put.run(JSON.stringify(body)),
    remove: (): void => void remove.run(),
  }
}
