// Owns replacing one file as a whole: a new file beside it, made durable, then renamed over it. A reader sees the old
// text or the new, never a half; a full disk leaves the old one. Never asks whether it may.
// Given up: extended attributes and access lists of the replaced file are not carried over.
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Failure } from '../../contract/failure.ts'
import type { Written } from '../../contract/powers.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { changed, fileFailure, hardLinked, isFolder, notRegular, notText, readOnly } from './file-failure.ts'
import { errorCode, holdFolder, unless, type HeldFolder } from './walk.ts'

export type WholeFile = {
  /** Absolute and canonical. */
  readonly path: string
  /** As the caller wrote it; the only form that appears in failures. */
  readonly given: string
  readonly text: string
  readonly makeFolders: boolean
}

export async function writeWhole(file: WholeFile): Promise<Result<Written, Failure>> {
  try {
    const folder = await holdFolder(dirname(file.path), file.makeFolders)
    try {
      return await writeIn(folder, file)
    } finally {
      await folder.close()
    }
  } catch (error) {
    return err(fileFailure(error, file.given))
  }
}

async function writeIn(folder: HeldFolder, { path, given, text }: WholeFile): Promise<Result<Written, Failure>> {
  const target = folder.at(basename(path))
  const old = await lstat(target).catch((error: unknown) => (errorCode(error) === 'ENOENT' ? null : Promise.reject(error)))
  if (old !== null) {
    if (old.isSymbolicLink()) return err(changed(given))
    if (old.isDirectory()) return err(isFolder(given))
    if (!old.isFile()) return err(notRegular(given))
    if (old.nlink > 1) return err(hardLinked(given))
    // A rename would quietly replace a file that its owner made read-only.
    if (!(await writable(target))) return err(readOnly(given))
  }
  if (!text.isWellFormed()) return err(notText(given))
  const bytes = Buffer.from(text)
  const temporary = folder.at(`.gatehouse-${randomBytes(9).toString('hex')}.tmp`)
  const made = await open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    old === null ? 0o666 : 0o600,
  )
  try {
    await fill(made, bytes, old)
    // The folder may have been moved away while it was held; then this is no longer the place that was permitted.
    if (!(await folder.inPlace())) {
      await unlink(temporary)
      return err(changed(given))
    }
    await rename(temporary, target)
  } catch (error) {
    await unlink(temporary).catch(unless('ENOENT'))
    throw error
  }
  await syncFolder(folder)
  return ok({ bytes: bytes.length, created: old === null })
}

async function fill(file: FileHandle, bytes: Buffer, old: Awaited<ReturnType<typeof lstat>> | null): Promise<void> {
  try {
    await file.writeFile(bytes)
    if (old !== null) {
      const now = await file.stat()
      // Only root can give a file away; for others it becomes theirs, as with every editor that renames.
      if (now.uid !== old.uid || now.gid !== old.gid) await file.chown(Number(old.uid), Number(old.gid)).catch(unless('EPERM'))
      await file.chmod(Number(old.mode) & 0o777)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

async function writable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return true
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS' || errorCode(error) === 'EPERM') return false
    throw error
  }
}

/** Makes the rename itself durable. Windows cannot open a folder for this and needs it less. */
async function syncFolder(folder: HeldFolder): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder.self, constants.O_RDONLY | constants.O_DIRECTORY).catch(() => null)
  if (handle === null) return
  try {
    await handle.sync()
  } catch (error) {
    // Some file systems cannot sync a folder; the text itself is already on the disk.
    if (errorCode(error) !== 'EINVAL') throw error
  } finally {
    await handle.close()
  }
}
