// Long words of a text that are base64 or hex of a text, with that text: what Gatehouse holds may be
// anywhere in it, escaped or encoded once more.
import { charactersOf, runsOf } from './long-tokens.ts'

type EncodedRun = { readonly start: number; readonly end: number; readonly text: string }

const BASE64 = charactersOf(/[A-Za-z0-9+/=_-]/)
const WORD = /[A-Za-z0-9+/_-]{12,}={0,2}/g
/** Shorter ones hold no secret that is looked for. */
const SHORTEST = 12
/** Bytes of no text show themselves this early: a picture is not decoded to its end. */
const FIRST = 64

/** Those that decode to readable text. Linear in all of them together. */
export function* encodedRuns(text: string): Iterable<EncodedRun> {
  for (const run of runsOf(text, BASE64, SHORTEST)) {
    // `key=…`: what is before the sign is no part of it, at the end it is.
    for (const { 0: word, index } of text.slice(run.start, run.end).matchAll(WORD)) {
      const start = run.start + index
      const plain = /^(?:[0-9a-f]{2})+$/i.test(word) ? readable(word, 'hex') : null
      const inner = plain ?? readable(word, 'base64')
      if (inner !== null) yield { start, end: start + word.length, text: inner }
    }
  }
}

/** Null where it is no text. */
function readable(word: string, encoding: 'hex' | 'base64'): string | null {
  if (word.length > 2 * FIRST && !isText(Buffer.from(word.slice(0, FIRST), encoding).toString(), 4))
    return null
  const text = Buffer.from(word, encoding).toString()
  return isText(text, 0) ? text : null
}

// oxlint-disable-next-line no-control-regex -- control characters tell bytes from text
const NO_TEXT = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/

/** @param cut how many characters at its end may be a part of one. */
const isText = (text: string, cut: number): boolean =>
  text.length > cut && !NO_TEXT.test(cut === 0 ? text : text.slice(0, -cut))
