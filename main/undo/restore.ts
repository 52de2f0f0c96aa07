// Carries out a plan: removes, makes and replaces, each path on its own and as a whole or not at
// all. What fails is named and the rest goes on; the same plan made again then holds just what is
// missing.
import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  futimesSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { flushFolder } from '../disk/flush-folder.ts'
import { at, codeOf, inFolder, onInode } from './held.ts'
import type { Held } from './held.ts'
import { openTrail } from './trail.ts'
import type { Trail } from './trail.ts'
import type { Folders } from './manifests.ts'
import type { Objects } from './objects.ts'
import type { Step } from './plan.ts'
import { depthOf, nameOf, parentOf, shownPath } from './state.ts'
import type { FileState, FolderState, LinkState } from './state.ts'

export type Restored = {
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  /** Folders the call made, which now hold things made since and so stay. */
  readonly stayed: readonly string[]
}

/**
 * @param aside folders that are worked in and are not themselves put back: they keep their mode and
 *   time.
 * @param mark names the temporary files, the same each time an undo is tried again, so that none is
 *   left behind.
 * @param durable false: the caller makes it so when all is done.
 */
export function restore(
  root: string,
  steps: readonly Step[],
  aside: Folders,
  mark: string,
  objects: Objects,
  durable = true,
): Restored {
  const failed: { path: string; why: string }[] = []
  const stayed: string[] = []
  const changed = new Set<string>()

  const attempt = (
    step: Step,
    make: boolean,
    work: (folder: Held, name: string) => void,
    within = inEach,
  ): void => {
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
    } catch (error) {
      if (codeOf(error) === 'ENOTEMPTY' && step.before.k === 'missing')
        stayed.push(shownPath(step.path))
      else failed.push({ path: shownPath(step.path), why: reason(error) })
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
    if (mustGo(step)) attempt(step, false, (folder, name) => remove(folder, name, step))
  for (const step of steps.toSorted((a, b) => depthOf(a.path) - depthOf(b.path))) {
    if (step.before.k === 'folder' && step.now.k !== 'folder')
      attempt(step, true, (folder, name) => mkdirSync(at(folder, name), 0o700))
  }
  const trail = openTrailIn(root)
  const put = (step: Step, work: (folder: Held, name: string) => void): void =>
    attempt(step, true, work, trail?.within)
  for (const step of steps) {
    const { before } = step
    if (before.k === 'file')
      put(step, (folder, name) =>
        putFile(folder, name, before, step, mark, (hash, to) =>
          objects.restore(hash, to, durable, (fd) => describe(fd, before)),
        ),
      )
    if (before.k === 'link') put(step, (folder, name) => putLink(folder, name, before, mark))
    if (before.k === 'other')
      failed.push({
        path: shownPath(step.path),
        why: 'a pipe, socket or device cannot be recreated',
      })
  }
  trail?.end()
  for (const path of durable ? changed : [])
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

function remove(folder: Held, name: string, { now }: Step): void {
  if (now.k === 'folder') rmdirSync(at(folder, name))
  else unlinkSync(at(folder, name))
}

function putFile(
  folder: Held,
  name: string,
  before: FileState,
  { now }: Step,
  mark: string,
  restoreTo: (hash: string, target: Buffer) => boolean,
): void {
  const [target, temporary] = [at(folder, name), at(folder, mark)]
  if (now.k === 'file' && before.h !== null && now.h === before.h) return setFile(target, before)
  if (before.h === null) throw new Error('its previous content was not kept')
  const hash = before.h
  const write = (): boolean => restoreTo(hash, temporary)
  if (!overLeftOver(temporary, write)) throw new Error('its kept content is missing or damaged')
  try {
    renameSync(temporary, target)
  } catch (error) {
    clear(temporary)
    throw error
  }
}

/**
 * Of a file that we have just made and hold open: owner first, for a new one takes modes away. Set
 * without a look at what it has, which would cost each of a thousand files more.
 */
function describe(fd: number, { m, u, g, t }: FileState): void {
  ignoring('EPERM', () => fchownSync(fd, u, g))
  fchmodSync(fd, m)
  futimesSync(fd, seconds(t), seconds(t))
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

/** Of the very file that stands there; never of what a link put in its place would lead to. */
function setFile(path: Buffer, { m, u, g, t }: FileState): void {
  onInode(path, (self) => {
    const now = typeof self === 'string' ? statSync(self) : lstatSync(self)
    if (!now.isFile())
      throw Object.assign(new Error('it changed while it was restored'), { code: 'ELOOP' })
    // Only root can give a file away; for others it stays theirs.
    if (now.uid !== u || now.gid !== g) ignoring('EPERM', () => chownSync(self, u, g))
    chmodSync(self, m)
    utimesSync(self, seconds(t), seconds(t))
  })
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

/** Looking for what is hardly ever there would cost each of a thousand files more. */
function overLeftOver<T>(temporary: Buffer, write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    clear(temporary)
    return write()
  }
}

/** Left by an undo that was killed, and never anything but a file or link of ours. */
function clear(temporary: Buffer): void {
  ignoring('ENOENT', () => unlinkSync(temporary))
}

function ignoring(code: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (codeOf(error) !== code) throw error
  }
}

/** For what only makes a result more lasting, in a folder that may be gone by then. */
function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}

/** The system takes times as floating point: right to less than a microsecond. */
const seconds = (nanoseconds: string): number => Number(nanoseconds) / 1e9

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
