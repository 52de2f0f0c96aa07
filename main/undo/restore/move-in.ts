// Contents that nobody else needs are moved from the store to their targets instead of being copied:
// nothing is made, and nothing has to reach the disk once more. What is moved was written by us in a
// folder of ours, so no program ever had it open.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { giveOnlyModes } from '../../disk/give-only-modes.ts'
import { at, codeOf, type Held } from '../open-folder.ts'
import type { Objects } from '../contents/objects.ts'
import type { Step } from '../plan.ts'
import { parentOf, type FileState } from '../state.ts'

export type NewFile = { readonly step: Step; readonly before: FileState }

/** Those that may be moved. Whether each of their folders takes it is asked with `takes`. */
export function movable(
  root: string,
  files: readonly NewFile[],
  objects: Objects,
): ReadonlySet<NewFile> {
  const alone = files.filter(({ before: { h } }) => h !== null && objects.isAlone(h))
  const folders = new Set(alone.map(({ step }) => parentOf(step.path)))
  const paths = [...folders].map((raw) => Buffer.from(raw, 'latin1').toString())
  const named = !paths.some((path) => path.includes('\uFFFD'))
  return new Set(named && giveOnlyModes(paths.map((path) => join(root, path))) ? alone : [])
}

/**
 * Whether something of `store` can be moved to this folder. The kernel says so before it looks for
 * the names, so one that does not exist is enough and nothing is moved.
 */
export function takes(folder: Held, store: string, mark: string): boolean {
  try {
    renameSync(join(store, `${mark}.none`), at(folder, `${mark}.none`))
    return false
  } catch (error) {
    return codeOf(error) === 'ENOENT'
  }
}
