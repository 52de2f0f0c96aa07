// Which lines of a text read like instructions to a model, so that a person sees where. Pure.
import { joined, linesOf, type LineRange } from '../../../contract/approval/result-review.ts'
import { injectionFlags } from './injection.ts'

/** A phrase is looked for over so many lines together, and in so many lines at most. */
const MOST_TOGETHER = 4
const MOST_LINES = 20_000

/** Hidden characters as a cleaned text shows them. */
const SHOWN = /⟨U\+[0-9A-F]{4,6}(?: ×\d+)?⟩/g

/**
 * For each flag of the text the fewest lines: where no line has it alone, those that have it together.
 */
export function flaggedLines(text: string): LineRange[] {
  const plain = text.replaceAll(SHOWN, '')
  const wanted = new Set(injectionFlags(plain))
  if (wanted.size === 0) return []
  const lines = linesOf(plain).slice(0, MOST_LINES)
  const found: LineRange[] = []
  for (let together = 1; together <= MOST_TOGETHER && wanted.size > 0; together += 1) {
    const here = new Set<string>()
    for (let at = 0; at + together <= lines.length; at += 1) {
      const own = injectionFlags(lines.slice(at, at + together).join('\n'))
      const hits = own.filter((flag) => wanted.has(flag))
      if (hits.length === 0) continue
      for (const flag of hits) here.add(flag)
      found.push({ from: at + 1, to: at + together })
    }
    for (const flag of here) wanted.delete(flag)
  }
  return [...joined(found, lines.length)]
}
