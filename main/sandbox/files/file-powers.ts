// The file powers of one call: only the paths it was permitted, looked at again at the moment of
// use. Never follows a link and never decides; where a path lies says `resolve-path.ts`, how it is
// opened `safe-open.ts`.
import { fstatSync, lstatSync, read, readSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { normalize } from 'node:path'
import { promisify } from 'node:util'
import { failure, type Failure } from '../../../contract/failure.ts'
import type {
  FileText,
  FolderEntry,
  ReadPower,
  WritePower,
  Written,
} from '../../../contract/call/powers/file-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch, FileContent } from '../../../contract/call/touch.ts'
import {
  binary,
  changed,
  exists,
  fileFailure,
  hardLinked,
  isFolder,
  notFolder,
  notPermitted,
  notRegular,
  otherContent,
  missing,
  stopped,
  tooLarge,
} from './file-failure.ts'
import type { ResolvedPath, RealPath } from './resolve-path.ts'
import { decodeText } from './text-encoding.ts'
import { errorCode, hasName, holdFolder, openRegular, type OpenFile } from './safe-open.ts'
import type { WriteNotes } from './write-notes.ts'
import { hashOf } from './hash-file.ts'
import { moveFile } from './move-file.ts'
import { writeWhole } from './write-whole.ts'

const MAX_ENTRIES = 20_000
const SMALL = 16_384
const readLater = promisify(read)

/**
 * Powers bound to `permitted`: `fs.read` touches can be read or listed, `fs.write` touches written,
 * nothing else. Expected failures: `path.outside-permit`, `path.changed`, `path.stop`, those of
 * `resolvePath`, and `file.*`: missing, is-folder, not-folder, not-regular, too-large, binary,
 * encoding, hard-linked, read-only, no-access, no-space.
 */
export function filePowers(options: {
  readonly permitted: readonly CanonicalTouch[]
  readonly resolved: ResolvedPath
  /** Left out where nothing is written. */
  readonly notes?: WriteNotes
}): {
  readonly read: Pick<ReadPower, 'readText' | 'readBytes' | 'list'>
  readonly write: WritePower
} {
  const find = (kind: 'fs.read' | 'fs.write', path: string) =>
    permittedPath(options.permitted, options.resolved, kind, path)
  /** The one content that was permitted, where the file is handed on. */
  const pinned = (at: RealPath): FileContent | null =>
    options.permitted.flatMap((touch) =>
      touch.kind === 'fs.read' && touch.path === at.path ? (touch.content ?? []) : [],
    )[0] ?? null
  const write = async (
    path: string,
    content: string | Uint8Array,
  ): Promise<Result<Written, Failure>> => {
    const found = await find('fs.write', path)
    if (!found.ok) return found
    const { is, zone } = found.value
    if (is === 'folder' || !hasName(found.value.path)) return err(isFolder(path))
    if (is === 'other') return err(notRegular(path))
    return writeWhole({
      path: found.value.path,
      given: path,
      content,
      makeFolders: zone === 'workspace',
      notes: options.notes ?? null,
    })
  }
  const move = async (path: string, to: string): Promise<Result<null, Failure>> => {
    const from = await find('fs.write', path)
    if (!from.ok) return from
    const target = await find('fs.write', to)
    if (!target.ok) return target
    if (from.value.is === 'missing') return err(missing(path))
    if (from.value.is === 'folder') return err(isFolder(path))
    if (from.value.is === 'other') return err(notRegular(path))
    if (target.value.is !== 'missing') return err(exists(to))
    return moveFile({
      from: { path: from.value.path, given: path },
      to: { path: target.value.path, given: to },
      makeFolders: target.value.zone === 'workspace',
    })
  }
  return {
    read: {
      readText: async (path, { maxBytes }) => {
        const found = await find('fs.read', path)
        return found.ok ? readText(found.value, path, maxBytes, pinned(found.value)) : found
      },
      readBytes: async (path, { maxBytes }) => {
        const found = await find('fs.read', path)
        return found.ok ? readWhole(found.value, path, maxBytes, pinned(found.value)) : found
      },
      list: async (path) => {
        const found = await find('fs.read', path)
        return found.ok ? list(found.value, path) : found
      },
    },
    write: { writeText: write, writeBytes: write, move },
  }
}

/** Where a path of the permit really lies now. */
export async function permittedPath(
  permitted: readonly CanonicalTouch[],
  resolved: ResolvedPath,
  kind: 'fs.read' | 'fs.write',
  path: string,
): Promise<Result<RealPath, Failure>> {
  const now = await resolved(path)
  if (!now.ok) return now
  if (now.value.zone === 'stop') return err(stopped(path))
  const paths = permitted.flatMap((touch) => (touch.kind === kind ? [touch] : []))
  if (paths.some((touch) => touch.path === now.value.path && touch.zone === now.value.zone))
    return now
  if (
    now.value.is === 'file' &&
    paths.some((touch) => touch.path === now.value.path) &&
    hasTwoNames(now.value.path)
  )
    return err(hardLinked(path))
  return err(paths.some((touch) => reads(touch.path, path)) ? changed(path) : notPermitted(path))
}

function hasTwoNames(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && stat.isFile() && stat.nlink > 1
}

/**
 * Whether `given` is by its letters the permitted path: then it is not another path, but one that
 * now leads elsewhere.
 */
function reads(real: string, given: string): boolean {
  const letters = normalize(given).replace(/[/\\]$/, '')
  return real === letters || real.endsWith(`/${letters}`)
}

async function readText(
  at: RealPath,
  given: string,
  maxBytes: number,
  pinned: FileContent | null,
): Promise<Result<FileText, Failure>> {
  const whole = await readWhole(at, given, maxBytes, pinned)
  if (!whole.ok) return whole
  const found = decodeText(whole.value)
  return found === null
    ? err(binary(given, whole.value.length))
    : ok({ text: found.text, bytes: whole.value.length })
}

async function readWhole(
  at: RealPath,
  given: string,
  maxBytes: number,
  pinned: FileContent | null,
): Promise<Result<Buffer, Failure>> {
  if (at.is === 'missing') return err(missing(given))
  if (at.is === 'folder') return err(isFolder(given))
  if (at.is === 'other') return err(notRegular(given))
  let file: OpenFile | null = null
  try {
    file = await openRegular(at.path)
    if (file === null) return err(notRegular(given))
    const { size, nlink } = fstatSync(file.fd)
    // Given a second name since its place was looked at, or swapped for a file with one: then it is
    // outside as well.
    if (nlink > 1 && at.zone === 'workspace') return err(changed(given))
    if (size > maxBytes) return err(tooLarge(given, maxBytes))
    const bytes = await readAll(file.fd, size, maxBytes)
    if (bytes === null) return err(tooLarge(given, maxBytes))
    return pinned === null || hashOf(bytes) === pinned.sha256 ? ok(bytes) : err(otherContent(given))
  } catch (error) {
    return err(fileFailure(error, given))
  } finally {
    file?.close()
  }
}

/**
 * Null when there is more than `maxBytes`: a file may grow while it is read, or claim a size of
 * nought.
 */
async function readAll(fd: number, size: number, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let total = 0
  let buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1)
  for (;;) {
    // A small read is over sooner than the thread pool has heard of it; a large one must not hold
    // up the rest.
    const small = buffer.length <= SMALL
    const bytesRead = small
      ? readSync(fd, buffer, 0, buffer.length, null)
      : (await readLater(fd, buffer, 0, buffer.length, null)).bytesRead
    if (bytesRead === 0) return Buffer.concat(chunks, total)
    total += bytesRead
    if (total > maxBytes) return null
    chunks.push(buffer.subarray(0, bytesRead))
    buffer = Buffer.allocUnsafe(Math.min(total < SMALL ? SMALL : 65_536, maxBytes - total + 1))
  }
}

