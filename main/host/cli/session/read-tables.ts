// Reads tables in place, of a Gatehouse that is not running, with nothing written.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { OnDisk } from './tables-on-disk.ts'

type Opened = (OnDisk & { close(): void }) | null
type Shared = { opening: Promise<Opened> | null }

/** By the paths of a command: what opens a database is a tenth of a look, and a command reads several times. */
const shared = new WeakMap<AppPaths, Shared>()

/** From now on what is read with these paths opens the database once, until `endReading`. */
export const shareReading = (paths: AppPaths): void => void shared.set(paths, { opening: null })

/** Nothing of the database stays open: the command ends, or a whole opens it. */
export async function endReading(paths: AppPaths): Promise<void> {
  const opening = shared.get(paths)?.opening
  shared.delete(paths)
  const on = await opening
  on?.close()
}

/** Null where the database or the key of its sealed texts cannot be used as they are. */
export async function reading<T>(
  paths: AppPaths,
  read: (on: OnDisk) => T | Promise<T>,
  nothing: T,
): Promise<{ readonly value: T } | null> {
  if (!existsSync(paths.databaseFile)) return { value: nothing }
  if (!existsSync(join(paths.dataDir, 'approvals.key'))) return null
  const together = shared.get(paths)
  const opening = together?.opening ?? open(paths)
  if (together !== undefined) together.opening = opening
  const on = await opening
  if (on === null) return null
  try {
    return { value: await read(on) }
  } catch {
    return null
  } finally {
    if (together === undefined) on.close()
  }
}

const open = async (paths: AppPaths): Promise<Opened> =>
  (await import('./tables-on-disk.ts')).openOnDisk(paths)

/** As `reading`, where what is read is the answer. */
export async function answering<T>(
  paths: AppPaths,
  read: (on: OnDisk) => T | Promise<T>,
  nothing: T,
): Promise<Result<T, never> | null> {
  const found = await reading(paths, read, nothing)
  return found === null ? null : ok(found.value)
}
