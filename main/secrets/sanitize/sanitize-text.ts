// Makes any text fit to be shown on a screen or a terminal and read by a model. Nothing hides in
// what comes out. Never removes secrets; that is the redactor's work, done after this.
import { INVISIBLE, codePoint, isHonest } from './invisible.ts'
import { injectionFlags } from './injection.ts'

export type CleanText = {
  readonly text: string
  readonly flags: string[]
  readonly truncated: boolean
}

/**
 * - ANSI and OSC sequences are removed; what is left of a broken one is shown.
 * - Controls but line feed and tab, zero-width and bidirectional characters are made visible: `⟨U+202E⟩`, runs as `⟨U+200B ×12⟩`.
 * - A carriage return ends a line, so that nothing is overwritten. Lone surrogates become U+FFFD.
 * - Of longer text the beginning and a short end stay, `maxChars` UTF-16 units together, never cut inside a character; a line
 *   between them says how many were left out.
 * - `flags` are short phrases for what reads like orders to a model, or was hidden.
 * Linear in the length of `text`.
 */
export function cleanText(text: string, { maxChars }: { readonly maxChars: number }): CleanText {
  const { plain, shown, hidden } = showAll(text)
  const flags = injectionFlags(plain)
  if (hidden) flags.push(HIDES)
  const cut = cutText(shown, maxChars)
  return { text: cut.text, flags, truncated: cut.truncated }
}

/** The flag for text that hides something. */
export const HIDES = 'has hidden characters'

/** Anything but printable ASCII, tabs and line feeds. Without it there is nothing to clean. */
const UNPLAIN = /[^\t\n -~]/

/**
 * The whole text cleaned: `plain` as a terminal would take it, for looking through; `shown` with
 * what hides made visible.
 */
export function showAll(text: string): {
  readonly plain: string
  readonly shown: string
  readonly hidden: boolean
} {
  if (!UNPLAIN.test(text)) return { plain: text, shown: text, hidden: false }
  const plain = withoutEscapes(text.toWellFormed()).replace(/\r\n?/g, '\n')
  const { text: shown, hidden } = showHidden(plain)
  return { plain, shown, hidden }
}

// CSI, OSC and the other strings (DCS, SOS, PM, APC), two-character escapes; in 7-bit and 8-bit
// spelling. A string without its end is not swallowed: a terminal would, a reader has to see it. No
// part can match what ends it, so time is linear.
const ESCAPES =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-Z\\^-~]/g

const withoutEscapes = (text: string): string => text.replace(ESCAPES, '')

const RUNS = new RegExp(`(?:${INVISIBLE.source})+`, 'gu')

/** More different characters than this in one run are counted, not spelled out. */
const SPELLED = 24

function showHidden(text: string): { text: string; hidden: boolean } {
  if (!INVISIBLE.test(text)) return { text, hidden: false }
  let hidden = false
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const shown = body.replace(RUNS, (run: string, at: number) => {
    const after = at + run.length
    if (
      run.length <= 2 &&
      isHonest(run[0] ?? '', characterBefore(body, at), characterAt(body, at + 1))
    ) {
      const second = run[1]
      // A selector and then a joiner, as in the longer emoji.
      if (second === undefined || isHonest(second, run[0] ?? '', characterAt(body, after)))
        return run
    }
    // A stray control is an accident of programs; what is invisible by design was put there.
    hidden ||= /[^\0-\x9f]/.test(run)
    return spelled(run)
  })
  return { text: shown, hidden }
}

function spelled(run: string): string {
  const groups: { readonly character: string; count: number }[] = []
  let all = 0
  for (const character of run) {
    all += 1
    const last = groups.at(-1)
    if (last?.character === character) last.count += 1
    else if (groups.length <= SPELLED) groups.push({ character, count: 1 })
  }
  if (groups.length > SPELLED) return `⟨${all} hidden characters⟩`
  return groups
    .map(({ character, count }) =>
      count === 1 ? `⟨${codePoint(character)}⟩` : `⟨${codePoint(character)} ×${count}⟩`,
    )
    .join('')
}

const characterAt = (text: string, at: number): string =>
  at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : ''

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff
    ? text.slice(at - 2, at)
    : text.slice(Math.max(0, at - 1), at)
}

/**
 * What comes last is often what matters: the exit code and the errors of a command are at its
 * end.
 */
const tailOf = (maxChars: number): number => Math.min(2_000, Math.floor(maxChars / 4))

/**
 * Of a text that is too long the beginning and a short end, with a line between them that says how
 * much is left out.
 * @param missing characters that were left out of its middle before.
 */
export function cutText(
  text: string,
  maxChars: number,
  missing = 0,
): { text: string; truncated: boolean } {
  if (text.length <= maxChars) return { text, truncated: false }
  const tail = tailOf(maxChars)
  const end = beforeLow(text, maxChars - tail)
  const from = text.length - tail + (isLow(text, text.length - tail) ? 1 : 0)
  const middle = `\n[… ${from - end + missing} characters left out]`
  return {
    text:
      from === text.length
        ? text.slice(0, end) + middle
        : `${text.slice(0, end)}${middle}\n${text.slice(from)}`,
    truncated: true,
  }
}

const isLow = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** `at`, or one less where that is the middle of a character. */
function beforeLow(text: string, at: number): number {
  const last = text.charCodeAt(at - 1)
  return Math.max(0, last >= 0xd800 && last <= 0xdbff ? at - 1 : at)
}
