// What a command did in a view of a folder, read from the layer that took its writes. The cost
// follows what was changed, never the size of the folder: what is not in the layer is as it was.
import { lstatSync, readdirSync, type BigIntStats } from 'node:fs'
import { at, codeOf, enter, hold, leave, type Held } from './open-folder.ts'
import { otherState, statEntry, TooMuch, type ScanDeps } from './scan.ts'
import { identical, missing, sameThing, type Change, type State } from './state.ts'

/** Absolute paths. The view must still be mounted, and nothing may run in it any more. */
export type Layer = {
  /** The real folder. */
  readonly root: string
  /** Holds what was written, and a device 0/0 for each name that was taken away. */
  readonly upper: string
  /** Both together, as the command saw it. */
  readonly view: string
  /** Epoch milliseconds, from before it was mounted. */
  readonly since: number
}

export type LayerChanges = {
  /** Folders of which only the time moved are left out. */
  readonly changes: readonly Change[]
  /** Every former content is kept, so that all of it could be put back. */
  readonly whole: boolean
  /** Of the changed paths those that somebody else changed in the real folder meanwhile. */
  readonly moved: readonly string[]
}

export type LayerLimits = {
  /** Paths that may be changed at all. */
  readonly changes: number
  /** How much of what was there before is kept. */
  readonly keeps: { readonly entries: number; readonly bytes: number }
}

/**
 * Keeps the new contents, and the former ones as far as the limits go. Throws `TooMuch` where the
 * changes could not be carried over exactly.
 * @param former for what was there before; its `fileBytes` bounds one file
 * @param fresh for what is there now
 */
export function changesInLayer(
  { root, upper, view, since }: Layer,
  { former, fresh }: { readonly former: ScanDeps; readonly fresh: ScanDeps },
  limits: LayerLimits,
): LayerChanges {
  const changes: Change[] = []
  const changed = new Set<string>()
  const moved: string[] = []
  let [entries, bytes, whole] = [0, 0, true]

  const add = (path: string, before: State, after: State): void => {
    if (
      before.k === 'folder' && after.k === 'folder'
        ? sameThing(before, after)
        : identical(before, after)
    )
      return
    changes.push({ path, before, after })
    changed.add(path)
    if (changes.length > limits.changes)
      throw new TooMuch(`it changed more than ${limits.changes.toLocaleString('en')} paths`)
  }

  /** What was there; its content is kept while there is room for it. */
  const was = (folder: Held | null, name: string, path: string): State => {
    if (folder === null) return missing
    const stat = lstatSync(at(folder, name), { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return missing
    if (isSince(stat, since)) moved.push(path)
    entries += 1
    const fits = entries <= limits.keeps.entries && bytes <= limits.keeps.bytes
    const state = keptState(folder, name, path, former, fits)
    if (state.k === 'file') {
      bytes += state.s
      if (state.h === null || !former.objects.has(state.h)) whole = false
    } else if (state.k === 'other') whole = false
    return state
  }

  /** A name and all that was below it are not there any more. */
  const gone = (folder: Held, name: string, path: string): void => {
    const before = was(folder, name, path)
    if (before.k === 'missing') return
    add(path, before, missing)
    if (before.k === 'folder') goneBelow(folder, name, path)
  }
  const goneBelow = (folder: Held, name: string, path: string): void =>
    inside(folder, name, (below) => {
      for (const each of namesOf(below.self)) gone(below, each, `${path}/${each}`)
    })

  const walk = (above: Held, below: Held | null, seen: Buffer, path: string): void => {
    const names = namesOf(above.self)
    const written = new Set(names)
    for (const name of names) {
      const inner = path === '' ? name : `${path}/${name}`
      const stat = lstatSync(at(above, name), { bigint: true })
      if (isWhiteout(stat)) {
        if (below !== null) gone(below, name, inner)
        continue
      }
      const before = was(below, name, inner)
      const after = statEntry(above, name, inner, fresh)
      add(inner, before, after)
      if (before.k === 'folder' && after.k !== 'folder' && below !== null)
        goneBelow(below, name, inner)
      if (after.k !== 'folder') continue
      const further = Buffer.concat([seen, Buffer.from('/'), Buffer.from(name, 'latin1')])
      inside(above, name, (within) => {
        if (before.k === 'folder' && below !== null)
          inside(below, name, (lower) => walk(within, lower, further, inner))
        else walk(within, null, further, inner)
      })
    }
    if (below === null) return
    // A folder that was taken away and made again hides what was in it without a mark for each name.
    const shown = new Set(namesOf(seen))
    for (const name of namesOf(below.self))
      if (!written.has(name) && !shown.has(name))
        gone(below, name, path === '' ? name : `${path}/${name}`)
  }

  const [above, below] = [hold(upper), hold(root)]
  try {
    add('', itself(below), itself(above))
    walk(above, below, Buffer.from(view), '')
  } finally {
    leave(above)
    leave(below)
  }
  return { changes, whole, moved: moved.filter((path) => changed.has(path)) }
}

/** The kernel stamps by its tick, so a change may look this much older than it is. */
const TICK_MS = 20

/** Whether somebody changed it in the real folder after this moment (epoch milliseconds). */
export const isSince = (stat: BigIntStats, since: number): boolean =>
  !stat.isDirectory() && Number(stat.ctimeNs / 1_000_000n) >= since - TICK_MS

/** Content and all where it may be kept; else what can be seen from outside. */
function keptState(
  folder: Held,
  name: string,
  path: string,
  needs: ScanDeps,
  fits: boolean,
): State {
  try {
    return statEntry(folder, name, path, { ...needs, depth: fits ? 'keep' : 'hash' })
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return statEntry(folder, name, path, { ...needs, depth: 'hash' })
  }
}

function inside(folder: Held, name: string, work: (within: Held) => void): void {
  const within = enter(folder, name, false)
  try {
    work(within)
  } finally {
    leave(within)
  }
}

const namesOf = (path: string | Buffer): string[] => {
  try {
    return readdirSync(path, { encoding: 'buffer' }).map((name) => name.toString('latin1'))
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM')
      throw new TooMuch('a folder that the command changed may not be read')
    throw error
  }
}

const itself = ({ fd, self }: Held): State =>
  otherState(self, lstatSync(fd === null ? self : `${self}/.`, { bigint: true }))

/** How overlay marks a name that is not there any more. */
const isWhiteout = (stat: BigIntStats): boolean => stat.isCharacterDevice() && stat.rdev === 0n
