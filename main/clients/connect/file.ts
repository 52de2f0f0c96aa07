// Files of other programs: read without changing anything, replaced as a whole or not at all.
import { constants } from 'node:fs'
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileReason } from '../../../contract/file-reason.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { withReplacement } from '../../disk/replace-file.ts'

/**
 * `text` is null where there is no file. `real`: where it lies once links are followed; `linked`:
 * the name leads through one.
 */
export type FileState = {
  readonly text: string | null
  readonly real: string
  readonly linked: boolean
  readonly mode: number
}

/** Bytes of the largest file that is looked at. */
const LARGEST = 32 * 1024 * 1024

/**
 * Failures: `connect.dangling`, `connect.not-file`, `connect.too-large`, `connect.not-text`,
 * `connect.unreadable`.
 */
export async function readFileState(file: string): Promise<Result<FileState, Failure>> {
  try {
    const named = await lstat(file).catch(absent)
    if (named === null)
      return ok({ text: null, real: await realOfMissing(file), linked: false, mode: 0o600 })
    const real = named.isSymbolicLink() ? await realpath(file).catch(absent) : await realpath(file)
    if (real === null)
      return err(
        failure(
          'connect.dangling',
          `${file} is a link that leads nowhere.`,
          'Fix or remove the link first.',
        ),
      )
    const found = await stat(real)
    if (!found.isFile())
      return err(failure('connect.not-file', `${file} is not a file.`, 'Nothing was changed.'))
    if (found.size > LARGEST)
      return err(
        failure(
          'connect.too-large',
          `${file} is larger than ${LARGEST} bytes.`,
          'Nothing was changed.',
        ),
      )
    const bytes = await readFile(real)
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return ok({ text, real, linked: named.isSymbolicLink(), mode: found.mode & 0o777 })
  } catch (cause) {
    if (cause instanceof TypeError)
      return err(failure('connect.not-text', `${file} is not UTF-8 text.`, 'Nothing was changed.'))
    return err(
      failure(
        'connect.unreadable',
        `${file} cannot be read: ${fileReason(cause)}.`,
        'Check who may read it.',
      ),
    )
  }
}

const absent = (cause: unknown): null => {
  if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return null
  throw cause
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause
    ? String(cause.code)
    : cause instanceof Error
      ? cause.message
      : String(cause)

/** The folder may itself be reached through links, or be missing too. */
async function realOfMissing(file: string): Promise<string> {
  const folder = dirname(file)
  const real = await realpath(folder).catch(absent)
  return real === null
    ? folder === file
      ? file
      : join(await realOfMissing(folder), basename(file))
    : join(real, basename(file))
}

/**
 * Whether the file may be replaced: not one that its owner made read-only, and not one with a
 * second name, which would go on as the old file.
 */
export async function writable(
  file: string,
  { text, real, mode }: FileState,
): Promise<Result<void, Failure>> {
  if (text === null) return ok(undefined)
  if ((mode & 0o200) === 0)
    return err(
      failure(
        'connect.read-only',
        `${file} is read-only.`,
        'Make it writable first, if it is yours to change.',
      ),
    )
  const { nlink } = await stat(real)
  if (nlink > 1 && process.platform !== 'win32')
    return err(
      failure(
        'connect.two-names',
        `${file} has another name (a hard link), which would be left behind.`,
        'Put the entry in by hand, or make it one file.',
      ),
    )
  return ok(undefined)
}

/** Copies beside the file, for this user only. Gives its name. */
export async function backUp({ real, text }: FileState, stamp: string): Promise<string | null> {
  if (text === null) return null
  const name = `${real}.before-gatehouse-${stamp}`
  let copy = name
  for (let n = 2; (await lstat(copy).catch(absent)) !== null; n++) copy = `${name}-${n}`
  const file = await open(copy, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  return copy
}

/**
 * Folders from the outermost that is missing down to the one of this file; made for this user only.
 */
export async function makeFolders(real: string): Promise<readonly string[]> {
  const missing: string[] = []
  for (let at = dirname(real); (await lstat(at).catch(absent)) === null; at = dirname(at))
    missing.unshift(at)
  for (const folder of missing) await mkdir(folder, { mode: 0o700 })
  return missing
}

/**
 * Replaces the file with this text, as a whole: a crash leaves the old or the new one. `expected`
 * is what it held when it was looked at; failure `connect.changed` where it does not any more.
 */
export async function replaceFile(
  fileState: FileState,
  text: string,
  expected: string | null,
): Promise<Result<void, Failure>> {
  const { real, mode } = fileState
  try {
    return await withReplacement(real, text, async (temporary) => {
      await chmod(temporary, mode)
      const owner = expected === null ? null : await stat(real).catch(absent)
      if (owner !== null && process.getuid?.() === 0) await chown(temporary, owner.uid, owner.gid)
      const now = await readFile(real, 'utf8').catch(absent)
      if (now !== expected)
        return err(
          failure(
            'connect.changed',
            `${real} was changed by somebody else just now.`,
            'Try again; nothing was changed.',
          ),
        )
      // A link fails where a file has come up meanwhile.
      if (expected === null) await link(temporary, real)
      else await rename(temporary, real)
      return ok(undefined)
    })
  } catch (cause) {
    return err(
      failure(
        'connect.unwritable',
        `${real} cannot be written: ${fileReason(cause)}.`,
        'Check who may write there; nothing was changed.',
      ),
    )
  }
}

/** Takes away a file that we made, and then its folders that we made, where they are empty. */
export async function removeCreated(real: string, folders: readonly string[]): Promise<void> {
  await rm(real)
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined)
}
