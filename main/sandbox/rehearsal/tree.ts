// Looks at a whole tree: what lies in it, and one hash over that. Never opens a file and never
// follows a link. Looks synchronously, a few microseconds a name, and steps aside every few of
// them.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readlinkSync, type BigIntStats } from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { openYielding } from './yielding.ts'
import { errorCode } from '../files/safe-open.ts'

export type Entry = {
  readonly is: 'file' | 'folder' | 'link' | 'other'
  readonly bytes: number
  /** The permission bits, without the type. */
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** `device:inode`. */
  readonly identity: string
  readonly links: number
  readonly mtime: bigint
  readonly ctime: bigint
  /** Where a link leads, as it is written. */
  readonly target: string | null
}

export type Tree = {
  /**
   * By path from the root on, `''` for the root itself; a folder is before what is in it. The
   * same tree gives the same order.
   */
  readonly entries: ReadonlyMap<string, Entry>
  /** Sizes of all files together. */
  readonly bytes: number
  /**
   * Paths that could not be looked at or into: a folder without permission, a name that is not
   * text.
   */
  readonly unseen: readonly string[]
}

/**
 * Everything below `root`, or, with `only`, these paths alone and the folders on the way to them.
 * Fails with `rehearsal.too-large` above `most` entries. Throws nothing for what can happen to a
 * tree while it is read.
 */
export async function scanTree(
  root: string,
  most: number,
  only: readonly string[] | null = null,
): Promise<Result<Tree, Failure>> {
  const entries = new Map<string, Entry>()
  const unseen: string[] = []
  let bytes = 0
  const pace = openYielding()
  const see = (path: string): Entry | null => {
    const entry = entryAt(path === '' ? root : join(root, path))
    if (entry === null) unseen.push(path)
    else {
      entries.set(path, entry)
      if (entry.is === 'file') bytes += entry.bytes
    }
    return entry
  }
  if (only !== null) {
    for (const path of new Set(['', ...only.flatMap(wayTo)])) see(path)
    return ok({ entries, bytes, unseen: [] })
  }
  const folders = see('')?.is === 'folder' ? [''] : []
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(join(root, folder)) ?? (unseen.push(folder), [])) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (see(path)?.is === 'folder') folders.push(path)
      if (entries.size > most) return err(tooLarge(most))
      await pace()
    }
  }
  return ok({ entries, bytes, unseen })
}

const wayTo = (path: string): string[] =>
  path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'))

const tooLarge = (most: number): Failure =>
  failure(
    'rehearsal.too-large',
    `The workspace holds more than ${most} files and folders, too many to rehearse in.`,
    'Decide by the card.',
  )

/**
 * SHA-256 over everything seen, in hex: names, kinds, modes, owners, inodes, links; of files also
 * sizes and times.
 */
export async function fingerprint({ entries, unseen }: Tree): Promise<string> {
  const hash = createHash('sha256')
  const pace = openYielding()
  for (const [path, entry] of entries) {
    hash.update(JSON.stringify([path, ...stateOf(entry)]))
    await pace()
  }
  return hash.update(JSON.stringify(unseen.toSorted())).digest('hex')
}

/**
 * What counts of an entry. The times and the size of a folder tell of names in it, and those have
 * entries of their own.
 */
export const stateOf = ({
  is,
  bytes,
  mode,
  uid,
  gid,
  identity,
  mtime,
  ctime,
  target,
}: Entry): readonly unknown[] =>
  is === 'folder'
    ? [is, mode, uid, gid, identity]
    : [is, bytes, mode, uid, gid, identity, String(mtime), String(ctime), target]

function namesIn(folder: string): string[] | null {
  try {
    // The order of a folder is nobody's promise.
    return readdirSync(folder).toSorted()
  } catch (error) {
    return errorCode(error) === '' ? raise(error) : null
  }
}

function entryAt(path: string): Entry | null {
  try {
    const stat = lstatSync(path, { bigint: true })
    const is = kindOf(stat)
    return {
      is,
      bytes: Number(stat.size),
      mode: Number(stat.mode & 0o7777n),
      uid: Number(stat.uid),
      gid: Number(stat.gid),
      identity: `${stat.dev}:${stat.ino}`,
      links: Number(stat.nlink),
      mtime: stat.mtimeNs,
      ctime: stat.ctimeNs,
      target: is === 'link' ? readlinkSync(path) : null,
    }
  } catch (error) {
    return errorCode(error) === '' ? raise(error) : null
  }
}

function kindOf(stat: BigIntStats): Entry['is'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'folder'
  return stat.isSymbolicLink() ? 'link' : 'other'
}

function raise(error: unknown): never {
  throw error
}
