// Pure. The form in which seen text and arguments are compared when asking where an argument came
// from: what looks alike to anyone who uses it is alike here. Never used for a decision about what
// is touched; that is done on canonical touches.

/**
 * Characters that show as nothing, with which a word can be broken for a search and not for a
 * reader.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const BEYOND_ASCII = /[\u0080-\uffff]/

/** One case, composed characters, plain dots and slashes, nothing invisible. */
export function normalizeText(text: string): string {
  const composed = BEYOND_ASCII.test(text)
    ? text.normalize('NFKC').replace(INVISIBLE, '').replaceAll('\u3002', '.')
    : text
  const lower = composed.toLowerCase()
  const slashed = lower.includes('\\') ? lower.replaceAll('\\', '/') : lower
  // People write hosts that nobody shall click like this, and models write them back.
  return slashed.includes('[.]') || slashed.includes('(.)')
    ? slashed.replaceAll('[.]', '.').replaceAll('(.)', '.')
    : slashed
}

/**
 * Percent-encoding taken off, as often as it was put on, up to three times. What is no such
 * encoding stays.
 */
export function unescaped(text: string): string {
  let now = text
  for (let round = 0; round < 3 && now.includes('%'); round++) {
    const next = now.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun)
    if (next === now) break
    now = next
  }
  return now
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

/**
 * Words with percent-encoding in them, decoded: what a model may write in plain after reading them
 * encoded.
 */
export const escapedWords = (text: string): readonly string[] =>
  text.includes('%') ? (text.match(/[^\s]*%[0-9a-f]{2}[^\s]*/gi) ?? []).map(unescaped) : []
