// Whether the configuration says nothing of a key, without reading what it means.
import { readConfig } from '../../../config/file.ts'
import type { AppPaths } from '../../../config/paths.ts'

type Key = 'fleet' | 'gateway' | 'organisation' | 'plugins' | 'servers' | 'workspace'

/**
 * What reads the configuration takes as long as all the rest, and in most files there is nothing of
 * this. A key may be written with escapes, so a text that has any is read.
 */
export async function isUnset(paths: AppPaths, key: Key): Promise<boolean> {
  const read = await readConfig(paths.configFile)
  return read.ok && !(read.value ?? '').includes(key) && !(read.value ?? '').includes('\\')
}
