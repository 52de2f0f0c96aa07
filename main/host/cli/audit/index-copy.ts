// The index that a search needs, from a copy in a private folder: what is looked at stays as it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppPaths } from '../../../config/paths.ts'
import { copyIfThere } from './copy-if-there.ts'

/** One that nothing is in: searching looks at the rows themselves. */
export const NO_INDEX = ':memory:'
const indexOf = ({ dataDir }: AppPaths): string => join(dataDir, 'journal-index.db')
export const hasIndex = (paths: AppPaths): boolean => existsSync(indexOf(paths))

export async function copyIndex(paths: AppPaths, folder: string): Promise<string> {
  if (!hasIndex(paths)) return NO_INDEX
  const copy = join(folder, 'journal-index.db')
  for (const end of ['', '-wal']) await copyIfThere(`${indexOf(paths)}${end}`, copy + end)
  return copy
}
