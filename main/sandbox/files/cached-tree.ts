// Walks all folders below one, and remembers what it read in each: the next time a folder costs one
// look at its times, not a listing. So a workspace of 200,000 files can be gone through before and
// after each command.
import { lstatSync, readdirSync, statfsSync, type BigIntStats, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { openYielding } from '../rehearsal/yielding.ts'

/** What one folder holds: `retained` is the caller's, and `folders` are the names to go on with. */
export type Listed<T> = { readonly retained: T | null; readonly folders: readonly string[] }
export type Found<T> = { readonly folder: string; readonly retained: T }

/** `path`: of the folder, below the root, from which the walk began. Opens nothing. */
export type ReadFolder<T> = (path: string, entries: readonly Dirent[]) => Listed<T>

type Node<T> = { seen: string; listed: Listed<T>; below: Map<string, Node<T>> }

/** A folder that changed so shortly before it was read may change again without its time moving. */
const STABLE_MS = 2000

/**
 * Kinds of file systems whose folders get a new change time whenever a name comes or goes. On
 * others nothing is remembered.
 */
const trusted: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
])

/**
 * Parents before what lies in them. Follows no link. `complete` is false when there are more than
 * `most` folders. What cannot be read is left out: no command can read it either.
 */
export function openCachedTree<T>(read: ReadFolder<T>) {
  const roots = new Map<string, Node<T>>()

  const visit = (
    path: string,
    before: Node<T> | undefined,
    device: bigint | null,
  ): Node<T> | null => {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined || !stat.isDirectory()) return null
    const seen = stateOf(stat)
    if (before !== undefined && before.seen === seen) return before
    const startedAt = Date.now()
    const listed = read(path, entriesOf(path))
    const finished = stat.dev === device && startedAt - Number(stat.ctimeMs) > STABLE_MS
    const below = new Map<string, Node<T>>()
    for (const name of listed.folders) {
      const known = before?.below.get(name)
      if (known !== undefined) below.set(name, known)
    }
    return { seen: finished ? seen : '', listed, below }
  }

  return async (
    root: string,
    most: number,
  ): Promise<{ readonly found: readonly Found<T>[]; readonly complete: boolean }> => {
    const pace = openYielding()
    const found: Found<T>[] = []
    const device = deviceOf(root)
    const first = visit(root, roots.get(root), device)
    if (first === null) return { found, complete: true }
    roots.set(root, first)
    const todo: { readonly path: string; readonly node: Node<T> }[] = [{ path: root, node: first }]
    let scanned = 0
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const { path, node } = next
      scanned += 1
      if (scanned > most) return { found, complete: false }
      if (node.listed.retained !== null)
        found.push({ folder: path, retained: node.listed.retained })
      for (const name of node.listed.folders) {
        const below = join(path, name)
        const child = visit(below, node.below.get(name), device)
        if (child === null) continue
        node.below.set(name, child)
        todo.push({ path: below, node: child })
      }
      const slot = pace()
      if (slot !== null) await slot
    }
    return { found, complete: true }
  }
}

const stateOf = ({ dev, ino, ctimeNs, mtimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${ctimeNs}:${mtimeNs}`

/** Null: nothing read there is to be remembered. */
function deviceOf(root: string): bigint | null {
  try {
    return trusted.has(statfsSync(root).type) ? lstatSync(root, { bigint: true }).dev : null
  } catch {
    return null
  }
}

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}
