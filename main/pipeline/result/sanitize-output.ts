// One text of a result, made fit to be shown: cleaned, redacted, then cut. Of a text that is far
// too long only what stays is looked at, with enough around it that no secret and no escape code
// lies over an edge of what was looked at.
import type { Json } from '../../../contract/json.ts'

type Clean = {
  readonly text: string
  readonly flags: readonly string[]
  readonly truncated: boolean
}

export type Cleaning = {
  readonly clean: (text: string, limits: { readonly maxChars: number }) => Clean | Promise<Clean>
  /**
   * The cut that `clean` makes, alone, for what is clean already. `missing`: characters that lie in
   * the gap and are not in `text`.
   */
  readonly cut: (
    text: string,
    maxChars: number,
    missing?: number,
  ) => { readonly text: string; readonly truncated: boolean }
  /** `tool`: whose arguments or result it is; a person may have excepted it from a rule. */
  readonly redact: (text: string, tool?: string) => Promise<string>
  readonly redactJson: (value: Json, pointers: readonly string[], tool?: string) => Promise<Json>
}

/** Characters of each stream that a result keeps for the screen. */
export const STREAM_CHARS = 200_000

/**
 * As many as any part of a result may keep: the same text cut twice, as a whole and as a part, is
 * then looked at once.
 */
const USUAL = 200_000
/**
 * Characters on the inner side of either end: more than the redactor looks at together (see
 * main/secrets/redact/chunker.ts).
 */
const AROUND = 65_536
/** And some more, of which cleaning may take away. */
const SPARE = 16_384
/** Characters of the end that are kept are fewer than these. */
const END = 4_096
/** Secrets of many lines. What is between the ends could begin one that reaches into the last. */
const OVER_LINES = /PRIVATE KEY|PuTTY-User-Key-File/

/** `flags`: of what was looked at. */
export async function sanitizeOutput(
  text: string,
  maxChars: number,
  cleaning: Cleaning,
): Promise<Clean> {
  if (text === '') return { text: '', flags: [], truncated: false }
  return (await ofEnds(text, maxChars, cleaning)) ?? ofWhole(text, maxChars, cleaning)
}

async function ofWhole(
  text: string,
  maxChars: number,
  { clean, cut, redact }: Cleaning,
): Promise<Clean> {
  const cleaned = await clean(text, { maxChars: Number.POSITIVE_INFINITY })
  const redacted = await redact(cleaned.text)
  // What was taken out may have left something unclean where its neighbours met.
  const shown =
    redacted === cleaned.text ? cut(redacted, maxChars) : await clean(redacted, { maxChars })
  return { text: shown.text, flags: cleaned.flags, truncated: shown.truncated }
}

/** Null: it is short, or its ends could not be told from the rest. */
async function ofEnds(
  text: string,
  maxChars: number,
  { clean, cut, redact }: Cleaning,
): Promise<Clean | null> {
  const [first, last] = [Math.max(maxChars, USUAL) + AROUND + SPARE, END + AROUND + SPARE]
  if (text.length < first + last + AROUND) return null
  if (OVER_LINES.test(text.slice(first - AROUND, -last))) return null
  const whole = { maxChars: Number.POSITIVE_INFINITY }
  const head = await clean(text.slice(0, first), whole)
  const tail = await clean(text.slice(-last), whole)
  const [shownHead, shownTail] = [await redact(head.text), await redact(tail.text)]
  const again = async (shown: string, before: string): Promise<string> =>
    shown === before ? shown : (await clean(shown, whole)).text
  const [start, end] = [await again(shownHead, head.text), await again(shownTail, tail.text)]
  // Much of it was escape codes or secrets: what is kept might reach to the edges.
  if (start.length < maxChars + AROUND || end.length < END + AROUND) return null
  const shown = cut(start + end, maxChars, text.length - first - last)
  return { text: shown.text, flags: [...new Set([...head.flags, ...tail.flags])], truncated: true }
}
