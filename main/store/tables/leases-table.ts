// Leases. Holds their SQL; never decides whether one covers a call: that is main/gate. What one
// covers may hold secrets (the line of a command), so it is sealed where it lies.
import { jsonOf } from '../../../contract/read-json.ts'
import type { LeaseId, SessionId } from '../../../contract/ids.ts'
import { Lease } from '../../../contract/approval/lease.ts'
import { asItIs, type AtRest } from '../at-rest.ts'
import type { WriteDb } from '../database.ts'

type Row = { body: string; uses: number; revoked_at: number | null }

export type LeasesTable = ReturnType<typeof leasesTable>

export function leasesTable(db: WriteDb, atRest: AtRest = asItIs) {
  const insert = db.prepare<
    [string, number, string | null, string, number, number | null, number | null, number | null]
  >(
    'INSERT INTO leases (id, created_at, session, body, uses, revoked_at, max_uses, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const columns = 'body, uses, revoked_at'
  const active = db.prepare<[string], Row>(
    `SELECT ${columns} FROM leases WHERE (session = ? OR session IS NULL) AND revoked_at IS NULL ORDER BY created_at, rowid`,
  )
  const one = db.prepare<[string], Row>(`SELECT ${columns} FROM leases WHERE id = ?`)
  const list = db.prepare<[], Row>(
    `SELECT ${columns} FROM leases ORDER BY created_at DESC, rowid DESC`,
  )
  const use = db.prepare<[string, number]>(
    `UPDATE leases SET uses = uses + 1 WHERE id = ? AND revoked_at IS NULL
       AND (max_uses IS NULL OR uses < max_uses) AND (expires_at IS NULL OR expires_at > ?)`,
  )
  const revoke = db.prepare<[number, string]>(
    'UPDATE leases SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
  )

  // Asked for every call and nearly never changed; one process holds the store, so every change
  // goes through here.
  const known = new Map<SessionId, readonly Lease[]>()
  const changing = <T>(change: () => T): T => {
    known.clear()
    return change()
  }

  const read = (row: Row): Lease[] =>
    fromRow({ ...row, body: atRest.open(row.body, 'lease') ?? 'null' })

  return {
    /** Throws when the id is taken. */
    insert: (lease: Lease): void => {
      known.clear()
      const { uses, revokedAt, ...grant } = lease
      insert.run(
        lease.id,
        lease.createdAt,
        lease.session,
        atRest.encrypt(JSON.stringify(grant), 'lease'),
        uses,
        revokedAt,
        lease.maxUses,
        lease.expiresAt,
      )
    },
    /** Bound to this session or to none, not revoked, oldest first. */
    active: (session: SessionId): readonly Lease[] => {
      const before = known.get(session)
      if (before !== undefined) return before
      if (known.size >= 1_000) known.clear()
      const now = active.all(session).flatMap(read)
      known.set(session, now)
      return now
    },
    get: (id: LeaseId): Lease | null => {
      const row = one.get(id)
      return row === undefined ? null : (read(row)[0] ?? null)
    },
    /** All, newest first. */
    list: (): Lease[] => list.all().flatMap(read),
    /**
     * Counts one use in one statement; false when it is revoked, used up, past its time or unknown:
     * then the call has no lease.
     */
    use: (id: LeaseId, at: number): boolean => changing(() => use.run(id, at).changes === 1),
    /** False when it was revoked before or is unknown. */
    revoke: (id: LeaseId, at: number): boolean => changing(() => revoke.run(at, id).changes === 1),
  }
}

/** A row that somebody made unreadable grants nothing. */
function fromRow({ body, uses, revoked_at: revokedAt }: Row): Lease[] {
  const grant = jsonOf(body)
  if (typeof grant !== 'object' || grant === null) return []
  const parsed = Lease.safeParse({ ...grant, uses, revokedAt })
  return parsed.success ? [parsed.data] : []
}
