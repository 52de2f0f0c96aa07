// Puts files in place in two goes: first all their contents beside their targets, then each by a
// rename. The renames come when the contents are on the disk: a power cut between leaves the old
// file or the new one, and a file system that would write each replaced file at once
// (`auto_da_alloc` of ext4) has nothing left to write.
import {
  chmodSync,
  chownSync,
  fchmodSync,
  fchownSync,
  futimesSync,
  lstatSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { hash as digest } from 'node:crypto'
import { syncFileSystem } from '../../disk/sync-file-system.ts'
import { at, codeOf, inFolder, onInode, type Held } from '../open-folder.ts'
import { ignoring, quietly } from '../ignoring.ts'
import type { Objects } from '../contents/objects.ts'
import type { Step } from '../plan.ts'
import { nameOf, parentOf, seconds, type FileState } from '../state.ts'
import { openTrail } from '../trail.ts'
import { movable, takes, type NewFile } from './move-in.ts'
import type { Replaced } from './replaced.ts'

/** Does the work where the step's path is. False: it failed, and that was written down. */
export type Put = (step: Step, work: (folder: Held, name: string) => void) => boolean

/** Up to here a flush for each content is as fast as one for all. */
const FEW = 8

export type Putting = {
  readonly root: string
  readonly steps: readonly Step[]
  readonly mark: string
  readonly objects: Objects
  /**
   * A content that cannot be put beside its target stops it before any is in place; then it gives
   * false.
   */
  readonly wholly: boolean
  /** Contents that are kept for nobody else may be moved to their targets, and are kept no more. */
  readonly spending: boolean
  readonly put: Put
  readonly old: Replaced
}

export function putFiles(putting: Putting): boolean {
  const { root, steps, mark, objects, wholly, put, old } = putting
  const files = steps.flatMap((step) =>
    step.before.k === 'file' ? [{ step, before: step.before }] : [],
  )
  const fresh = files.filter(({ step: { now }, before }) => !isThere(now, before))
  const moved = putting.spending ? preparedToMove(fresh, putting) : NONE
  const copied = fresh.filter((file) => !moved.has(file))
  const prepare = (durable: boolean) =>
    copied.filter(({ step, before }) =>
      put(step, (folder) =>
        putBeside(at(folder, temporaryName(mark, step.path)), before, objects, durable),
      ),
    )
  const together = copied.length > FEW
  let ready = prepare(!together)
  if (together && !syncFileSystem(root)) ready = prepare(true)
  if (wholly && ready.length < copied.length) {
    clearLeftOver(
      root,
      ready.map(({ step }) => step.path),
      mark,
    )
    return false
  }
  const inPlace = new Set(ready)
  for (const file of files) {
    const { step, before } = file
    if (isThere(step.now, before)) put(step, (folder, name) => setFile(at(folder, name), before))
    else if (moved.has(file)) put(step, (folder, name) => moveFrom(folder, name, file, putting))
    else if (inPlace.has(file))
      put(step, (folder, name) =>
        moveOver(at(folder, temporaryName(mark, step.path)), at(folder, name), old),
      )
  }
  return true
}

const NONE: ReadonlySet<NewFile> = new Set()

/**
 * Those whose content is whole and has the owner, mode and time that it is to have. What cannot be
 * moved is copied, and fails there if it must.
 */
function preparedToMove(
  fresh: readonly NewFile[],
  { root, objects, mark }: Putting,
): ReadonlySet<NewFile> {
  const taking = new Map<string, boolean>()
  const prepared = new Set<NewFile>()
  for (const file of movable(root, fresh, objects)) {
    const { step, before } = file
    const parent = parentOf(step.path)
    if (!taking.has(parent)) {
      taking.set(parent, false)
      quietly(() =>
        inFolder(root, parent, false, (folder) =>
          taking.set(parent, takes(folder, objects.folder, mark)),
        ),
      )
    }
    quietly(() => {
      if (taking.get(parent) !== true || before.h === null) return
      if (objects.prepare(before.h, (fd) => describe(fd, before))) prepared.add(file)
    })
  }
  return prepared
}

/** Its folder may be on another disk than the first file found there: then it is copied after all. */
function moveFrom(
  folder: Held,
  name: string,
  { step, before }: NewFile,
  { objects, mark, old }: Putting,
): void {
  const target = at(folder, name)
  old.hold(target)
  try {
    objects.give(before.h ?? '', target)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    const temporary = at(folder, temporaryName(mark, step.path))
    putBeside(temporary, before, objects, true)
    moveOver(temporary, target, old)
  }
}

/** What a process that was killed left beside these paths. */
export function clearLeftOver(root: string, paths: readonly string[], mark: string): void {
  if (paths.length === 0) return
  // Where nobody can get any more, nothing of ours is in anybody's way.
  quietly(() => {
    const trail = openTrail(root)
    try {
      for (const path of paths)
        quietly(() =>
          trail.within(parentOf(path), (folder) => clear(at(folder, temporaryName(mark, path)))),
        )
    } finally {
      trail.end()
    }
  })
}

const isThere = (now: Step['now'], { h }: FileState): boolean =>
  now.k === 'file' && h !== null && now.h === h

/** The same at the next try, and another for each name of a folder; short, whatever the name is. */
function temporaryName(mark: string, path: string): string {
  const own = digest('sha256', Buffer.from(nameOf(path), 'latin1'), 'hex').slice(0, 16)
  return `${mark}-${own}.tmp`
}

function putBeside(temporary: Buffer, before: FileState, objects: Objects, durable: boolean): void {
  const hash = before.h
  if (hash === null) throw new Error('its previous content was not kept')
  const write = (): boolean =>
    objects.restore(hash, temporary, durable, (fd) => describe(fd, before))
  if (!overLeftOver(temporary, write)) throw new Error('its kept content is missing or damaged')
}

function moveOver(temporary: Buffer, target: Buffer, old: Replaced): void {
  old.hold(target)
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

/** Of the very file that is there; never of what a link put in its place would lead to. */
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
export function clear(temporary: Buffer): void {
  ignoring('ENOENT', () => unlinkSync(temporary))
}
