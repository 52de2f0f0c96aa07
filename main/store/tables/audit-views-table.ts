// Queries that a person keeps under a name. Holds their SQL.
import { SavedView } from '../../../contract/journal/audit.ts'
import type { WriteDb } from '../database.ts'

export type AuditViewsTable = ReturnType<typeof auditViewsTable>

export function auditViewsTable(db: WriteDb) {
  const all = db.prepare<[], unknown>('SELECT name, query FROM audit_views ORDER BY name')
  const put = db.prepare<[string, string]>(
    'INSERT INTO audit_views (name, query) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET name = excluded.name, query = excluded.query',
  )
  const remove = db.prepare<[string]>('DELETE FROM audit_views WHERE name = ?')
  return {
    all: (): SavedView[] => all.all().flatMap((row) => SavedView.safeParse(row).data ?? []),
    /** In place of one of that name, upper and lower case alike. */
    put: ({ name, query }: SavedView): void => void put.run(name, query),
    remove: (name: string): void => void remove.run(name),
  }
}
