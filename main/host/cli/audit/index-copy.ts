// The index that a search needs, from a copy in a private folder: what is looked at stays as it is.
import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppPaths } from '../../../config/paths.ts'

/** One that nothing is in: searching looks at the rows themselves. */
export const NO_INDEX = ':memory:'
const indexOf = ({ dataDir }: AppPaths): string => join(dataDir, 'journal-index.db')
export const hasIndex = (paths: AppPaths): boolean => existsSync(indexOf(paths))

export async function copyIndex(paths: AppPaths, folder: string): Promise<string> {
  if (!hasIndex(paths)) return NO_INDEX
  const copy = join(folder, 'journal-index.db')
  for (const end of ['', '-wal']) {
    await copyFile(`${indexOf(paths)}${end}`, copy + end, constants.COPYFILE_FICLONE).catch(
      ignoreMissing,
    )
  }
  return copy
}

export function ignoreMissing(cause: unknown): void {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return
  throw cause
}
