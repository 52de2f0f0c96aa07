// An index over text that was seen, in which any substring can be looked up in microseconds,
// whatever the amount of text.
//
// Text is kept in blocks. Each block has a bit for every run of four and of eight characters in it
// (hashed, so a bit may mean several). A needle can only be in a block that has all of its runs:
// nearly every block is ruled out by one or two bits, and only the others are searched. What may be
// searched in one call is limited; past the limit a block that cannot be ruled out counts as
// holding the needle, which errs to the strict side and never hides anything.
import { hash } from 'node:crypto'

const GRAM = 4
const BLOCK_CHARS = 131_072
/** Eight bits a character, of which each sets two: even text of noise leaves most bits unset. */
const BITS = BLOCK_CHARS * 8
/**
 * A text over several blocks repeats so much of one in the next, so that no needle up to this
 * length falls between.
 */
export const LONGEST_NEEDLE = 2_048
/**
 * What is kept beside a text costs memory too, and of many short ones it is nearly all: counted as
 * so many characters.
 */
export const RECORD_CHARS = 128
/** Longer texts are known again by their hash. */
const SHORT = 1_024

type Block<T> = {
  text: string
  readonly bits: Uint32Array
  /** Where each text that begins in this block begins, and what it is. */
  readonly starts: { readonly at: number; readonly of: T }[]
  /** Short texts that are whole in this block, and hashes of longer ones that begin in it. */
  readonly whole: Set<string>
}

/** What one call may still cost, in characters searched. */
export type Budget = { chars: number }

export type TextIndex<T> = {
  /** Of what is kept, with what is kept beside it. */
  readonly chars: number
  /**
   * Text in the folded form. One that is there already, and not among the older half, is not kept
   * again: the earlier one is found.
   */
  add(text: string, of: T): void
  /**
   * The earliest text that holds the needle; with borders, only where no name goes on to the left
   * or right of it.
   */
  find(needle: string, border: Border, budget: Budget): T | null
  /** Of the earliest text that is still here. */
  first(): T | null
  /** Takes out the oldest block; false when there is none. */
  dropOldest(): boolean
}

/**
 * none: anywhere. name: as a whole name or the end of a host. alone: not below another name either.
 */
export type Border = 'none' | 'name' | 'alone'

export function openTextIndex<T>(): TextIndex<T> {
  const blocks: Block<T>[] = []
  let chars = 0

  const open = (): Block<T> => {
    const block: Block<T> = {
      text: '',
      bits: new Uint32Array(BITS / 32),
      starts: [],
      whole: new Set(),
    }
    blocks.push(block)
    return block
  }

  return {
    get chars() {
      return chars
    },
    add(text, of) {
      const key = text.length <= SHORT ? text : hash('sha256', text)
      // A file that is read a hundred times would fill the memory with itself. Among the older half
      // it is soon let go: then it is added.
      const known =
        text.length <= SHORT ? blocks.slice(-1) : blocks.slice(Math.floor(blocks.length / 2))
      if (known.some(({ whole }) => whole.has(key))) return
      for (let from = 0; from < text.length;) {
        const last = blocks.at(-1)
        const block =
          last === undefined || last.text.length > BLOCK_CHARS - 2 * LONGEST_NEEDLE ? open() : last
        const first = from === 0
        const startAt = first ? 0 : from - LONGEST_NEEDLE
        const piece = text.slice(startAt, startAt + BLOCK_CHARS - block.text.length - 1)
        block.starts.push({ at: block.text.length, of })
        // Nothing can be found across the end of a text.
        block.text += `${piece}\u0000`
        mark(block.bits, piece)
        chars += piece.length + 1 + RECORD_CHARS
        from = startAt + piece.length
        if (first && (text.length > SHORT || piece.length === text.length)) block.whole.add(key)
      }
    },
    find(needle, border, budget) {
      if (needle.length < GRAM) return null
      const wanted = gramsOf(needle)
      for (const block of blocks) {
        if (!mayHold(block.bits, wanted)) continue
        if (budget.chars <= 0) return block.starts[0]?.of ?? null
        const at = search(block.text, needle, border, budget)
        if (at >= 0) return owner(block, at)
      }
      return null
    },
    first: () => blocks[0]?.starts[0]?.of ?? null,
    dropOldest() {
      const oldest = blocks.shift()
      if (oldest !== undefined) chars -= oldest.text.length + oldest.starts.length * RECORD_CHARS
      return oldest !== undefined
    },
  }
}

