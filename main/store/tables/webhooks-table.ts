// Webhooks, and which deliveries came in by each. Holds their SQL; their secrets are in the store of
// credentials.
import { Webhook } from '../../../contract/inbound/webhook.ts'
import type { WriteDb } from '../database.ts'

/** Twelve times as long as a signature is good, so that a clock that is set back forgets nothing. */
const KEPT_MS = 3_600_000

type Row = Omit<Webhook, 'paused'> & { readonly paused: number }

export function webhooksTable(db: WriteDb) {
  const columns = 'name, created_at AS createdAt, paused, used_at AS usedAt, received'
  const list = db.prepare<[], Row>(`SELECT ${columns} FROM webhooks ORDER BY created_at, name`)
  const get = db.prepare<[string], Row>(`SELECT ${columns} FROM webhooks WHERE name = ?`)
  const put = db.prepare<[string, number, number, number | null, number]>(
    `INSERT INTO webhooks (name, created_at, paused, used_at, received) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET paused = excluded.paused, used_at = excluded.used_at,
       received = excluded.received`,
  )
  const remove = db.prepare<[string]>('DELETE FROM webhooks WHERE name = ?')
  const deliver = db.prepare<[string, string, number]>(
    'INSERT OR IGNORE INTO webhook_deliveries (hook, delivery, at) VALUES (?, ?, ?)',
  )
  const forget = db.prepare<[number]>('DELETE FROM webhook_deliveries WHERE at < ?')
  return {
    list: (): Webhook[] => list.all().flatMap((row) => hookIn(row) ?? []),
    get(name: string): Webhook | null {
      const row = get.get(name)
      return row === undefined ? null : hookIn(row)
    },
    put: ({ name, createdAt, paused, usedAt, received }: Webhook): void =>
      void put.run(name, createdAt, paused ? 1 : 0, usedAt, received),
    /** What came in by it stays known: its name may be given again. */
    remove: (name: string): void => void remove.run(name),
    /** False: this delivery came in before. `at`: when it was signed. */
    deliver(name: string, delivery: string, at: number): boolean {
      forget.run(at - KEPT_MS)
      return deliver.run(name, delivery, at).changes === 1
    },
  }
}

const hookIn = (row: Row): Webhook | null =>
  Webhook.safeParse({ ...row, paused: row.paused === 1 }).data ?? null
