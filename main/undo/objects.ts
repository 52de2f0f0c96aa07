// Contents by their SHA-256, each once: `objects/aa/<hash>`, mode 0600, complete or not there at
// all. Never hard links: a later write to the workspace's file would change the kept one.
import { createHash, hash as digest, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './held.ts'
import { syncFileSystem } from '../disk/sync-file-system.ts'

/** Up to here a file is read in one go; above it is cloned or copied by the kernel first. */
const SMALL = 1024 * 1024
/** Up to here one file after the other is as fast as all at once. */
const FEW = 8
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export type Objects = {
  has(hash: string): boolean
  /**
   * Keeps the content of an open regular file, at most `max` bytes of it; null when there is more.
   * Gives hash and size.
   */
  keep(fd: number, max: number): { readonly hash: string; readonly size: number } | null
  /** The hash alone. */
  hashOnly(fd: number): string
  /**
   * Writes the content to a new file at `target`, mode 0600. False when what is kept does not fit
   * its hash any more.
   * @param durable false: the caller makes it so, together with others.
   * @param finish gets the open file when its content is whole: its owner, mode and time.
   */
  restore(hash: string, target: Buffer, durable: boolean, finish: (fd: number) => void): boolean
  /** Kept once since this was opened, and nobody asked for it again: its keeper may move it. */
  isAlone(hash: string): boolean
  /**
   * Whether the content is whole; `finish` gets it open, for the owner, mode and time that it is to
   * have when it is given away.
   */
  prepare(hash: string, finish: (fd: number) => void): boolean
  /**
   * Moves the content to `target`, over what is there; it is kept no more. Throws the system's
   * error, and then it is kept on.
   */
  give(hash: string, target: Buffer): void
  /** Where contents are. */
  readonly folder: string
  /** The content, when it is there, sound and at most `max` bytes. */
  read(hash: string, max: number): Buffer | null
  /**
   * What was kept and may not be on the disk yet. Each call makes up to `count` durable; false when
   * nothing is left.
   */
  sync(count: number): boolean
  /** Makes all of it durable. */
  syncAll(): void
  /** Bytes that were kept since this was opened. */
  added(): number
  list(): { readonly hash: string; readonly bytes: number }[]
  remove(hash: string): void
}

/** @param use looks: nothing is made, removed or fixed, and nothing may be kept. */
export function openObjects(folder: string, use: 'keeps' | 'looks' = 'keeps'): Objects {
  if (use === 'keeps') mkdirSync(folder, { recursive: true, mode: 0o700 })
  const known = new Set<string>()
  const alone = new Set<string>()
  for (const name of readdirSync(folder)) {
    // Left by a process that was killed while it wrote.
    if (name.startsWith('tmp-')) {
      if (use === 'keeps') rmSync(join(folder, name), { force: true })
    } else for (const hash of readdirSync(join(folder, name))) known.add(hash)
  }
  const fileOf = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  let unsynced: string[] = []
  /** How many of these are done: taking them off the front one by one would cost their square. */
  let synced = 0
  let added = 0

  const finish = (temporary: string, hash: string, size: number): void => {
    if (known.has(hash)) {
      alone.delete(hash)
      return unlinkSync(temporary)
    }
    mkdirSync(join(folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 })
    renameSync(temporary, fileOf(hash))
    known.add(hash)
    alone.add(hash)
    unsynced.push(hash)
    added += size
  }
  const temporaryName = (): string => join(folder, `tmp-${randomBytes(9).toString('hex')}`)

  const sync = (count: number): boolean => {
    const end = Math.min(unsynced.length, synced + count)
    for (; synced < end; synced++) syncFile(fileOf(unsynced[synced] ?? ''))
    if (synced < unsynced.length) return true
    unsynced = []
    synced = 0
    return false
  }

  return {
    folder,

    has(hash) {
      alone.delete(hash)
      return known.has(hash)
    },

    keep(fd, max) {
      const { size } = fstatSync(fd)
      if (size > max) return null
      const temporary = temporaryName()
      try {
        if (size > SMALL && process.platform === 'linux') {
          // Shares the blocks where the file system can. What is hashed is the copy, so a writer
          // beside us spoils nothing.
          copyFileSync(
            `/proc/self/fd/${fd}`,
            temporary,
            constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
          )
          const copy = openSync(temporary, constants.O_RDWR)
          try {
            fchmodSync(copy, 0o600)
            const read = hashOf(copy)
            if (read.size > max) {
              unlinkSync(temporary)
              return null
            }
            finish(temporary, read.hash, read.size)
            return read
          } finally {
            closeSync(copy)
          }
        }
        const bytes = readWhole(fd, size, max)
        if (bytes === null) return null
        const hash = digest('sha256', bytes, 'hex')
        if (known.has(hash)) {
          alone.delete(hash)
          return { hash, size: bytes.length }
        }
        writeNew(temporary, bytes, false)
        finish(temporary, hash, bytes.length)
        return { hash, size: bytes.length }
      } catch (error) {
        rmSync(temporary, { force: true })
        throw error
      }
    },

    hashOnly: (fd) => hashOf(fd).hash,

    restore(hash, target, durable, finishFile) {
      const source = openStored(fileOf(hash))
      if (source === null) return false
      try {
        const bytes = readSmall(source)
        if (bytes !== null) {
          if (digest('sha256', bytes, 'hex') !== hash) return false
          writeNew(target, bytes, durable, finishFile)
          return true
        }
        copyFileSync(fileOf(hash), target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
        const copy = openSync(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
        try {
          if (hashOf(copy).hash !== hash) {
            unlinkSync(target)
            return false
          }
          finishFile(copy)
          if (durable) fsyncSync(copy)
          return true
        } finally {
          closeSync(copy)
        }
      } finally {
        closeSync(source)
      }
    },

    isAlone: (hash) => alone.has(hash),

    prepare(hash, finishFile) {
      const fd = openStored(fileOf(hash), use)
      if (fd === null) return false
      try {
        const bytes = readSmall(fd)
        const found = bytes === null ? hashOf(fd).hash : digest('sha256', bytes, 'hex')
        if (found !== hash) return false
        finishFile(fd)
        return true
      } finally {
        closeSync(fd)
      }
    },

    give(hash, target) {
      renameSync(fileOf(hash), target)
      known.delete(hash)
      alone.delete(hash)
    },

    read(hash, max) {
      const source = openStored(fileOf(hash))
      if (source === null) return null
      try {
        const { size } = fstatSync(source)
        const bytes = size > max ? null : readWhole(source, size, max)
        return bytes !== null && digest('sha256', bytes, 'hex') === hash ? bytes : null
      } finally {
        closeSync(source)
      }
    },

    sync,

    syncAll() {
      if (unsynced.length - synced > FEW && syncFileSystem(folder)) {
        unsynced = []
        synced = 0
      }
      while (sync(Number.POSITIVE_INFINITY));
    },

    added: () => added,

    list: () =>
      [...known].flatMap((hash) => {
        const stat = statSync(fileOf(hash), { throwIfNoEntry: false })
        return stat === undefined ? [] : [{ hash, bytes: stat.size }]
      }),

    remove(hash) {
      known.delete(hash)
      alone.delete(hash)
      rmSync(fileOf(hash), { force: true })
    },
  }
}

/** Null where there is none. */
function openStored(path: string, use: 'keeps' | 'looks' = 'keeps'): number | null {
  try {
    return openSync(path, READ)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    if (codeOf(error) !== 'EACCES' || use === 'looks') throw error
    // It was to be moved, and has the mode that it was to have there: a kill came between.
    chmodSync(path, 0o600)
    return openSync(path, READ)
  }
}

/** One for all: made for each of 100,000 small files, it would take ten times as long as they do. */
const shared = Buffer.allocUnsafe(256 * 1024)

function hashOf(fd: number): { hash: string; size: number } {
  const hash = createHash('sha256')
  let size = 0
  for (;;) {
    const read = readSync(fd, shared, 0, shared.length, size)
    if (read === 0) return { hash: hash.digest('hex'), size }
    hash.update(shared.subarray(0, read))
    size += read
  }
}

/**
 * Null when there is more than `max`: a file may grow while it is read, or claim a size of nought.
 */
function readWhole(fd: number, size: number, max: number): Buffer | null {
  let buffer = Buffer.allocUnsafe(Math.min(size, max) + 1)
  let total = 0
  for (;;) {
    const read = readSync(fd, buffer, total, buffer.length - total, total)
    if (read === 0) return buffer.subarray(0, total)
    total += read
    if (total > max) return null
    if (total === buffer.length)
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.min(buffer.length, max - total + 1))])
  }
}

/**
 * The whole of a stored file that fits into `shared`, valid until that is used again; null when it
 * does not. What a read leaves out of one would not fit its hash, so nobody has to look for its end.
 */
function readSmall(fd: number): Buffer | null {
  const read = readSync(fd, shared, 0, shared.length, 0)
  return read === shared.length ? null : shared.subarray(0, read)
}

function writeNew(
  path: string | Buffer,
  bytes: Buffer,
  durable: boolean,
  finish: (fd: number) => void = () => {},
): void {
  const fd = openSync(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
    0o600,
  )
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
    finish(fd)
    if (durable) fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

export function syncFile(path: string): void {
  let fd: number
  try {
    fd = openSync(path, constants.O_RDWR)
  } catch (error) {
    // Cleaned up meanwhile.
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  try {
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
