// Carries out a plan: removes, makes and replaces, each path on its own and as a whole or not at
// all. What fails is named and the rest goes on; the same plan made again then holds just what is
// missing.
import {
  chmodSync,
  chownSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { flushFolder } from '../../disk/flush-folder.ts'
import { at, codeOf, inFolder, type Held } from '../open-folder.ts'
import { ignoring, quietly } from '../ignoring.ts'
import { openTrail, type Trail } from '../trail.ts'
import type { Folders } from '../manifests.ts'
import type { Objects } from '../contents/objects.ts'
import type { Step } from '../plan.ts'
import { clear, clearLeftOver, putFiles, type Put } from './put-files.ts'
import { canHold, unheld, type Replaced } from './replaced.ts'
import {
  depthOf,
  nameOf,
  parentOf,
  seconds,
  shownPath,
  type FolderState,
  type LinkState,
} from '../state.ts'

export type Restored = {
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  /** Folders the call made, which now hold things made since and so stay. */
  readonly stayed: readonly string[]
}

export type RestoreDeps = { readonly objects: Objects; readonly replaced: Replaced }

export type Restoring = {
  readonly root: string
  readonly steps: readonly Step[]
  /** Folders that are worked in and are not themselves put back: they keep their mode and time. */
  readonly aside?: Folders
  /**
   * Names the temporary files, the same each time an undo is tried again, so that none is left
   * behind.
   */
  readonly mark: string
  /** Paths that an earlier try, which was cut off, had begun with. */
  readonly interrupted?: readonly string[]
  /** A content that cannot be made stops it before any file is in its place. */
  readonly wholly?: boolean
  /** Contents that are kept for nobody else may be moved into place, and are kept no more. */
  readonly spending?: boolean
}

export function restore(
  {
    root,
    steps,
    aside = new Map(),
    mark,
    interrupted = [],
    wholly = false,
    spending = false,
  }: Restoring,
  { objects, replaced }: RestoreDeps,
): Restored {
  const old = canHold(root) ? replaced : unheld
  clearLeftOver(root, interrupted, mark)
  const failed: { path: string; why: string }[] = []
  const stayed: string[] = []
  const changed = new Set<string>()

  const attempt = (
    step: Step,
    make: boolean,
    work: (folder: Held, name: string) => void,
    within = inEach,
  ): boolean => {
    const parent = parentOf(step.path)
    const go = (): void => within(parent, (folder) => work(folder, nameOf(step.path)), make)
    try {
      try {
        go()
      } catch (error) {
        if (codeOf(error) !== 'EACCES' || !makeWritable(root, parent)) throw error
        go()
      }
      changed.add(parent)
      return true
    } catch (error) {
      if (codeOf(error) === 'ENOTEMPTY' && step.before.k === 'missing')
        stayed.push(shownPath(step.path))
      else failed.push({ path: shownPath(step.path), why: reason(error) })
      return false
    }
  }
  const inEach: Trail['within'] = (path, work, make = false) => inFolder(root, path, make, work)
  const deepestFirst = steps.toSorted((a, b) => depthOf(b.path) - depthOf(a.path))

  // Folders whose mode is in the way of what comes next.
  for (const { path, now, before } of steps) {
    if (now.k === 'folder' && before.k === 'folder' && (now.m & 0o700) !== 0o700)
      makeWritable(root, path)
  }
  for (const step of deepestFirst)
    if (mustGo(step)) attempt(step, false, (folder, name) => remove(folder, name, step, old))
  for (const step of steps.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))) {
    if (step.before.k === 'folder' && step.now.k !== 'folder')
      attempt(step, true, (folder, name) => mkdirSync(at(folder, name), 0o700))
  }
  const trail = openTrailIn(root)
  const put: Put = (step, work) => attempt(step, true, work, trail?.within)
  const filesArePut = putFiles({ root, steps, mark, objects, wholly, spending, put, old })
  for (const step of filesArePut ? steps : []) {
    const { before } = step
    if (before.k === 'link') put(step, (folder, name) => putLink(folder, name, before, mark))
    if (before.k === 'other')
      failed.push({
        path: shownPath(step.path),
        why: 'a pipe, socket or device cannot be recreated',
      })
  }
  trail?.end()
  for (const path of changed)
    quietly(() => inFolder(root, path, false, (folder) => flushFolder(`${folder.self}/.`)))
  // Last, for everything above changes the time of the folder it happens in.
  for (const step of deepestFirst) {
    const { before } = step
    if (before.k !== 'folder') continue
    try {
      inFolder(root, step.path, false, (folder) => setFolder(folder, before))
    } catch (error) {
      failed.push({ path: shownPath(step.path), why: reason(error) })
    }
  }
  for (const [path, state] of aside)
    quietly(() => inFolder(root, path, false, (folder) => setFolder(folder, state)))
  return { failed, stayed }
}

/** Null: the root cannot be held; then each path says so. */
function openTrailIn(root: string): Trail | null {
  try {
    return openTrail(root)
  } catch (error) {
    if (codeOf(error) === '') throw error
    return null
  }
}

/**
 * What is there is in the way: it was made by the call, or is of another kind than what has to
 * come.
 */
const mustGo = ({ now, before }: Step): boolean =>
  now.k !== 'missing' &&
  (before.k === 'missing' || (now.k !== before.k && (now.k === 'folder' || before.k === 'folder')))

function remove(folder: Held, name: string, { now }: Step, old: Replaced): void {
  const path = at(folder, name)
  if (now.k === 'folder') return rmdirSync(path)
  if (now.k === 'file') old.hold(path)
  unlinkSync(path)
}

function putLink(folder: Held, name: string, before: LinkState, mark: string): void {
  const [target, temporary] = [at(folder, name), at(folder, mark)]
  clear(temporary)
  symlinkSync(Buffer.from(before.l, 'latin1'), temporary)
  try {
    lutimesSync(temporary, seconds(before.t), seconds(before.t))
    renameSync(temporary, target)
  } catch (error) {
    clear(temporary)
    throw error
  }
}

function setFolder(folder: Held, { m, u, g, t }: FolderState): void {
  const self = `${folder.self}/.`
  const now = lstatSync(self)
  if (now.uid !== u || now.gid !== g) ignoring('EPERM', () => chownSync(self, u, g))
  utimesSync(self, seconds(t), seconds(t))
  if ((now.mode & 0o7777) !== m) chmodSync(self, m)
}

/**
 * Lets the owner into a folder of theirs, until it gets its mode back. False when it cannot be
 * done.
 */
function makeWritable(root: string, path: string): boolean {
  try {
    return inFolder(root, parentOf(path), false, (folder) => {
      const step = path === '' ? Buffer.from(`${folder.self}/.`) : at(folder, nameOf(path))
      const { mode } = lstatSync(step)
      if ((mode & 0o170000) !== 0o040000) return false
      chmodSync(step, (mode & 0o7777) | 0o700)
      return true
    })
  } catch {
    // Then the work itself fails, and says why.
    return false
  }
}

function reason(error: unknown): string {
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'the system does not permit it'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    case 'ENOTDIR':
    case 'ELOOP':
      return 'another file is now in the way'
    case 'EISDIR':
      return 'a folder is now in its place'
    case 'ENOTEMPTY':
      return 'the folder in its place contains newer files'
    case 'EROFS':
      return 'the path is read-only'
    case '':
      return error instanceof Error ? error.message : String(error)
    default:
      return `the system refused it (${codeOf(error)})`
  }
}
