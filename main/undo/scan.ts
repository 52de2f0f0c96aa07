// What is at one path, its content kept or only hashed. Reads through held folders; never follows a
// link.
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  type BigIntStats,
} from 'node:fs'
import { at, codeOf, type Held } from './open-folder.ts'
import type { CaptureLimits } from './limits.ts'
import type { Objects } from './contents/objects.ts'
import { inodeKey, isStable, type StatCache } from './stat-cache.ts'
import { missing, type FileState, type State } from './state.ts'

/** keep: contents go into the store. hash: they are only compared. stat: not even read. */
export type Depth = 'keep' | 'hash' | 'stat'

export type ScanDeps = {
  readonly objects: Objects
  /** For the root that is looked at; null where paths are of another root. */
  readonly cache: StatCache | null
  readonly depth: Depth
  readonly limits: CaptureLimits
  /**
   * What a file is compared with, and nothing else: one that is none of these by its size, or
   * surely one by its inode, is not read. Left out: every file is read.
   */
  readonly like?: (path: string) => readonly State[]
  /** Passed over, with all that is below them; left out: nothing is. */
  readonly without?: ReadonlySet<string>
  /** Asked before a file is read only to be compared. False: its size and time have to do. */
  readonly mayRead?: () => boolean
}

/**
 * More than undo keeps. `why` is the end of a sentence that begins with the path or the workspace.
 */
export class TooMuch extends Error {
  readonly why: string
  constructor(why: string) {
    super(why)
    this.why = why
  }
}

/**
 * Throws `TooMuch` for a file over the limit or one that may not be read, where its content is to
 * be kept.
 */
export function statEntry(folder: Held, name: string, path: string, deps: ScanDeps): State {
  // Swapped between two looks for something of another kind: looked at again, and after that it is
  // nothing we know.
  for (let tries = 0; tries < 20; tries++) {
    try {
      return statOnce(folder, name, path, deps)
    } catch (error) {
      if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'ELOOP') throw error
    }
  }
  return { k: 'other' }
}

function statOnce(folder: Held, name: string, path: string, deps: ScanDeps): State {
  const step = at(folder, name)
  const stat = lstatSync(step, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return missing
  if (stat.isFile()) return fileState(step, path, stat, deps)
  return otherState(step, stat)
}

export function otherState(step: Buffer | string, stat: BigIntStats): State {
  if (stat.isDirectory()) return { k: 'folder', ...owned(stat), t: String(stat.mtimeNs) }
  if (stat.isSymbolicLink())
    return {
      k: 'link',
      t: String(stat.mtimeNs),
      l: readlinkSync(step, { encoding: 'buffer' }).toString('latin1'),
    }
  return { k: 'other' }
}

const owned = ({ mode, uid, gid }: BigIntStats) => ({
  m: Number(mode) & 0o7777,
  u: Number(uid),
  g: Number(gid),
})

function fileState(step: Buffer, path: string, stat: BigIntStats, deps: ScanDeps): FileState {
  const { objects, cache, depth, limits } = deps
  const state = {
    k: 'file',
    ...owned(stat),
    t: String(stat.mtimeNs),
    s: Number(stat.size),
  } as const
  if (depth === 'stat') {
    if (state.s > limits.fileBytes)
      throw new TooMuch(`is larger than ${mebibytes(limits.fileBytes)} MiB`)
    if (!isReadable(step)) throw new TooMuch('may not be read')
    return { ...state, h: null }
  }
  const alike = deps.like?.(path).filter((each) => each.k === 'file' && each.s === state.s)
  const known = cache?.get(path, stat) ?? hashByInode(alike, stat)
  if (known !== null && (depth === 'hash' || objects.has(known)))
    return { ...state, h: known, i: inodeKey(stat) }
  if (depth === 'hash' && (alike?.length === 0 || deps.mayRead?.() === false))
    return { ...state, h: null }
  if (state.s > limits.fileBytes) {
    if (depth === 'hash') return { ...state, h: null }
    throw new TooMuch(`is larger than ${mebibytes(limits.fileBytes)} MiB`)
  }
  const fd = openOrNull(step)
  if (fd === null) {
    if (depth === 'hash') return { ...state, h: null }
    throw new TooMuch('may not be read')
  }
  try {
    const opened = fstatSync(fd, { bigint: true })
    // Swapped between the two looks: nobody has a claim on which of the two is kept, but it must be
    // the one that is described.
    if (!opened.isFile()) throw new TooMuch('changed while it was read')
    const startedAt = Date.now()
    const stored =
      depth === 'keep'
        ? objects.keep(fd, limits.fileBytes)
        : { hash: objects.hashOnly(fd), size: Number(opened.size) }
    if (stored === null) throw new TooMuch(`is larger than ${mebibytes(limits.fileBytes)} MiB`)
    const now = fstatSync(fd, { bigint: true })
    const steady = now.ctimeNs === opened.ctimeNs && BigInt(stored.size) === now.size
    if (steady) cache?.put(path, now, stored.hash, startedAt)
    const read = {
      k: 'file',
      ...owned(now),
      t: String(now.mtimeNs),
      s: stored.size,
      h: stored.hash,
    } as const
    return steady && isStable(now, startedAt) ? { ...read, i: inodeKey(now) } : read
  } finally {
    closeSync(fd)
  }
}

function hashByInode(states: readonly State[] | undefined, stat: BigIntStats): string | null {
  if (states === undefined || states.length === 0) return null
  const key = inodeKey(stat)
  for (const state of states) if (state.k === 'file' && state.i === key) return state.h
  return null
}

/** Only a forecast: what counts is whether it opens. */
function isReadable(step: Buffer): boolean {
  try {
    accessSync(step, constants.R_OK)
    return true
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return false
    throw error
  }
}

/** Null: the system does not let us read it. */
function openOrNull(step: Buffer): number | null {
  try {
    return openSync(
      step,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    )
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return null
    throw error
  }
}

export const mebibytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)
