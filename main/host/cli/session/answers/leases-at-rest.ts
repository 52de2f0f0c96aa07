// Leases of a Gatehouse that does not run, as its next start leaves them: where the clock is before the
// last row of the journal, those that last until a time are taken back. Writes nothing.
import type { Lease } from '../../../../../contract/approval/lease.ts'
import { goesByClock, wasSetBack } from '../../../../../contract/approval/set-back.ts'
import type { AtRest } from '../../../../store/at-rest.ts'
import type { WriteDb } from '../../../../store/database.ts'
import { leasesTable, type LeasesTable } from '../../../../store/tables/leases-table.ts'

export function leasesAtRest(
  { db, atRest }: { readonly db: WriteDb; readonly atRest: AtRest },
  now: number = Date.now(),
): Pick<LeasesTable, 'list' | 'active' | 'get'> {
  const { list, active, get } = leasesTable(db, atRest)
  let setBack: boolean | null = null
  /** Asked only where there is one that it concerns. */
  const isSetBack = (): boolean => (setBack ??= wasSetBack(lastAt(db), now))
  const asLeft = (lease: Lease): Lease =>
    goesByClock(lease) && isSetBack() ? { ...lease, revokedAt: now } : lease
  return {
    list: () => list().map(asLeft),
    active: (session) =>
      active(session)
        .map(asLeft)
        .filter(({ revokedAt }) => revokedAt === null),
    get: (id) => {
      const lease = get(id)
      return lease === null ? null : asLeft(lease)
    },
  }
}

const lastAt = (db: WriteDb): number =>
  db
    .prepare<[], number>(
      `SELECT json_extract(body, '$.at') FROM journal WHERE json_valid(body) ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
    .get() ?? 0
