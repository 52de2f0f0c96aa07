// Replaces one file as a whole: a new file beside it, made durable, then renamed over it. A reader
// sees the old text or the new, never a half; a full disk leaves the old one. Never asks whether it
// may. Kept: mode, owner where we may give files away, encoding, byte order mark and line ends.
// Given up: extended attributes and access lists, which Node cannot read; the set-user-id bits,
// which nothing written here should have.
import { constants, read, type Stats } from 'node:fs'
import { access, lstat, open, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Failure } from '../../../contract/failure.ts'
import { withEndsOf } from '../../../contract/line-ends.ts'
import type { Written } from '../../../contract/call/powers/file-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import {
  changed,
  fileFailure,
  hardLinked,
  isFolder,
  notRegular,
  notText,
  otherEncoding,
  readOnly,
} from './file-failure.ts'
import { decodeStart, decodeText, encodeText, plainForm, type TextForm } from './text-encoding.ts'
import { errorCode, holdFolder, openRegular, unless, type HeldFolder } from './safe-open.ts'
import { temporaryName, type WriteNotes } from './write-notes.ts'

/** Enough to know how a file is written; of a longer one only so much is looked at. */
const SAMPLE_BYTES = 16 * 1024 * 1024
const readLater = promisify(read)

export type WholeFile = {
  /** Absolute and canonical. */
  readonly path: string
  /** As the caller wrote it; the only form that appears in failures. */
  readonly given: string
  /** Text takes the encoding and the line ends of what is there; bytes are written as they are. */
  readonly content: string | Uint8Array
  readonly makeFolders: boolean
  /** Null: a crash in the middle of this write would leave its temporary file. */
  readonly notes: WriteNotes | null
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

async function writeIn(
  folder: HeldFolder,
  { path, given, content, notes }: WholeFile,
): Promise<Result<Written, Failure>> {
  const target = folder.at(basename(path))
  const old = await statOrNull(target)
  if (old !== null) {
    if (old.isSymbolicLink()) return err(changed(given))
    if (old.isDirectory()) return err(isFolder(given))
    if (!old.isFile()) return err(notRegular(given))
    if (old.nlink > 1) return err(hardLinked(given))
    // A rename would quietly replace a file that its owner made read-only.
    if (!(await writable(target))) return err(readOnly(given))
  }
  const encoded =
    typeof content === 'string'
      ? await encodedAs(path, given, content, old !== null)
      : ok(Buffer.from(content))
  if (!encoded.ok) return encoded
  const bytes = encoded.value
  const name = temporaryName()
  const temporary = folder.at(name)
  let left = false
  const noted = notes?.start(join(dirname(path), name))
  try {
    const created = await open(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
      old === null ? 0o666 : 0o600,
    )
    await fill(created, bytes, old, await stat(folder.self))
    // The folder may have been moved away while it was held, or the file been changed: then this is
    // not what was permitted.
    if (!(await folder.inPlace()) || !isSame(old, await statOrNull(target))) {
      await unlink(temporary)
      return err(changed(given))
    }
    await rename(temporary, target)
  } catch (error) {
    // What cannot be removed now keeps its note, for the next start.
    await unlink(temporary).catch((second: unknown) => (left = errorCode(second) !== 'ENOENT'))
    throw error
  } finally {
    if (!left) noted?.()
  }
  await syncFolder(folder)
  return ok({ bytes: bytes.length, created: old === null })
}

/** As the file there is written, where there is one. */
async function encodedAs(
  path: string,
  given: string,
  text: string,
  replaces: boolean,
): Promise<Result<Buffer, Failure>> {
  if (!text.isWellFormed()) return err(notText(given))
  const was = replaces ? await formOf(path) : { text: '', form: plainForm }
  return was === null
    ? err(otherEncoding(given))
    : ok(encodeText(withEndsOf(was.text, text), was.form))
}

const statOrNull = async (path: string): Promise<Stats | null> =>
  lstat(path).catch((error: unknown) =>
    errorCode(error) === 'ENOENT' ? null : Promise.reject(error),
  )

const isSame = (old: Stats | null, now: Stats | null): boolean =>
  old === null
    ? now === null
    : now !== null &&
      old.ino === now.ino &&
      old.dev === now.dev &&
      old.mtimeMs === now.mtimeMs &&
      now.nlink === 1

/** How the file there is written. Null: in no way that we could write it again. */
async function formOf(
  path: string,
): Promise<{ readonly text: string; readonly form: TextForm } | null> {
  const file = await openRegular(path)
  if (file === null) return null
  try {
    const bytes = await readStart(file.fd, SAMPLE_BYTES + 1)
    return bytes.length > SAMPLE_BYTES
      ? decodeStart(bytes.subarray(0, SAMPLE_BYTES))
      : decodeText(bytes)
  } finally {
    file.close()
  }
}

async function readStart(fd: number, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (let total = 0; total < most;) {
    const buffer = Buffer.allocUnsafe(Math.min(65_536, most - total))
    const { bytesRead } = await readLater(fd, buffer, 0, buffer.length, null)
    if (bytesRead === 0) break
    total += bytesRead
    chunks.push(buffer.subarray(0, bytesRead))
  }
  return Buffer.concat(chunks)
}

async function fill(
  file: FileHandle,
  bytes: Buffer,
  old: Stats | null,
  folder: Stats,
): Promise<void> {
  try {
    await file.writeFile(bytes)
    const now = await file.stat()
    // What root makes in a folder of somebody is theirs. Others cannot give a file away: it becomes
    // theirs, as with every editor that renames.
    const owner = old ?? (process.geteuid?.() === 0 ? folder : now)
    if (now.uid !== owner.uid || now.gid !== owner.gid)
      await file.chown(owner.uid, owner.gid).catch(unless('EPERM'))
    if (old !== null) await file.chmod(old.mode & 0o777)
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
    if (
      errorCode(error) === 'EACCES' ||
      errorCode(error) === 'EROFS' ||
      errorCode(error) === 'EPERM'
    )
      return false
    throw error
  }
}

/** Makes the rename itself durable. Windows cannot open a folder for this and needs it less. */
async function syncFolder(folder: HeldFolder): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder.self, constants.O_RDONLY | constants.O_DIRECTORY).catch(
    () => null,
  )
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
