// The same cleaning for a text of any length, in turns: nobody waits for a megabyte.
import { setImmediate } from 'node:timers/promises'
import { HIDES, cleanText, cutText, showAll, type CleanText } from './sanitize-text.ts'
import { IMITATES, flagsIn, fold, imitatesTurns, injectionFlags } from './injection.ts'

/** A few milliseconds of work, of letters beyond ASCII too. */
export const SLICE = 16_384

/**
 * What `cleanText` gives, but that an escape sequence or a run of hidden characters is shown in two
 * parts where a line of more than 16,384 characters is cut.
 */
export async function cleanLarge(
  text: string,
  limits: { readonly maxChars: number },
): Promise<CleanText> {
  if (text.length <= SLICE) return cleanText(text, limits)
  const shown: string[] = []
  const folded: string[] = []
  const flags = new Set<string>()
  let same = true
  for (const slice of slicesOf(text.toWellFormed())) {
    const cleaned = showAll(slice)
    // A byte order mark is left out at the beginning of a text, and shown anywhere else.
    shown.push(
      shown.length > 0 && slice.startsWith('\ufeff') ? `⟨U+FEFF⟩${cleaned.shown}` : cleaned.shown,
    )
    // Orders to a model may lie over a cut: the folded text is looked through whole, which is
    // quick.
    folded.push(fold(slice))
    same &&= cleaned.shown === slice
    if (cleaned.plain !== slice) for (const flag of injectionFlags(cleaned.plain)) flags.add(flag)
    else if (imitatesTurns(slice)) flags.add(IMITATES)
    if (cleaned.hidden) flags.add(HIDES)
    await setImmediate()
  }
  for (const flag of flagsIn(joinFolded(folded))) flags.add(flag)
  const cut = cutText(same ? text.toWellFormed() : shown.join(''), limits.maxChars)
  return { text: cut.text, flags: [...flags], truncated: cut.truncated }
}

/** Words stay parted by one space where the slices meet. */
const joinFolded = (parts: readonly string[]): string => {
  let open = false
  const joined = parts.map((part) => {
    const own = open && part.startsWith(' ') ? part.slice(1) : part
    if (part !== '') open = part.endsWith(' ')
    return own
  })
  return joined.join('')
}

/**
 * Whole lines as far as they fit; never through a character or a pair of carriage return and line
 * feed.
 */
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
