// Reads a regular expression of the kind that every engine here agrees on. Nothing in it looks
// around or back, so it can always be matched in time that grows with the text alone. Pure.
import { assertNever } from '../../../contract/never.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/** Code points. What is negated never holds a line feed, nor what means a byte that is no text. */
export type CharSet = {
  readonly negated: boolean
  readonly ranges: readonly (readonly [from: number, to: number])[]
}
export type Pattern =
  | { readonly kind: 'set'; readonly set: CharSet }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Pattern[] }
  | {
      readonly kind: 'repeat'
      readonly of: Pattern
      readonly min: number
      readonly max: number | null
    }
  | { readonly kind: 'start' | 'end' | 'edge' | 'no-edge' }

const DIGIT = [[48, 57]] as const
const WORD = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
] as const
const SPACE = [
  [9, 13],
  [32, 32],
] as const
const classes: Readonly<Record<string, CharSet>> = {
  d: { negated: false, ranges: DIGIT },
  D: { negated: true, ranges: DIGIT },
  w: { negated: false, ranges: WORD },
  W: { negated: true, ranges: WORD },
  s: { negated: false, ranges: SPACE },
  S: { negated: true, ranges: SPACE },
}
const controls: Readonly<Record<string, number>> = { t: 9, v: 11, f: 12, r: 13 }

const MOST_REPEATED = 1_000
/** Of the pattern with every counted repetition written out. */
export const MOST_STEPS = 5_000
const DEEPEST = 100

class Unreadable extends Error {}
const refuse = (why: string): never => {
  throw new Unreadable(why)
}

/** One character of its own. */
export const character = (code: number): Pattern => ({
  kind: 'set',
  set: { negated: false, ranges: [[code, code]] },
})
/** Every text but a line feed. */
export const anything: Pattern = { kind: 'set', set: { negated: true, ranges: [] } }

export const literal = (text: string): Pattern => ({
  kind: 'sequence',
  of: Array.from(text, (each) => character(each.codePointAt(0) ?? 0)),
})

/** The error says what is not understood, for the author of the pattern. */
export function readPattern(text: string): Result<Pattern, string> {
  try {
    const read = reader(Array.from(text))
    const pattern = read.choice(0)
    if (!read.atEnd()) return err('there is a ")" without its "("')
    if (stepsOf(pattern) > MOST_STEPS)
      return err('it is too large when its repetitions are written out')
    return ok(pattern)
  } catch (error) {
    if (error instanceof Unreadable) return err(error.message)
    throw error
  }
}

/** How many steps an automaton for it has. */
export function stepsOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
    case 'choice':
      return pattern.of.reduce((sum, each) => sum + stepsOf(each) + 1, 1)
    case 'repeat':
      return (stepsOf(pattern.of) + 1) * Math.max(1, pattern.max ?? pattern.min + 1)
    case 'set':
    case 'start':
    case 'end':
    case 'edge':
    case 'no-edge':
      return 1
    default:
      return assertNever(pattern, 'stepsOf')
  }
}

