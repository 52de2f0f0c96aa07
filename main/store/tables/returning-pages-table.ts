// Pages of a browser that may come back after a restart. Holds their SQL; how long one may is its
// writer's.
import type { WriteDb } from '../database.ts'

type ReturningPage = {
  readonly id: string
  /** The page's public key: SPKI, base64. */
  readonly pageKey: string
  /** The home's pair for this page alone: SPKI and PKCS 8, base64. */
  readonly homeKey: string
  readonly homePrivate: string
  readonly port: number
  /** When a person opened the link that this page, or the ones it came back from, began with. */
  readonly enteredAt: number
  readonly seenAt: number
}

export function returningPagesTable(db: WriteDb) {
  const columns = `id, page_key AS pageKey, home_key AS homeKey, home_private AS homePrivate, port,
    entered_at AS enteredAt, seen_at AS seenAt`
  const list = db.prepare<[], ReturningPage>(
    `SELECT ${columns} FROM returning_pages ORDER BY seen_at DESC, id`,
  )
  const get = db.prepare<[string], ReturningPage>(
    `SELECT ${columns} FROM returning_pages WHERE id = ?`,
  )
  const put = db.prepare<[string, string, string, string, number, number, number]>(
    `INSERT INTO returning_pages (id, page_key, home_key, home_private, port, entered_at, seen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const see = db.prepare<[number, string]>('UPDATE returning_pages SET seen_at = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM returning_pages WHERE id = ?')
  return {
    /** The last seen first. */
    list: (): ReturningPage[] => list.all(),
    get: (id: string): ReturningPage | null => get.get(id) ?? null,
    put: (page: ReturningPage): void =>
      void put.run(
        page.id,
        page.pageKey,
        page.homeKey,
        page.homePrivate,
        page.port,
        page.enteredAt,
        page.seenAt,
      ),
    see: (id: string, at: number): void => void see.run(at, id),
    /** False: it was not there. */
    remove: (id: string): boolean => remove.run(id).changes === 1,
  }
}
