// What a person here answered to other machines: kept before it is sent, so that it is given once
// and never lost. Holds its SQL.
import { SecondHash } from '../../../contract/approval/second-person.ts'
import { MachineName } from '../../../contract/fleet/machine.ts'
import type { WriteDb } from '../database.ts'

export type StoredAnswer = {
  readonly request: SecondHash
  readonly asker: MachineName
  readonly body: string
  readonly signature: Buffer
  /** When the time of what was asked is over; epoch milliseconds. */
  readonly expiresAt: number
}

/** How long it stays known that a request was answered, after its time. */
const KEPT_MS = 7 * 86_400_000

type Row = { request: string; asker: string; body: string; signature: string; expires_at: number }

export function secondAnswersTable(db: WriteDb) {
  const put = db.prepare<[string, string, string, string, number]>(
    `INSERT INTO second_answers (request, asker, body, signature, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const known = db.prepare<[], string>('SELECT request FROM second_answers').pluck()
  const unsent = db.prepare<[number], Row>(
    `SELECT request, asker, body, signature, expires_at FROM second_answers
     WHERE sent = 0 AND expires_at > ? ORDER BY expires_at`,
  )
  const sent = db.prepare<[string]>('UPDATE second_answers SET sent = 1 WHERE request = ?')
  const forget = db.prepare<[number]>('DELETE FROM second_answers WHERE expires_at < ?')
  return {
    /** False: this request was answered here before. */
    put({ request, asker, body, signature, expiresAt }: StoredAnswer, now: number): boolean {
      forget.run(now - KEPT_MS)
      return put.run(request, asker, body, signature.toString('hex'), expiresAt).changes === 1
    },
    /** What was answered: it is not shown again. */
    known: (): SecondHash[] => known.all().map((hash) => SecondHash.parse(hash)),
    unsent: (now: number): StoredAnswer[] =>
      unsent.all(now).map((row) => ({
        request: SecondHash.parse(row.request),
        asker: MachineName.parse(row.asker),
        body: row.body,
        signature: Buffer.from(row.signature, 'hex'),
        expiresAt: row.expires_at,
      })),
    sent: (request: SecondHash): void => void sent.run(request),
  }
}
