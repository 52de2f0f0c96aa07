// Node can store what it compiled of the files that it read, so that the next start compiles less.
import { accessSync, constants, existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../config/paths.ts'

/** Before all that is to be stored is imported. `entry`: the file that was started. */
export function storeCompiledCode(entry: string): void {
  const { dataDir } = findAppPaths({
    env: process.env,
    platform: process.platform,
    homedir: homedir(),
  })
  const folder = compiledFolder(entry, dataDir, isWritable)
  if (folder !== null) enableCompileCache(folder)
}

/**
 * Beside the built files, for every home; where nobody may write there, in the home, if there is
 * one. Who can write in either can run code as Gatehouse, and so can the one who writes the built
 * files. Null: nothing is stored of the sources, whose folder is the person's.
 */
export function compiledFolder(
  entry: string,
  dataDir: string,
  mayWrite: (folder: string) => boolean,
): string | null {
  if (!entry.endsWith('.js')) return null
  const out = join(entry, '..', '..')
  if (mayWrite(out)) return join(out, 'compiled')
  return existsSync(dataDir) ? join(dataDir, 'compile-cache') : null
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
