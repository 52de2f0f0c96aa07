// Finds in one pass which cue words of the finders a text contains, so that a finder whose words are
// absent costs nothing.

/** Which of the words are in a text, in small or large letters, and where. */
export type Cues = {
  readonly any: boolean
  has(words: readonly string[]): boolean
  /** Where any of these words begins, in order. */
  positions(words: readonly string[]): readonly number[]
}

/**
 * Five bits of each of three characters: small and large letters are the same, and other signs a
 * look for nothing.
 */
const TRIPLES = 1 << 15

/**
 * The tables are made with the first text: a command that only looks often has none.
 * @param words in small letters, ASCII, of two characters at least.
 */
export function openCues(words: readonly string[]): (text: string) => Cues {
  let cuesOf: ((text: string) => Cues) | null = null
  return (text) => (cuesOf ??= cuesFor(words))(text)
}

function cuesFor(words: readonly string[]): (text: string) => Cues {
  const listOf = new Uint16Array(TRIPLES)
  const lists: string[][] = [[]]
  const wait = (triple: number, word: string): void => {
    if (listOf[triple] === 0) listOf[triple] = lists.push([]) - 1
    lists[listOf[triple] ?? 0]?.push(word)
  }
  for (const word of new Set(words)) {
    // eslint-disable-next-line no-control-regex -- the range is all of ASCII, so it holds the control characters
    if (!/^[\0-\x7f]{2,}$/.test(word) || word !== word.toLowerCase())
      throw new Error(`${word} is no word to wait for.`)
    const pair = ((word.charCodeAt(0) & 31) << 10) | ((word.charCodeAt(1) & 31) << 5)
    if (word.length > 2) wait(pair | (word.charCodeAt(2) & 31), word)
    else for (let third = 0; third < 32; third++) wait(pair | third, word)
  }
  if (lists.length > 65_536) throw new Error('These are more words than one look can tell apart.')

  const pairs = pairsOf(words)

  return (text) => {
    const found = new Map<string, number[]>()
    const look = (list: number, at: number): void => {
      for (const word of lists[list] ?? []) {
        if (!standsAt(text, at, word)) continue
        const before = found.get(word)
        if (before === undefined) found.set(word, [at])
        else before.push(at)
      }
    }
    const { bytes, twos } = bytesOf(text)
    const count = (text.length >> 1) + 1
    for (let two = 0; two < count; two++) {
      if (pairs[twos[two] ?? 0] === 0) continue
      // A word begins with this pair, or with the character before it. Hardly any does.
      const at = 2 * two
      const pair = (((bytes[at] ?? 0) & 31) << 5) | ((bytes[at + 1] ?? 0) & 31)
      const before = at === 0 ? 0 : (listOf[(((bytes[at - 1] ?? 0) & 31) << 10) | pair] ?? 0)
      if (before !== 0) look(before, at - 1)
      const here = listOf[(pair << 5) | ((bytes[at + 2] ?? 0) & 31)] ?? 0
      if (here !== 0) look(here, at)
    }
    return {
      any: found.size > 0,
      has: (some) => found.size > 0 && some.some((word) => found.has(word)),
      positions(some) {
        const all = some.flatMap((word) => found.get(word) ?? [])
        return some.length > 1 ? all.toSorted((a, b) => a - b) : all
      },
    }
  }
}

/** By how many bits the first of two bytes is moved where both are one number of this machine. */
const [FIRST = 0, SECOND = 8] =
  new Uint16Array(Uint8Array.of(1, 0).buffer)[0] === 1 ? [0, 8] : [8, 0]

const casesOf = (code: number): readonly number[] =>
  code >= 97 && code <= 122 ? [code, code - 32] : [code]
const anyByte = Array.from({ length: 256 }, (_, code) => code)

/**
 * Every second pair of a text is looked at, so what counts is the first pair of a word and its
 * second.
 */
function pairsOf(words: readonly string[]): Uint8Array {
  const pairs = new Uint8Array(1 << 16)
  const mark = (firsts: readonly number[], seconds: readonly number[]): void => {
    for (const first of firsts)
      for (const second of seconds) pairs[(first << FIRST) | (second << SECOND)] = 1
  }
  for (const word of words) {
    const [first = [], second = [], third = anyByte] = Array.from(word.slice(0, 3), (sign) =>
      casesOf(sign.charCodeAt(0)),
    )
    mark(first, second)
    mark(second, third)
  }
  return pairs
}

/** The same bytes one by one, in twos, and as what a text is written to. */
const roomFor = (length: number) => {
  const bytes = new Uint8Array(length)
  return { bytes, twos: new Uint16Array(bytes.buffer), buffer: Buffer.from(bytes.buffer) }
}
let room = roomFor(1 << 16)

/**
 * Bytes are read far quicker than characters. Those beyond Latin-1 become others: a look for
 * nothing. Good until the next call.
 */
function bytesOf(text: string): { readonly bytes: Uint8Array; readonly twos: Uint16Array } {
  if (text.length + 4 > room.bytes.length) room = roomFor(2 * (text.length + 4))
  const written = room.buffer.write(text, 'latin1')
  room.bytes.fill(0, written, written + 4)
  return room
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
