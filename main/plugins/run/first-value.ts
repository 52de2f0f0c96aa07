// Finds where the first JSON object of a text ends, and how deep it goes. Does not check what is in it:
// that is for `JSON.parse`.

/**
 * Schemas, redaction and the journal go down into what a plugin says by calling themselves, and a text
 * of a few kilobytes can be deeper than that goes.
 */
const DEEPEST = 100

/** Null: no deeper than what is taken. */
export function tooDeep(text: string): string | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > DEEPEST) return `it nests more than ${DEEPEST} levels deep`
    } else if (character === '}' || character === ']') depth -= 1
  }
  return null
}

/** Null: the text ends before it does. */
export function endOfObject(text: string): number | null {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth <= 0) return at + 1
    }
  }
  return null
}