async function list(
  found: RealPath,
  given: string,
): Promise<Result<readonly FolderEntry[], Failure>> {
  if (found.is === 'missing') return err(missing(given))
  if (found.is !== 'folder') return err(notFolder(given))
  try {
    const folder = await holdFolder(found.path, false)
    try {
      if (!(await folder.inPlace())) return err(changed(given))
      const entries: FolderEntry[] = []
      for await (const { name } of await opendir(folder.self)) {
        if (entries.length === MAX_ENTRIES) {
          return err(
            failure(
              'folder.too-large',
              `The folder ${given} holds more than ${MAX_ENTRIES} entries.`,
              'List one of the folders in it.',
            ),
          )
        }
        entries.push(await entryOf(folder.at(name), name))
      }
      return ok(entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    } finally {
      await folder.close()
    }
  } catch (error) {
    return err(fileFailure(error, given))
  }
}

async function entryOf(path: string, name: string): Promise<FolderEntry> {
  try {
    const stat = await lstat(path)
    const is = stat.isFile()
      ? 'file'
      : stat.isDirectory()
        ? 'folder'
        : stat.isSymbolicLink()
          ? 'link'
          : 'other'
    return { name, is, bytes: is === 'file' ? stat.size : 0 }
  } catch (error) {
    // Gone since it was listed, or a name that is not text: still named, so that nothing is hidden.
    if (errorCode(error) === '') throw error
    return { name, is: 'other', bytes: 0 }
  }
}
