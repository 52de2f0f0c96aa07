// The same cleaning for a text of any length, in turns: nobody waits for a megabyte.
import { setImmediate } from 'node:timers/promises'
import { cleanText, cutText } from './hygiene.ts'
import type { CleanText } from './hygiene.ts'
import { flagsIn, fold } from './injection.ts'

/** Some ten milliseconds of work. */
const SLICE = 131_072

/** What `cleanText` gives, but that an escape sequence or a run of hidden characters is shown in two parts where a line of more than 131,072 characters is cut. */
export async function cleanLarge(text: string, limits: { readonly maxChars: number }): Promise<CleanText> {
  if (text.length <= SLICE) return cleanText(text, limits)
  const shown: string[] = []
  const plain: string[] = []
  const flags = new Set<string>()
  for (const slice of slicesOf(text.toWellFormed())) {
    const cleaned = cleanText(slice, { maxChars: Number.POSITIVE_INFINITY })
    // A byte order mark is left out at the beginning of a text, and shown anywhere else.
    shown.push(shown.length > 0 && slice.startsWith('\ufeff') ? `⟨U+FEFF⟩${cleaned.text}` : cleaned.text)
    // Orders to a model may lie over a cut: the folded text is looked through whole, which is quick.
    plain.push(fold(slice))
    for (const flag of cleaned.flags) flags.add(flag)
    await setImmediate()
  }
  const folded = plain.join('').replace(/ {2,}/g, ' ')
  for (const flag of flagsIn(folded)) flags.add(flag)
  const cut = cutText(shown.join(''), limits.maxChars)
  return { text: cut.text, flags: [...flags], truncated: cut.truncated }
}

/** Whole lines as far as they fit; never through a character or a pair of carriage return and line feed. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    let end = Math.min(text.length, from + SLICE)
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end - 1) + 1
      if (line > from) end = line
      else if ((text.charCodeAt(end) & 0xfc00) === 0xdc00 || text[end] === '\n') end -= 1
    }
    yield text.slice(from, end)
    from = end
  }
}
