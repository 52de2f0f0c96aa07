// Reads and writes the one file. Knows nothing of what is in it.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdir, realpath, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileReason } from '../../contract/file-reason.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { flushFolder } from '../disk/flush-folder.ts'
import { withReplacement } from '../disk/replace-file.ts'
import { longestConfig } from './longest-config.ts'

/**
 * The text of the file; null when there is no such file. Fails on what is no regular file, too
 * long, or not UTF-8.
 */
export const readConfig = (file: string): Promise<Result<string | null, Failure>> =>
  Promise.resolve(readAtOnce(file))

/** Each look reads it, and the promises of Node's file system take longer to load than one short file. */
function readAtOnce(file: string): Result<string | null, Failure> {
  try {
    // Without O_NONBLOCK a pipe in place of the file would hold the start for ever.
    const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = fstatSync(handle)
      if (!stat.isFile())
        return err(
          failure(
            'config.unreadable',
            `${file} is not a file.`,
            'Move it away, or point --config at a file.',
          ),
        )
      if (stat.size > longestConfig * 4)
        return err(
          failure(
            'config.unreadable',
            `${file} is too large to be a configuration.`,
            'Point --config at the right file.',
          ),
        )
      const bytes = readFileSync(handle)
      return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    } finally {
      closeSync(handle)
    }
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return ok(null)
    if (cause instanceof TypeError)
      return err(
        failure('config.unreadable', `${file} is not UTF-8 text.`, 'Save it again as UTF-8.'),
      )
    return err(
      failure(
        'config.unreadable',
        `${file} cannot be read: ${fileReason(cause)}.`,
        'Check who may read the file and its folder.',
      ),
    )
  }
}

/**
 * Writes whole: a temporary file beside it, synced, renamed over it; mode 0600. A file that is a
 * link stays one. `expected` is the text it was computed from: returns false, and writes nothing,
 * when the file says something else by now.
 */
export async function replaceConfig(
  file: string,
  expected: string | null,
  text: string,
): Promise<Result<boolean, Failure>> {
  try {
    const folder = dirname(file)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const target = await realpath(file).catch(() => file)
    const written = await withReplacement(target, text, async (temporary) => {
      const now = await readConfig(file)
      if (!now.ok) return now
      if (now.value !== expected) return ok(false)
      await rename(temporary, target)
      return ok(true)
    })
    if (!written.ok || !written.value) return written
    await chmod(target, 0o600)
    flushFolder(dirname(target))
    return ok(true)
  } catch (cause) {
    return err(
      failure(
        'config.unwritable',
        `${file} cannot be written: ${fileReason(cause)}.`,
        'Check free space and who may write to the folder; nothing was changed.',
      ),
    )
  }
}

const codeOf = (cause: unknown): string =>
  typeof cause === 'object' && cause !== null && 'code' in cause && typeof cause.code === 'string'
    ? cause.code
    : String(cause)
