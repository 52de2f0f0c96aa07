// Whether the key that seals held calls was lost at some start.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lostMark } from '../secrets/at-rest.ts'

/** Null where it never was. */
export function lostKeyOf(
  dataDir: string,
): { readonly file: string; readonly mark: string; readonly since: string } | null {
  const file = join(dataDir, 'approvals.key')
  const mark = lostMark(file)
  try {
    return { file, mark, since: readFileSync(mark, 'utf8').trim() }
  } catch {
    return null
  }
}
