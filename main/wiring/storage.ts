// Layer 1: what is on the disk. The lock of the home, the database and its tables, the journal and the
// index that searches it.
import type { Failure } from '../../contract/failure.ts'
import { everyRow } from '../../contract/journal/journal.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Lock } from '../host/lock.ts'
import { openAuditIndex } from '../services/audit/audit-index.ts'
import { openAttempts } from '../store/attempts.ts'
import type { Store } from '../store/open.ts'
import { openStoreHealth } from '../store/store-health.ts'
import type { AppOptions } from './app-options.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { lockHome } from './storage/lock-home.ts'
import { openOnDisk, type OnDisk } from './storage/on-disk.ts'
import { openRecorder } from './storage/recorder.ts'
import { unexpected } from './storage/unexpected.ts'

export type Storage = ReturnType<typeof joined>

/** Failures: `host.already-running`, and what the database says when its file cannot be used. */
export async function openStorage(
  options: AppOptions,
  clock: Clock,
  events: Events,
): Promise<Result<Storage, Failure>> {
  const lock = await lockHome(options)
  if (!lock.ok) return lock
  let store: Pick<Store, 'close'> | null = null
  try {
    const opened = await openOnDisk(options.paths, clock.now)
    if (!opened.ok) {
      await lock.value.release()
      return opened
    }
    store = opened.value.store
    return ok(joined(options, lock.value, opened.value, clock, events))
  } catch (fault) {
    // Damage may show only when a table is read.
    store?.close()
    await lock.value.release()
    throw fault
  }
}

function joined(
  { host, queryOnly = false }: AppOptions,
  lock: Lock,
  { store, journal, tables, openFinder }: OnDisk,
  { now }: Clock,
  events: Events,
) {
  const { changed, report } = events
  const health = openStoreHealth(changed)
  const write = openRecorder({ journal, queryOnly, faultChanged: changed })
  const index = openAuditIndex({ journal, openFinder, now, changed, report })
  journal.onGrow(({ seq, rows }) => events.screens.send({ kind: 'journal-grew', seq, rows }))
  const letGo = async (): Promise<void> => {
    store.close()
    await lock.release()
  }
  const [last] = journal.page(everyRow, undefined, 1)
  return {
    journal,
    tables,
    /** When the last row of an earlier process was written; 0: there is none. */
    lastAt: last?.at ?? 0,
    health,
    /** Work on a table, as a value. */
    attempt: openAttempts(health),
    broken: unexpected(health, report),
    /** A row of the journal as it is given: for what holds no text of anybody. */
    write,
    index,
    /** A start that went wrong: the one who repairs the home needs the files and the lock. */
    letGo,
    async dispose(): Promise<void> {
      await write({ kind: 'stopped', host, open: journal.open() })
      events.dispose()
      await index.dispose()
      await journal.close()
      await letGo()
    },
  }
}
