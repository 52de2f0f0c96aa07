// The powers over one real folder: every path is walked by descriptors from the root each time it
// is used, no link is followed, and nothing outside of the folder can be reached however it is
// swapped meanwhile. Never decides: `allows` says what of the folder may be used, at the moment of
// use.
import { randomBytes } from 'node:crypto'
import { constants, fstatSync, lstatSync, read, type BigIntStats } from 'node:fs'
import { mkdir, open, opendir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import {
  changed,
  fileFailure,
  hardLinked,
  isFolder,
  missing,
  notFolder,
  notRegular,
  readOnly,
  tooLarge,
} from '../files/file-failure.ts'
import { errorCode, holdFolder, openRegular, unless, type HeldFolder } from '../files/safe-open.ts'
import type { EntryKind, FolderPowers, FolderRead, FolderWrite, Names } from './folder-powers.ts'

const MAX_ENTRIES = 20_000
const readLater = promisify(read)
const NOFOLLOW = constants.O_NOFOLLOW ?? 0

export type HeldFolderOptions = {
  /** Absolute and canonical. */
  readonly root: string
  readonly access: 'read-only' | 'read-write'
  /**
   * Null when `path`, absolute, may be used so. `remove`: it goes away or elsewhere with all that
   * lies in it. The place for the STOP list and the protected spots.
   */
  allows(path: string, use: 'read' | 'write' | 'remove'): Promise<Failure | null>
}

/**
 * Powers for `GrantedFolder`. Failures as `FolderRead` names them, `path.name`, and those of
 * `allows`.
 */
export function heldFolder(options: HeldFolderOptions): FolderPowers {
  return {
    read: reading(options),
    write: options.access === 'read-write' ? writing(options) : null,
  }
}

const shown = (path: Names): string => path.join('/') || '.'

/** `work` in the folder that holds the last name, held open and still in its place. */
async function within<T>(
  { root, allows }: HeldFolderOptions,
  path: Names,
  use: 'read' | 'write' | 'remove',
  work: (folder: HeldFolder, name: string) => Promise<Result<T, Failure>> | Result<T, Failure>,
): Promise<Result<T, Failure>> {
  const name = path.at(-1)
  if (name === undefined)
    return err(failure('path.name', 'The granted folder itself cannot be changed.'))
  const odd = path.find((each) => !plainName(each))
  if (odd !== undefined)
    return err(failure('path.name', `The name ${odd} cannot be used for a file here.`))
  const refused = await allows(join(root, ...path), use)
  if (refused !== null) return err(refused)
  try {
    const folder = await holdFolder(join(root, ...path.slice(0, -1)), false)
    try {
      if (!(await folder.inPlace())) return err(changed(shown(path)))
      return await work(folder, name)
    } finally {
      await folder.close()
    }
  } catch (error) {
    return err(pathFailure(error, path))
  }
}

function reading(options: HeldFolderOptions): FolderRead {
  const { root, allows } = options
  /** The granted folder itself, or one in it, for its names. */
  const inFolder = async <T>(
    path: Names,
    work: (folder: HeldFolder) => Promise<Result<T, Failure>>,
  ): Promise<Result<T, Failure>> => {
    if (path.some((name) => !plainName(name)))
      return err(failure('path.name', `The path ${shown(path)} cannot be used here.`))
    const full = join(root, ...path)
    const refused = await allows(full, 'read')
    if (refused !== null) return err(refused)
    try {
      const folder = await holdFolder(full, false)
      try {
        return (await folder.inPlace()) ? await work(folder) : err(changed(shown(path)))
      } finally {
        await folder.close()
      }
    } catch (error) {
      return err(pathFailure(error, path))
    }
  }
  const facts = (stat: BigIntStats) =>
    ok({
      is: kindOf(stat),
      bytes: stat.isFile() ? Number(stat.size) : 0,
      modifiedMs: Number(stat.mtimeMs),
      node: stat.ino,
    })
  return {
    stat: (path) =>
      path.length === 0
        ? inFolder(path, async (folder) => facts(lstatSync(`${folder.self}/.`, { bigint: true })))
        : within(options, path, 'read', (folder, name) =>
            facts(lstatSync(folder.at(name), { bigint: true })),
          ),
    list: (path) =>
      inFolder(path, async (folder) => {
        const entries: { readonly name: string; readonly is: EntryKind }[] = []
        for await (const entry of await opendir(folder.self)) {
          if (entries.length === MAX_ENTRIES)
            return err(
              failure('folder.too-large', `The folder ${shown(path)} holds too many entries.`),
            )
          const is = entry.isFile()
            ? 'file'
            : entry.isDirectory()
              ? 'folder'
              : entry.isSymbolicLink()
                ? 'link'
                : 'other'
          entries.push({ name: entry.name, is })
        }
        return ok(entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      }),
    readFile: (path, { maxBytes }) =>
      within(options, path, 'read', async (folder, name) => {
        const stat = lstatSync(folder.at(name))
        if (stat.isSymbolicLink()) return err(followed(path))
        if (stat.isDirectory()) return err(isFolder(shown(path)))
        const file = await openRegular(join(root, ...path))
        if (file === null) return err(notRegular(shown(path)))
        try {
          const { size } = fstatSync(file.fd)
          if (size > maxBytes) return err(tooLarge(shown(path), maxBytes))
          const bytes = await readWhole(file.fd, size, maxBytes)
          return bytes === null ? err(tooLarge(shown(path), maxBytes)) : ok(bytes)
        } finally {
          file.close()
        }
      }),
  }
}

/** Null past the limit: a file may grow while it is read. */
async function readWhole(fd: number, size: number, maxBytes: number): Promise<Uint8Array | null> {
  const buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1)
  let used = 0
  for (;;) {
    const { bytesRead } = await readLater(fd, buffer, used, buffer.length - used, null)
    used += bytesRead
    if (bytesRead === 0) return buffer.subarray(0, used)
    if (used > maxBytes) return null
    // Longer than it was a moment ago: the rest is left for the next read, as with any file that is
    // being written.
    if (used === buffer.length) return buffer.subarray(0, used)
  }
}

function writing(options: HeldFolderOptions): FolderWrite {
  return {
    makeFile: (path) =>
      within(options, path, 'write', async (folder, name) => {
        const created = await open(
          folder.at(name),
          constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW,
          0o666,
        )
        await created.close()
        return ok(undefined)
      }),
    writeFile: (path, bytes) =>
      within(options, path, 'write', (folder, name) => replace(folder, name, path, bytes)),
    makeFolder: (path) =>
      within(options, path, 'write', async (folder, name) => {
        await mkdir(folder.at(name))
        return ok(undefined)
      }),
    removeFile: (path) =>
      within(options, path, 'remove', async (folder, name) => {
        if (lstatSync(folder.at(name)).isDirectory()) return err(isFolder(shown(path)))
        await unlink(folder.at(name))
        return ok(undefined)
      }),
    removeFolder: (path) =>
      within(options, path, 'remove', async (folder, name) => {
        if (!lstatSync(folder.at(name)).isDirectory()) return err(notFolder(shown(path)))
        await rmdir(folder.at(name))
        return ok(undefined)
      }),
    rename: (from, to) =>
      within(options, from, 'remove', (source, sourceName) =>
        within(options, to, 'write', (target, targetName) =>
          // What stood there is gone afterwards.
          within(options, to, 'remove', async () => {
            await rename(source.at(sourceName), target.at(targetName))
            return ok(undefined)
          }),
        ),
      ),
  }
}

/**
 * A new file beside the old one, made durable, then renamed over it: never a half, and never
 * through a link.
 */
async function replace(
  folder: HeldFolder,
  name: string,
  path: Names,
  bytes: Uint8Array,
): Promise<Result<void, Failure>> {
  const target = folder.at(name)
  const old = lstatSync(target, { throwIfNoEntry: false }) ?? null
  if (old?.isSymbolicLink()) return err(followed(path))
  if (old?.isDirectory()) return err(isFolder(shown(path)))
  if (old !== null && !old.isFile()) return err(notRegular(shown(path)))
  if (old !== null && old.nlink > 1) return err(hardLinked(shown(path)))
  if (old !== null && (old.mode & 0o222) === 0) return err(readOnly(shown(path)))
  const temporary = folder.at(`.gatehouse-${randomBytes(9).toString('hex')}.tmp`)
  const created = await open(
    temporary,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW,
    old === null ? 0o666 : 0o600,
  )
  try {
    try {
      await created.writeFile(bytes)
      if (old !== null) {
        await created.chown(old.uid, old.gid).catch(unless('EPERM'))
        await created.chmod(old.mode & 0o777)
      }
      await created.sync()
    } finally {
      await created.close()
    }
    if (!(await folder.inPlace())) {
      await unlink(temporary)
      return err(changed(shown(path)))
    }
    await rename(temporary, target)
  } catch (error) {
    await unlink(temporary).catch(unless('ENOENT'))
    throw error
  }
  return ok(undefined)
}

const kindOf = (stat: BigIntStats): EntryKind =>
  stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : stat.isSymbolicLink() ? 'link' : 'other'

const followed = (path: Names): Failure =>
  failure(
    'path.link',
    `The path ${shown(path)} is a link; links of the host are not followed.`,
    'Name what it points to, if that is granted.',
  )

/** Names that Windows reads as a device, a stream or another name are refused there. */
function plainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name)) return false
  if (process.platform !== 'win32') return true
  return (
    // eslint-disable-next-line no-control-regex -- Windows takes no control characters in names
    !/[\\:*?"<>|\x01-\x1f~]|[. ]$/.test(name) &&
    !/^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(name)
  )
}

function pathFailure(error: unknown, path: Names): Failure {
  switch (errorCode(error)) {
    case 'ENOENT':
      return missing(shown(path))
    case 'ELOOP':
      return followed(path)
    case 'ENOTDIR':
      return notFolder(shown(path))
    case 'EEXIST':
      return failure('file.exists', `There is something at ${shown(path)} already.`)
    case 'ENOTEMPTY':
      return failure('file.not-empty', `The folder ${shown(path)} is not empty.`)
    default:
      return fileFailure(error, shown(path))
  }
}
