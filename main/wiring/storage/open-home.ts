// The folders, the lock and the database of a home, for as long as they are used. Whatever goes
// wrong on the way to a running app lets go of them: anyone who repairs the home needs the files
// and the lock.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import type { Store } from '../../store/open.ts'
import type { ComposeOptions } from '../compose-options.ts'
import type { Lock } from '../../host/lock.ts'
import { openStorage } from './storage.ts'
import type { Storage } from './storage.ts'
import { takeOverInstance } from '../../host/instance-handover.ts'

export async function openHome<T>(
  { host, places, makeRoom }: Pick<ComposeOptions, 'host' | 'places' | 'makeRoom'>,
  now: () => number,
  join: (lock: Lock, parts: Storage) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  for (const folder of [places.home, places.dataDir, dirname(places.headFile)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A command works beside the app that runs; only a window takes another's place.
  const lock = await takeOverInstance(
    places.lockFile,
    places.socketFile,
    host !== 'cli' && makeRoom === undefined,
  )
  if (!lock.ok) return lock
  let store: Pick<Store, 'close'> | null = null
  try {
    const opened = await openStorage(places, now)
    if (!opened.ok) {
      await lock.value.release()
      return opened
    }
    store = opened.value.store
    return await join(lock.value, opened.value)
  } catch (fault) {
    // Damage may show only when a table is read, in the middle of a start.
    store?.close()
    await lock.value.release()
    throw fault
  }
}
