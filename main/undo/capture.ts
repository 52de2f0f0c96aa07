// The state of a whole tree, or of a few paths with all that would come or go with them.
import { lstatSync, readdirSync } from 'node:fs'
import { codeOf, enter, hold, inFolder, leave, type Held } from './open-folder.ts'
import { statEntry, mebibytes, otherState, TooMuch, type ScanDeps } from './scan.ts'
import { missing, nameOf, parentOf, shownPath, type State, type States } from './state.ts'
import { openTrail, type Trail } from './trail.ts'

export type Captured = {
  readonly states: States
  readonly entries: number
  readonly bytes: number
  /** Pipes, sockets, devices. */ readonly others: number
}

type Tally = { readonly states: States; entries: number; bytes: number; others: number }

/**
 * Everything below `root` and the root itself, but for what is passed over. Throws `TooMuch` past a limit; what comes and goes
 * while it looks may be in it or not.
 */
export function captureTree(root: string, deps: ScanDeps): Captured {
  const tally: Tally = { states: new Map(), entries: 0, bytes: 0, others: 0 }
  const folder = hold(root)
  try {
    tally.states.set('', otherState(folder.self, lstatSync(selfOf(folder), { bigint: true })))
    below(folder, '', deps, tally)
  } finally {
    leave(folder)
  }
  deps.cache?.keepOnly(tally.states)
  return tally
}

/** The folder behind the descriptor, not the link in /proc that points to it. */
const selfOf = ({ fd, self }: Held): string => (fd === null ? self : `${self}/.`)

function below(folder: Held, path: string, deps: ScanDeps, tally: Tally): void {
  for (const each of describeFailure(path, () => listed(folder))) {
    const name = each.toString('latin1')
    const inner = path === '' ? name : `${path}/${name}`
    one(folder, name, inner, deps, tally)
  }
}

function listed(folder: Held): Buffer[] {
  try {
    return readdirSync(folder.self, { encoding: 'buffer' })
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM')
      throw new TooMuch('may not be read')
    throw error
  }
}

function one(folder: Held, name: string, path: string, deps: ScanDeps, tally: Tally): void {
  if (deps.without?.has(path) === true) return
  const state = describeFailure(path, () => statAsEntry(folder, name, path, deps))
  if (state.k === 'missing') return
  count(state, deps, tally)
  tally.states.set(path, state)
  if (state.k !== 'folder') return
  const inside = describeFailure(path, () => entered(folder, name))
  if (inside === null) return
  try {
    below(inside, path, deps, tally)
  } finally {
    leave(inside)
  }
}

/** What is taken away between two looks was not there. */
function statAsEntry(folder: Held, name: string, path: string, deps: ScanDeps): State {
  try {
    return statEntry(folder, name, path, deps)
  } catch (error) {
    if (isAway(error)) return missing
    if (codeOf(error) === 'EACCES') throw new TooMuch('may not be read')
    throw error
  }
}

/** Null when it was taken away, or swapped for something else, since it was looked at. */
function entered(folder: Held, name: string): Held | null {
  try {
    return enter(folder, name, false)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    if (code === 'EACCES' || code === 'EPERM') throw new TooMuch('may not be entered')
    throw error
  }
}

function count(state: State, { limits }: ScanDeps, tally: Tally): void {
  tally.entries += 1
  if (tally.entries > limits.entries)
    throw new TooMuch(
      `the workspace holds more than ${limits.entries.toLocaleString('en')} files and folders`,
    )
  if (state.k === 'other') tally.others += 1
  if (state.k !== 'file') return
  tally.bytes += state.s
  if (tally.bytes > limits.totalBytes)
    throw new TooMuch(
      `the files of the workspace are larger than ${mebibytes(limits.totalBytes)} MiB together`,
    )
}

/** The first thing that cannot be kept is named. */
function describeFailure<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooMuch && /^(is|may|changed) /.test(error.why))
      throw new TooMuch(`${shownPath(path)} ${error.why}`)
    throw error
  }
}

/**
 * The state of each path; of everything below those that are folders; of missing folders above
 * them, which the call would make; and of the nearest folder above that is there, whose time it
 * would change. Paths are raw, relative to `root`.
 */
export function capturePaths(root: string, paths: readonly string[], deps: ScanDeps): Captured {
  const tally: Tally = { states: new Map(), entries: 0, bytes: 0, others: 0 }
  for (const path of paths) {
    for (let up = path; up !== '';) {
      up = parentOf(up)
      const state = stateOf(root, up, { ...deps, depth: 'stat' })
      tally.states.set(up, state)
      if (state.k !== 'missing') break
    }
    if (tally.states.get(path)?.k === 'file') continue
    try {
      inFolder(root, parentOf(path), false, (folder) =>
        one(folder, nameOf(path), path, deps, tally),
      )
    } catch (error) {
      if (!isAway(error)) throw error
    }
    if (!tally.states.has(path)) tally.states.set(path, missing)
  }
  return tally
}

/**
 * One path, without what lies below it. What cannot be reached without following a link is missing.
 */
export function stateOf(root: string, path: string, deps: ScanDeps): State {
  return stateIn((parent, work) => inFolder(root, parent, false, work), path, deps)
}

/** The same for many paths of one root, each asked for with its state. */
export function withStates<T>(
  root: string,
  work: (state: (path: string, deps: ScanDeps) => State) => T,
): T {
  let trail: Trail
  try {
    trail = openTrail(root)
  } catch (error) {
    if (isAway(error)) return work(() => missing)
    throw error
  }
  try {
    return work((path, deps) => stateIn(trail.within, path, deps))
  } finally {
    trail.end()
  }
}

function stateIn(within: Trail['within'], path: string, deps: ScanDeps): State {
  try {
    if (path !== '')
      return within(parentOf(path), (folder) => statEntry(folder, nameOf(path), path, deps))
    return within('', (folder) =>
      otherState(folder.self, lstatSync(selfOf(folder), { bigint: true })),
    )
  } catch (error) {
    if (isAway(error)) return missing
    throw error
  }
}

const isAway = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))
