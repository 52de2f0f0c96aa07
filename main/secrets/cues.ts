// One look at a text for all the words that finders wait for, so that a finder whose words are not in it costs nothing.

/** Which of the words stand in a text, in small or large letters, and where. */
export type Cues = {
  readonly any: boolean
  has(words: readonly string[]): boolean
  /** Where any of these words begins, in order. */
  places(words: readonly string[]): readonly number[]
}

/** Five bits of each of three characters: small and large letters are the same, and other signs a look for nothing. */
const TRIPLES = 1 << 15

/** @param words in small letters, ASCII, of two characters at least. */
export function openCues(words: readonly string[]): (text: string) => Cues {
  const listOf = new Uint8Array(TRIPLES)
  const lists: string[][] = [[]]
  const wait = (triple: number, word: string): void => {
    if (listOf[triple] === 0) listOf[triple] = lists.push([]) - 1
    lists[listOf[triple] ?? 0]?.push(word)
  }
  for (const word of new Set(words)) {
    // eslint-disable-next-line no-control-regex -- the range is all of ASCII, so it holds the control characters
    if (!/^[\0-\x7f]{2,}$/.test(word) || word !== word.toLowerCase()) throw new Error(`${word} is no word to wait for.`)
    const pair = ((word.charCodeAt(0) & 31) << 10) | ((word.charCodeAt(1) & 31) << 5)
    if (word.length > 2) wait(pair | (word.charCodeAt(2) & 31), word)
    else for (let third = 0; third < 32; third++) wait(pair | third, word)
  }
  if (lists.length > 256) throw new Error('These are more words than one look can tell apart.')

  return (text) => {
    const found = new Map<string, number[]>()
    // Bytes are read far quicker than characters. Those beyond Latin-1 become others: a look for nothing, too.
    const bytes = Buffer.allocUnsafe(text.length + 1)
    bytes[bytes.write(text, 'latin1')] = 0
    let triple = 0
    for (let at = 0; at < bytes.length; at++) {
      triple = ((triple << 5) | ((bytes[at] ?? 0) & 31)) & (TRIPLES - 1)
      const list = listOf[triple] ?? 0
      if (list === 0) continue
      for (const word of lists[list] ?? []) {
        if (!standsAt(text, at - 2, word)) continue
        const before = found.get(word)
        if (before === undefined) found.set(word, [at - 2])
        else before.push(at - 2)
      }
    }
    return {
      any: found.size > 0,
      has: (some) => found.size > 0 && some.some((word) => found.has(word)),
      places(some) {
        const all = some.flatMap((word) => found.get(word) ?? [])
        return some.length > 1 ? all.toSorted((a, b) => a - b) : all
      },
    }
  }
}

function standsAt(text: string, at: number, word: string): boolean {
  if (at < 0 || at + word.length > text.length) return false
  for (let letter = 0; letter < word.length; letter++) {
    const code = text.charCodeAt(at + letter)
    const wanted = word.charCodeAt(letter)
    if (code !== wanted && !(code >= 65 && code <= 90 && code + 32 === wanted)) return false
  }
  return true
}
