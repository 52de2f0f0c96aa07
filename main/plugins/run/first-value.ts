// Finds where the first JSON object of a text ends. Does not check what is in it: that is for
// `JSON.parse`.

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
