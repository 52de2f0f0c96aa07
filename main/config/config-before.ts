// Stores the earlier text of the file before a whole new text replaces it. Beside the file, where no
// call can reach it.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** Older ones go. */
const MOST_RETAINED = 20

/** Gives the file that holds the old text now. @param at epoch milliseconds. */
export async function keepBackup(
  file: string,
  text: string,
  at: number,
): Promise<Result<string, Failure>> {
  const ending = extname(file)
  const name = basename(file, ending)
  const folder = join(dirname(file), `${name}-before`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stored = join(
      folder,
      `${name}-${new Date(at).toISOString().replaceAll(':', '-')}${ending}`,
    )
    await writeFile(stored, text, { mode: 0o600 })
    const all = (await readdir(folder)).filter((each) => each.startsWith(`${name}-`)).toSorted()
    for (const old of all.slice(0, -MOST_RETAINED)) await rm(join(folder, old), { force: true })
    return ok(stored)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return err(
      failure(
        'config.unwritable',
        `The current file cannot be backed up (${why}).`,
        'Nothing was changed. Check free space and who may write there.',
      ),
    )
  }
}
