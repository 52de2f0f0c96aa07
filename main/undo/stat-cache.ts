// Which content a file had when it was last read, so that an unchanged file is not read twice.
// Keyed by what the kernel says of it: a change that keeps size, both times and inode does not
// happen, for nobody can set the change time.
import { readFileSync, type BigIntStats } from 'node:fs'
import { replaceFile } from '../disk/replace-file.ts'
import { codeOf } from './open-folder.ts'

export type StatCache = {
  /** The hash of a file that has not changed since it was put in; null when it may have. */
  get(path: string, stat: BigIntStats): string | null
  put(path: string, stat: BigIntStats, hash: string, readAtMs: number): void
  /** Drops what is not among these paths any more. */
  keepOnly(paths: { has(path: string): boolean }): void
  hashes(): Iterable<string>
  clear(): void
  /** Writes what changed since the last time. */
  save(): void
}

type Line = readonly [path: string, key: string, hash: string]

/**
 * The kernel stamps times by its tick (up to 10 ms); some file systems by the second or two. A file
 * that changed so shortly before it was read may change once more without showing it, so it is read
 * again the next time.
 */
const TICK_MS = 100
const COARSE_MS = 2_100

/** @param file where it outlives the process. Another root's, a damaged or missing one is an empty one. */
export function openStatCache(file: string, root: string): StatCache {
  const lines = new Map<string, { readonly key: string; readonly hash: string }>(
    readLines(file, root),
  )
  let dirty = false
  return {
    get(path, stat) {
      const known = lines.get(path)
      return known !== undefined && known.key === keyOf(stat) ? known.hash : null
    },
    put(path, stat, hash, readAtMs) {
      if (!isStable(stat, readAtMs)) {
        dirty = lines.delete(path) || dirty
        return
      }
      lines.set(path, { key: keyOf(stat), hash })
      dirty = true
    },
    keepOnly(paths) {
      for (const path of lines.keys()) if (!paths.has(path)) dirty = lines.delete(path) || dirty
    },
    *hashes() {
      for (const { hash } of lines.values()) yield hash
    },
    clear() {
      dirty = lines.size > 0 || dirty
      lines.clear()
    },
    save() {
      if (!dirty) return
      dirty = false
      const out: Line[] = [...lines].map(([path, { key, hash }]) => [path, key, hash])
      replaceFile(file, JSON.stringify({ version: 1, root, lines: out }), 'soon')
    },
  }
}

/** Whether a change after this moment would show in the change time. */
export function isStable({ ctimeNs }: BigIntStats, readAtMs: number): boolean {
  const coarse = ctimeNs % 1_000_000n === 0n
  return readAtMs - Number(ctimeNs / 1_000_000n) >= (coarse ? COARSE_MS : TICK_MS)
}

/**
 * Which inode it is and when that changed last; for a file state, which holds size and time itself.
 */
export const inodeKey = ({ dev, ino, ctimeNs }: BigIntStats): string => `${dev} ${ino} ${ctimeNs}`

const keyOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`

function readLines(file: string, root: string): [string, { key: string; hash: string }][] {
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as {
      version: number
      root: string
      lines: Line[]
    }
    if (read.version !== 1 || read.root !== root) return []
    return read.lines.map(([path, key, hash]) => [path, { key, hash }])
  } catch (error) {
    // Missing, or cut off by a power cut: every file is read once more.
    if (codeOf(error) !== 'ENOENT' && !(error instanceof SyntaxError || error instanceof TypeError))
      throw error
    return []
  }
}