function reader(text: readonly string[]) {
  let at = 0
  const peek = (): string => text[at] ?? ''
  const take = (): string => text[at++] ?? refuse('it ends too early')
  const codeOf = (each: string): number => each.codePointAt(0) ?? 0

  const choice = (depth: number): Pattern => {
    if (depth > DEEPEST) refuse('its groups are nested too deep')
    const of = [sequence(depth)]
    while (peek() === '|') {
      at += 1
      of.push(sequence(depth))
    }
    return of.length === 1 ? (of[0] as Pattern) : { kind: 'choice', of }
  }
  const sequence = (depth: number): Pattern => {
    const of: Pattern[] = []
    while (at < text.length && peek() !== '|' && peek() !== ')') of.push(repeated(atom(depth)))
    return { kind: 'sequence', of }
  }
  const repeated = (of: Pattern): Pattern => {
    const bounds = quantifier()
    if (bounds === null) return of
    // Whether as few or as many as possible are taken changes nothing about which lines match.
    if (peek() === '?') at += 1
    else if (peek() === '+') refuse('possessive repetition such as "a++" is not known here')
    if (quantifier() !== null) refuse('something is repeated twice')
    return { kind: 'repeat', of, ...bounds }
  }
  const quantifier = (): { min: number; max: number | null } | null => {
    const sign = peek()
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1
      return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : null }
    }
    const counted = /^\{(\d{1,6})(,(\d{0,6}))?\}/.exec(text.slice(at, at + 16).join(''))
    if (counted === null) return null
    at += counted[0].length
    const min = Number(counted[1])
    const max = counted[2] === undefined ? min : counted[3] === '' ? null : Number(counted[3])
    if (Math.max(min, max ?? 0) > MOST_REPEATED)
      refuse(`at most ${MOST_REPEATED} repetitions are counted`)
    if (max !== null && max < min) refuse('a repetition ends before it begins')
    return { min, max }
  }
  const atom = (depth: number): Pattern => {
    const sign = take()
    switch (sign) {
      case '(': {
        if (peek() === '?') {
          if (text[at + 1] !== ':')
            refuse(
              'groups that look ahead or behind, have names or change options are not known here',
            )
          at += 2
        }
        const inner = choice(depth + 1)
        if (peek() !== ')') refuse('there is a "(" without its ")"')
        at += 1
        return inner
      }
      case '[':
        return { kind: 'set', set: set() }
      case '.':
        return anything
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '*':
      case '+':
      case '?':
        return refuse(`there is nothing that "${sign}" could repeat`)
      case '\\':
        return escaped()
      case '\n':
        return refuse('lines are searched one by one, so it cannot hold a line feed')
      default:
        return character(codeOf(sign))
    }
  }
  const escaped = (): Pattern => {
    const sign = take()
    if (sign === 'b') return { kind: 'edge' }
    if (sign === 'B') return { kind: 'no-edge' }
    const named = classes[sign]
    return named === undefined ? character(codeAfter(sign)) : { kind: 'set', set: named }
  }
  const codeAfter = (sign: string): number => {
    if (Object.hasOwn(controls, sign)) return controls[sign] as number
    if (sign === 'n') refuse('lines are searched one by one, so it cannot hold a line feed')
    if (sign === 'x' || sign === 'u') {
      const rest = text.slice(at, at + 10).join('')
      const digits =
        /^\{([0-9a-f]{1,6})\}/i.exec(rest) ??
        (sign === 'x' ? /^([0-9a-f]{2})/i : /^([0-9a-f]{4})/i).exec(rest)
      const code = Number.parseInt(digits?.[1] ?? '', 16)
      if (
        digits === null ||
        code > 0x10_ff_ff ||
        (code >= 0xd8_00 && code <= 0xdf_ff) ||
        code === 10
      )
        return refuse(`"\\${sign}" needs the number of a character`)
      at += digits[0].length
      return code
    }
    if (/[0-9k]/.test(sign)) refuse('references to groups are not known here')
    if (/[\p{L}]/u.test(sign)) refuse(`"\\${sign}" is not known here`)
    return codeOf(sign)
  }
  const set = (): CharSet => {
    const negated = peek() === '^'
    if (negated) at += 1
    const ranges: (readonly [number, number])[] = []
    for (let first = true; first || peek() !== ']'; first = false) {
      if (at >= text.length) refuse('there is a "[" without its "]"')
      if (peek() === '[') refuse('a "[" in a class is written "\\["')
      if (['&&', '--', '~~'].includes(peek() + (text[at + 1] ?? '')))
        refuse('operations between classes are not known here')
      const from = member()
      if (typeof from !== 'number') {
        if (from.negated) refuse('"\\D", "\\W" and "\\S" are not known inside of a class')
        ranges.push(...from.ranges)
        continue
      }
      if (peek() !== '-' || text[at + 1] === ']' || at + 1 >= text.length) {
        ranges.push([from, from])
        continue
      }
      at += 1
      const to = member()
      if (typeof to !== 'number' || to < from)
        return refuse('a range in a class ends before it begins')
      ranges.push([from, to])
    }
    at += 1
    return { negated, ranges }
  }
  const member = (): number | CharSet => {
    const sign = take()
    if (sign === '\n') refuse('lines are searched one by one, so it cannot hold a line feed')
    if (sign !== '\\') return codeOf(sign)
    const next = take()
    return classes[next] ?? codeAfter(next)
  }
  return { choice, atEnd: () => at >= text.length }
}
