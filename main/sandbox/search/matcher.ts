// Finds the lines of a text that a pattern is in. JavaScript's own engine is tried first, because
// it is fast; where it goes back and tries again for too long, the automaton takes over for good.
import { automatonFor } from './automaton.ts'
import { inTime } from './in-time.ts'
import { sourceOf } from './pattern-source.ts'
import type { Pattern } from './pattern.ts'

export type Matcher = {
  /** Numbers of the lines, from 0, at most so many. */
  linesOf(lines: readonly string[], most: number): readonly number[]
  /** Where it begins in a line that matches, as far as that can be told. */
  begins(line: string): number
}

type Guarded = (test: (line: string) => boolean, lines: readonly string[], most: number) => number[]

const collect: Guarded = (test, lines, most) => {
  const found: number[] = []
  for (let at = 0; at < lines.length && found.length < most; at += 1)
    if (test(lines[at] ?? '')) found.push(at)
  return found
}

export function matcherFor(pattern: Pattern, ignoreCase: boolean): Matcher {
  const flags = ignoreCase ? 'iu' : 'u'
  const fast = new RegExp(sourceOf(pattern, 'script'), flags)
  let slow: ((line: string) => boolean) | null = null
  return {
    linesOf(lines, most) {
      if (slow === null) {
        const found = inTime(() => collect((line) => fast.test(line), lines, most))
        if (found !== null) return found
        slow = automatonFor(pattern, flags)
      }
      return collect(slow, lines, most)
    },
    begins: (line) => (slow === null ? (inTime(() => line.search(fast)) ?? 0) : 0),
  }
}
