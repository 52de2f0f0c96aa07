// What a command did in a copy of a folder, at the paths that are known to be other than before.
// Where the kernel gives no layer this takes its place.
import { lstatSync } from 'node:fs'
import { at, codeOf, inFolder } from './open-folder.ts'
import { isSince, type LayerChanges, type LayerLimits } from './layer.ts'
import { otherState, statEntry, TooMuch, type ScanDeps } from './scan.ts'
import {
  identical,
  missing,
  nameOf,
  parentOf,
  rawPath,
  sameThing,
  type Change,
  type State,
} from './state.ts'

export type Copied = {
  /** The real folder, and the copy in which the command has ended. Absolute paths. */
  readonly root: string
  readonly view: string
  /** Epoch milliseconds, from before it was copied. */
  readonly since: number
  /** From the root on, as text: what was added, changed or taken away in the copy. */
  readonly paths: readonly string[]
  /** To whom the copy gives what root alone owns; null: everything kept its owner. */
  readonly given: { readonly uid: number; readonly gid: number } | null
}

/** As `changesInLayer`. Throws `TooMuch` where the changes could not be carried over exactly. */
export function changesInCopy(
  { root, view, since, paths, given }: Copied,
  { former, fresh }: { readonly former: ScanDeps; readonly fresh: ScanDeps },
  limits: LayerLimits,
): LayerChanges {
  const changes: Change[] = []
  const moved: string[] = []
  let [entries, bytes, whole] = [0, 0, true]
  for (const path of paths.map(rawPath).toSorted()) {
    const fits = entries <= limits.keeps.entries && bytes <= limits.keeps.bytes
    const before = stateAt(root, path, fits ? former : { ...former, depth: 'hash' }, (stat) => {
      if (isSince(stat, since)) moved.push(path)
    })
    const after = ownedAs(before, stateAt(view, path, fresh), given)
    entries += 1
    if (before.k === 'file') {
      bytes += before.s
      if (before.h === null || !former.objects.has(before.h)) whole = false
    } else if (before.k === 'other') whole = false
    const same =
      before.k === 'folder' && after.k === 'folder'
        ? sameThing(before, after)
        : identical(before, after)
    if (!same) changes.push({ path, before, after })
    if (changes.length > limits.changes)
      throw new TooMuch(`it changed more than ${limits.changes.toLocaleString('en')} paths`)
  }
  const changed = new Set(changes.map(({ path }) => path))
  return { changes, whole, moved: moved.filter((path) => changed.has(path)) }
}

function stateAt(
  root: string,
  path: string,
  deps: ScanDeps,
  seen: (stat: Parameters<typeof isSince>[0]) => void = () => {},
): State {
  if (path === '') return otherState(root, lstatSync(root, { bigint: true }))
  try {
    return inFolder(root, parentOf(path), false, (folder) => {
      const stat = lstatSync(at(folder, nameOf(path)), { bigint: true, throwIfNoEntry: false })
      if (stat !== undefined) seen(stat)
      return statEntry(folder, nameOf(path), path, deps)
    })
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return missing
    throw error
  }
}

/** What the copy gave to an ordinary user is root's again. */
function ownedAs(before: State, after: State, given: Copied['given']): State {
  if (given === null || !('u' in after)) return after
  if (after.u !== given.uid || after.g !== given.gid) return after
  return 'u' in before ? { ...after, u: before.u, g: before.g } : { ...after, u: 0, g: 0 }
}
