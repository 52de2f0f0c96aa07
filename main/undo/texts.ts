// Small text files of a plan as they are and as they would be, so that a person can read the
// difference.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { at, codeOf, inFolder } from './open-folder.ts'
import type { Objects } from './contents/objects.ts'
import type { Step } from './plan.ts'
import { nameOf, parentOf, shownPath, type Change, type State } from './state.ts'

const MOST_FILES = 20
const MOST_BYTES = 64 * 1024
/**
 * Of how many paths the text is read to find these few: a command can leave 100,000 files that are
 * empty or binary.
 */
const MOST_READ = 500

export type TextPair = {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** Files that are binary, large or past the first few are left out. */
export function textsOf(root: string, steps: readonly Step[], objects: Objects): TextPair[] {
  const pairs: TextPair[] = []
  let read = 0
  for (const { path, now, before } of steps) {
    if (pairs.length === MOST_FILES || read === MOST_READ) break
    if (now.k === 'file' && now.s > MOST_BYTES) continue
    if (now.k !== 'file' && before.k !== 'file') continue
    read += 1
    const then =
      before.k === 'file' && before.h !== null ? objects.read(before.h, MOST_BYTES) : null
    if (before.k === 'file' && then === null) continue
    const [is, was] = [
      now.k === 'file' ? asText(readNow(root, path)) : null,
      then === null ? '' : asText(then),
    ]
    if ((now.k === 'file' && is === null) || was === null || is === was) continue
    pairs.push({ path: shownPath(path), before: is, after: was })
  }
  return pairs
}

function readNow(root: string, path: string): Buffer | null {
  try {
    return inFolder(root, parentOf(path), false, (folder) => {
      const fd = openSync(
        at(folder, nameOf(path)),
        constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
      )
      try {
        const stat = fstatSync(fd)
        // Its other name may be a place that nobody reads: such a file is named and not shown.
        if (!stat.isFile() || stat.nlink > 1) return null
        const buffer = Buffer.allocUnsafe(MOST_BYTES + 1)
        let total = 0
        for (let read = -1; read !== 0; total += read)
          read = readSync(fd, buffer, total, buffer.length - total, total)
        return total > MOST_BYTES ? null : buffer.subarray(0, total)
      } finally {
        closeSync(fd)
      }
    })
  } catch (error) {
    // Gone, or closed to us: then there is nothing to show, and the plan says what happens to it.
    if (codeOf(error) === '') throw error
    return null
  }
}

/** Null for what is no UTF-8 text. */
function asText(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.includes(0)) return null
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : null
}

/** Both sides of a changed file as text; null where there was or is none. Else why it is not shown. */
export type ChangedText = {
  readonly path: string
  readonly content:
    | { readonly before: string | null; readonly after: string | null }
    | { readonly unshown: 'binary' | 'large' | 'enough' }
}

/** Of one file, of all together, and of how many: a person reads no more. */
const shownBytes = { file: 128 * 1024, all: 256 * 1024 } as const
const MOST_CHANGES = 500

/** As `textsOf`, where both sides are kept. Files only. */
export function textsOfChanges(changes: readonly Change[], objects: Objects): ChangedText[] {
  let left: number = shownBytes.all
  return changes.slice(0, MOST_CHANGES).flatMap(({ path, before, after }): ChangedText[] => {
    const sizes = [before, after].flatMap((state) => (state.k === 'file' ? [state.s] : []))
    if (sizes.length === 0) return []
    const about = { path: shownPath(path) }
    if (sizes.some((size) => size > shownBytes.file))
      return [{ ...about, content: { unshown: 'large' } }]
    const size = sizes.reduce((sum, each) => sum + each, 0)
    if (size > left) return [{ ...about, content: { unshown: 'enough' } }]
    const [was, is] = [textOf(before, objects), textOf(after, objects)]
    if (was === undefined || is === undefined) return [{ ...about, content: { unshown: 'binary' } }]
    left -= size
    return [{ ...about, content: { before: was, after: is } }]
  })
}

/** Undefined for what cannot be shown as text; null for what is no file. */
function textOf(state: State, objects: Objects): string | null | undefined {
  if (state.k !== 'file') return null
  const bytes = state.h === null ? null : objects.read(state.h, shownBytes.file)
  return bytes === null ? undefined : (asText(bytes) ?? undefined)
}
