// Contents by their SHA-256, each once: `objects/aa/<hash>`, mode 0600, complete or not there at
// all. Never hard links: a later write to the workspace's file would change the kept one.
import { hash as digest, randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import {
  copyOpen,
  copyStored,
  hashOf,
  openStored,
  readSmall,
  readWhole,
  syncFile,
  writeNew,
  type Content,
} from './content-file.ts'
import { syncFileSystem } from '../../disk/sync-file-system.ts'

/** Up to here a file is read in one go; above it is cloned or copied by the kernel first. */
const SMALL = 1024 * 1024
/** Up to here one file after the other is as fast as all at once. */
const FEW = 8

export type Objects = {
  has(hash: string): boolean
  /**
   * Keeps the content of an open regular file, at most `max` bytes of it; null when there is more.
   * Gives hash and size.
   */
  keep(fd: number, max: number): Content | null
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
          const copy = copyOpen(fd, temporary, max)
          if (copy !== null) finish(temporary, copy.hash, copy.size)
          return copy
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
        return copyStored(fileOf(hash), hash, target, durable, finishFile)
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
