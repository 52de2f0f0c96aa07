// Patterns of file names: `*.ts`, `src/**/*.test.*`, `{a,b}`, and those of ignore files. Pure.
import { automatonFor } from './automaton.ts'
import { character, type CharSet, type Pattern } from './pattern.ts'
import { sourceOf } from './pattern-source.ts'

export type PathTest = (path: string) => boolean

const inOneName: CharSet = {
  negated: false,
  ranges: [
    [0, 46],
    [48, 0x10_ff_ff],
  ],
}
const name: Pattern = { kind: 'set', set: inOneName }
const all: Pattern = { kind: 'set', set: { negated: false, ranges: [[0, 0x10_ff_ff]] } }
const many = (of: Pattern): Pattern => ({ kind: 'repeat', of, min: 0, max: null })
const maybe = (of: Pattern): Pattern => ({ kind: 'repeat', of, min: 0, max: 1 })
const slash = character(47)

/** More of these in one pattern could make JavaScript's engine try for ever. */
const MOST_STARS = 3
const MOST_GLOB = 1_000

/**
 * Of a whole relative path. Without a slash it means the last name, in any folder. Null: it cannot
 * be read.
 */
export function globTest(glob: string): PathTest | null {
  if (glob.length > MOST_GLOB) return null
  const anchored = glob.replace(/^\.?\//, '')
  const test = wholePath(anchored, true)
  if (test === null) return null
  return glob.includes('/') ? test : (path) => test(path.slice(path.lastIndexOf('/') + 1))
}

/** `braces`: whether `{a,b}` is a choice, which it is not in ignore files. */
export function wholePath(glob: string, braces: boolean): PathTest | null {
  if (!/[*?[\\{]/.test(glob)) return (path) => path === glob
  const pattern = readGlob(Array.from(glob), braces)
  if (pattern === null) return null
  const whole: Pattern = { kind: 'sequence', of: [{ kind: 'start' }, pattern] }
  const stars = glob.split('*').length - 1
  if (stars > MOST_STARS || braces) {
    // The end of a line may be before a last CR, that of a name may not.
    const test = automatonFor({ kind: 'sequence', of: [whole, character(0)] }, 'u')
    return (path) => test(`${path}\0`)
  }
  const fast = new RegExp(`${sourceOf(whole, 'script')}(?![^])`, 'u')
  return (path) => fast.test(path)
}

function readGlob(text: readonly string[], braces: boolean): Pattern | null {
  let at = 0
  const sequence = (depth: number): Pattern | null => {
    const of: Pattern[] = []
    while (at < text.length) {
      const sign = text[at] ?? ''
      if (depth > 0 && (sign === ',' || sign === '}')) break
      const part = one(sign, depth)
      if (part === null) return null
      of.push(part)
    }
    return { kind: 'sequence', of }
  }
  const one = (sign: string, depth: number): Pattern | null => {
    const before = text[at - 1]
    at += 1
    if (sign === '*' && text[at] === '*') {
      while (text[at] === '*') at += 1
      const alone = before === undefined || before === '/'
      if (alone && text[at] === '/') {
        at += 1
        return maybe({ kind: 'sequence', of: [many(all), slash] })
      }
      return alone && at >= text.length ? many(all) : many(name)
    }
    if (sign === '*') return many(name)
    if (sign === '?') return name
    if (sign === '[') return set()
    if (sign === '{' && braces) return choice(depth + 1)
    if (sign === '\\' && at < text.length) {
      at += 1
      return character((text[at - 1] ?? '').codePointAt(0) ?? 0)
    }
    return character(sign.codePointAt(0) ?? 0)
  }
  const choice = (depth: number): Pattern | null => {
    if (depth > 10) return null
    const of: Pattern[] = []
    for (;;) {
      const each = sequence(depth)
      if (each === null) return null
      of.push(each)
      const sign = text[at]
      at += 1
      if (sign === '}') return { kind: 'choice', of }
      if (sign !== ',') return null
    }
  }
  const set = (): Pattern | null => {
    const negated = text[at] === '!' || text[at] === '^'
    if (negated) at += 1
    const ranges: [number, number][] = []
    for (let first = true; first || text[at] !== ']'; first = false) {
      if (text[at] === '\\') at += 1
      const from = text[at]?.codePointAt(0)
      if (from === undefined) return null
      at += 1
      if (text[at] === '-' && text[at + 1] !== ']' && text[at + 1] !== undefined) {
        const to = text[at + 1]?.codePointAt(0) ?? 0
        if (to >= from) ranges.push([from, to])
        at += 2
      } else ranges.push([from, from])
    }
    at += 1
    return {
      kind: 'set',
      set: { negated: false, ranges: withoutSlash(negated ? others(ranges) : ranges) },
    }
  }
  const read = sequence(0)
  return at >= text.length ? read : null
}

function others(ranges: readonly (readonly [number, number])[]): [number, number][] {
  let next = 0
  const left: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) left.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= 0x10_ff_ff) left.push([next, 0x10_ff_ff])
  return left
}

const withoutSlash = (ranges: readonly (readonly [number, number])[]): [number, number][] =>
  ranges.flatMap(([from, to]): [number, number][] =>
    from <= 47 && to >= 47
      ? [
          ...(from < 47 ? [[from, 46] as [number, number]] : []),
          ...(to > 47 ? [[48, to] as [number, number]] : []),
        ]
      : [[from, to]],
  )
