// What an undo would do, in words for the list of changes. Pure.
import type { FilePreview } from '../../../contract/approval/approval.ts'
import type { UndoChange, UndoForce } from '../../../contract/call/undo-preview.ts'
import type { ListedChange } from '../../ui/change-list.tsx'
import { bytes, count } from '../../ui/text/time-text.ts'
import { strings } from './strings.ts'

const marks = { restored: 'changed', removed: 'deleted', recreated: 'added' } as const

/** `previews`: the small text files among the changes, by the same paths. */
export function undoChange(
  change: UndoChange,
  previews: ReadonlyMap<string, FilePreview>,
): ListedChange {
  const preview = previews.get(change.path)
  return {
    mark: marks[change.kind],
    word: strings.kinds[change.kind],
    path: change.path,
    aside: asideOf(change),
    diff: preview === undefined ? null : { before: preview.before, after: preview.after },
  }
}

function asideOf({ is, bytesNow, bytesThen }: UndoChange): string {
  if (is !== 'file') return strings.is[is]
  const sizes = [bytesNow, bytesThen].filter((each) => each !== null).map(bytes)
  return sizes.length === 2 && sizes[0] === sizes[1] ? (sizes[0] ?? '') : sizes.join(' → ')
}

export const pathWords = (paths: number): string => strings.paths(paths, count(paths))

/** As many paths as may be named at once; with more, all. */
const mostNamed = 20_000
export const forceOf = (ticked: ReadonlySet<string>): UndoForce =>
  ticked.size > mostNamed ? 'all' : [...ticked]
