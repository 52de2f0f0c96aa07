// The content of one file, read, hashed, written and copied: what the store of contents does to each.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { codeOf } from '../open-folder.ts'

export type Content = { readonly hash: string; readonly size: number }

const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Null where there is none. */
export function openStored(path: string, use: 'keeps' | 'looks' = 'keeps'): number | null {
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

export function hashOf(fd: number): Content {
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
export function readWhole(fd: number, size: number, max: number): Buffer | null {
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
export function readSmall(fd: number): Buffer | null {
  const read = readSync(fd, shared, 0, shared.length, 0)
  return read === shared.length ? null : shared.subarray(0, read)
}

export function writeNew(
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

/**
 * Copies an open file to a new one, mode 0600, sharing the blocks where the file system can; null,
 * and nothing is there, when it has more than `max` bytes. What is hashed is the copy, so a writer
 * beside us spoils nothing. Linux only.
 */
export function copyOpen(fd: number, target: string, max: number): Content | null {
  copyFileSync(`/proc/self/fd/${fd}`, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const copy = openSync(target, constants.O_RDWR)
  try {
    fchmodSync(copy, 0o600)
    const read = hashOf(copy)
    if (read.size <= max) return read
    unlinkSync(target)
    return null
  } finally {
    closeSync(copy)
  }
}

/** Copies a stored file to a new one; false, and nothing is there, where it does not fit its hash. */
export function copyStored(
  path: string,
  hash: string,
  target: Buffer,
  durable: boolean,
  finish: (fd: number) => void,
): boolean {
  copyFileSync(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const copy = openSync(target, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
  try {
    if (hashOf(copy).hash !== hash) {
      unlinkSync(target)
      return false
    }
    finish(copy)
    if (durable) fsyncSync(copy)
    return true
  } finally {
    closeSync(copy)
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
