// Finds where the first JSON object of a text ends, and how deep it goes. Does not check what is in it:
// that is for `JSON.parse`.

/**
 * Schemas, redaction and the journal go down into what a plugin says by calling themselves, and a text
 * of a few kilobytes can be deeper than that goes.
 */
const DEEPEST = 100

/** Null: no deeper than what is taken. */
export function tooDeep(text: string): string | null {
  const deep = firstBracket(text, (depth) => depth > DEEPEST) !== null
  return deep ? `it nests more than ${DEEPEST} levels deep` : null
}

/** Null: the text ends before it does. */
export function endOfObject(text: string): number | null {
  const at = firstBracket(text, (depth, closes) => closes && depth <= 0)
  return at === null ? null : at + 1
}

/** Where the first bracket outside of a text is that `wanted` takes. @param wanted is given the depth behind it */
function firstBracket(
  text: string,
  wanted: (depth: number, closes: boolean) => boolean,
): number | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
      continue
    }
    if (character === '"') inString = true
    const opens = character === '{' || character === '['
    const closes = character === '}' || character === ']'
    if (!opens && !closes) continue
    depth += opens ? 1 : -1
    if (wanted(depth, closes)) return at
  }
  return null
}
