// The run that has happened, in words and in the order a person should read it. Pure.
import type { RehearsalEnd, RehearsedChange } from '../../../../../contract/call/rehearsal.ts'
import type { ListedChange } from '../../../../ui/change-list.tsx'
import { strings } from '../../strings.ts'
import { changeWords, endWords } from './rehearsal-text.ts'
import type { EndWords } from './rehearsal-text.ts'

/** A code other than 0 is no failure by itself (`grep`, `diff`), and never shown as success. */
export const stagedEnd = (end: RehearsalEnd): EndWords =>
  end.kind === 'exited'
    ? { text: strings.staged.exited(end.code), tone: end.code === 0 ? 'ok' : 'warn' }
    : endWords(end)

const order: { readonly [K in RehearsedChange['kind']]: number } = {
  deleted: 0,
  type: 1,
  mode: 2,
  changed: 3,
  added: 4,
}

/** What would be lost first; else as they come. */
export const stagedChanges = (changes: readonly RehearsedChange[]): readonly ListedChange[] =>
  changes.toSorted((a, b) => order[a.kind] - order[b.kind]).map((change) => changeWords(change))

/** Lines of all diffs that are open before somebody opens more. */
const MOST_LINES = 160

const FEW = 5

/** The diffs that are open at first: as many, from the top, as can be read in one go. */
export function openAtFirst(changes: readonly ListedChange[]): ReadonlySet<string> {
  const opened = new Set<string>()
  let lines = 0
  for (const { path, diff, mark } of changes) {
    // Of many, what is deleted says enough by its name.
    if (diff === null || (mark === 'deleted' && changes.length > FEW)) continue
    lines += linesOf(diff.before ?? '') + linesOf(diff.after)
    if (lines > MOST_LINES) break
    opened.add(path)
  }
  return opened
}

const linesOf = (text: string): number => (text === '' ? 0 : text.split('\n').length)