function mix(a: number, b: number, c: number, d: number): number {
  const mixed =
    Math.imul(a, 0x9e3779b1) ^
    Math.imul(b, 0x85ebca6b) ^
    Math.imul(c, 0xc2b2ae35) ^
    Math.imul(d, 0x27d4eb2f)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
}

const bitOf = (run: number): number => run >>> 12
/** Of two runs of four that follow each other. */
const bitOfBoth = (first: number, second: number): number =>
  Math.imul(first ^ (second >>> 7) ^ Math.imul(second, 0x165667b1), 0x9e3779b1) >>> 12

function mark(bits: Uint32Array, text: string): void {
  const set = (bit: number): void =>
    void (bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31)))
  const before = [0, 0, 0, 0]
  let [a, b, c] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
  for (let at = GRAM - 1; at < text.length; at++) {
    const d = text.charCodeAt(at)
    const run = mix(a, b, c, d)
    set(bitOf(run))
    if (at >= 2 * GRAM - 1) set(bitOfBoth(before[at & 3] ?? 0, run))
    before[at & 3] = run
    a = b
    b = c
    c = d
  }
}

/**
 * Up to 24 of a needle's runs of either length, spread over it; the longer, which are far rarer,
 * come first.
 */
function gramsOf(needle: string): readonly number[] {
  const run = (at: number): number =>
    mix(
      needle.charCodeAt(at),
      needle.charCodeAt(at + 1),
      needle.charCodeAt(at + 2),
      needle.charCodeAt(at + 3),
    )
  const both = spread(needle.length - 2 * GRAM).map((at) => bitOfBoth(run(at), run(at + GRAM)))
  return [...both, ...spread(needle.length - GRAM).map((at) => bitOf(run(at)))]
}

/** Places from the first to the last, at most 24. */
function spread(last: number): readonly number[] {
  const targets: number[] = []
  for (let at = 0, step = Math.max(1, Math.ceil((last + 1) / 24)); at <= last; at += step)
    targets.push(at)
  return targets
}

function mayHold(bits: Uint32Array, grams: readonly number[]): boolean {
  for (const bit of grams) if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
  return true
}

/**
 * What is searched for; the rest is compared where this is found. A short one keeps the worst texts
 * from costing much.
 */
const PROBE = 32

/**
 * Place of the needle in the text, or -1. Past the budget the first place is taken, border or not.
 */
function search(text: string, needle: string, border: Border, budget: Budget): number {
  const probe = needle.slice(0, PROBE)
  for (let from = 0; ;) {
    const at = text.indexOf(probe, from)
    budget.chars -= (at < 0 ? text.length : at) - from + needle.length
    if (at < 0 || budget.chars <= 0) return at
    if (text.startsWith(needle, at) && (border === 'none' || isBordered(text, at, needle, border)))
      return at
    from = at + 1
  }
}

function isBordered(text: string, at: number, needle: string, border: Border): boolean {
  const end = at + needle.length
  if (border === 'alone' && text[at - 1] === '.') return false
  if (isName(needle.charCodeAt(0)) && isName(text.charCodeAt(at - 1))) return false
  if (!isName(needle.charCodeAt(needle.length - 1))) return true
  return !isName(text.charCodeAt(end)) && !(text[end] === '.' && isName(text.charCodeAt(end + 1)))
}

/**
 * Letters, digits, dash and underscore of ASCII in the folded form; NaN, past either end, is none
 * of them.
 */
const isName = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95

function owner<T>(block: Block<T>, at: number): T | null {
  let of: T | null = null
  for (const start of block.starts) {
    if (start.at > at) break
    of = start.of
  }
  return of
}
