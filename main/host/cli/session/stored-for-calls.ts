// What the tables have that every call is decided by, no matter who asks about it.
import { SessionId } from '../../../../contract/ids.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { StoredForCalls } from '../../../wiring/at-rest/policy/evaluation-at-rest.ts'
import { reading } from './read-tables.ts'

/** No lease is bound to it. */
const NO_SESSION = SessionId.parse('ses_supposed00')

/** Null where the database cannot be used as it is. */
export async function storedForCalls(paths: AppPaths): Promise<StoredForCalls | null> {
  const { leasesAtRest } = await import('./answers/leases-at-rest.ts')
  const { agentMakersTable } = await import('../../../store/tables/agent-makers-table.ts')
  const { stoppedTable } = await import('../../../store/tables/stopped-table.ts')
  const read = await reading(
    paths,
    ({ db, atRest }) => {
      const { names, get } = agentMakersTable(db)
      return {
        makers: new Map(
          names().flatMap((name) => {
            const maker = get(name)
            return maker === null ? [] : [[name, maker] as const]
          }),
        ),
        leases: leasesAtRest({ db, atRest }).active(NO_SESSION),
        stopped: stoppedTable(db).get() !== undefined,
      }
    },
    { makers: new Map(), leases: [], stopped: false },
  )
  return read === null ? null : read.value
}
