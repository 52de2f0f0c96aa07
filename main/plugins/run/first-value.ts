// Finds where the first JSON object of a text ends, and whether there is too much in it. Does not check what is in it:
// that is for `JSON.parse`.

/**
 * Schemas, redaction and the journal go down into what a plugin says by calling themselves, and a text
 * of a few kilobytes can be deeper than that goes.
 */
const DEEPEST = 100
/** Each of them is checked, cleaned and hashed, while nothing else happens; a model reads fewer. */
const MOST_VALUES = 50_000

/** Null: no deeper, and no more, than what is taken. */
export function tooMuch(text: string): string | null {
  let values = 1
  const far = firstMark(text, (mark, depth) => {
    if (mark === ',') values += 1
    return depth > DEEPEST || values > MOST_VALUES
  })
  if (far === null) return null
  return values > MOST_VALUES
    ? `it has more than ${MOST_VALUES} values`
    : `it nests more than ${DEEPEST} levels deep`
}

/** Null: the text ends before it does. */
export function endOfObject(text: string): number | null {
  const at = firstMark(text, (mark, depth) => CLOSES.has(mark) && depth <= 0)
  return at === null ? null : at + 1
}

const OPENS = new Set(['{', '['])
const CLOSES = new Set(['}', ']'])

/** Where the first bracket or comma outside of a text is that `wanted` takes. @param wanted is given the depth behind it */
function firstMark(text: string, wanted: (mark: string, depth: number) => boolean): number | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
      continue
    }
    if (character === '"') inString = true
    const opens = OPENS.has(character)
    const closes = CLOSES.has(character)
    if (!opens && !closes && character !== ',') continue
    depth += opens ? 1 : closes ? -1 : 0
    if (wanted(character, depth)) return at
  }
  return null
}
