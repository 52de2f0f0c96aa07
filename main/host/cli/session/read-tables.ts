// Reads tables in place, of a Gatehouse that is not running, with nothing written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { OnDisk } from './tables-on-disk.ts'

/** Null where the database or the key of its sealed texts cannot be used as they are. */
export async function reading<T>(
  paths: AppPaths,
  read: (on: OnDisk) => T | Promise<T>,
  nothing: T,
): Promise<{ readonly value: T } | null> {
  if (!existsSync(paths.databaseFile)) return { value: nothing }
  if (!existsSync(join(paths.dataDir, 'approvals.key'))) return null
  const { readOnDisk } = await import('./tables-on-disk.ts')
  return readOnDisk(paths, read)
}

/** As `reading`, where what is read is the answer. */
export async function answering<T>(
  paths: AppPaths,
  read: (on: OnDisk) => T | Promise<T>,
  nothing: T,
): Promise<Result<T, never> | null> {
  const found = await reading(paths, read, nothing)
  return found === null ? null : ok(found.value)
}
