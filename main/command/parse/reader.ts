// What the strict reading of a line works on: where it is, what it has found, and what it doubts.

/**
 * strange: shells do not agree on where its words and commands end, so nothing of it is known.
 * loose: only some shells know this, or know it so; what is read is what those would run. foreign:
 * read otherwise by a shell that an agent may use and we never do (PowerShell, fish, cmd, one for
 * people). called: such a shell runs a part of it that sets a variable for those of the list.
 */
export type Doubt = 'strange' | 'loose' | 'foreign' | 'called'

export type PlainWord = {
  /** As written. */
  readonly text: string
  /**
   * What every shell makes of it; null when that is not the same, or is known only while it runs.
   */
  readonly value: string | null
  readonly quoted: boolean
}

export type Token =
  | ({ readonly kind: 'word' } & PlainWord)
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'redirect'; readonly text: string }

export type Reader = {
  readonly source: string
  at: number
  readonly doubts: Set<Doubt>
  /** Of the line, and of each substitution in it. */
  readonly lists: (readonly Token[])[]
  /** Reads on as a line of its own, up to the end or, `nested`, to the bracket that closes it. */
  readonly line: (reader: Reader, nested: boolean) => void
}

/** Of a text inside of another: what is found there is found in both. */
export const readerWithin = (source: string, { doubts, lists, line }: Reader): Reader => ({
  source,
  at: 0,
  doubts,
  lists,
  line,
})

export const doubt = (reader: Reader, ...doubts: readonly Doubt[]): void =>
  doubts.forEach((each) => void reader.doubts.add(each))

/** What is here, where it matches; a sticky pattern is given. */
export function match(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  return pattern.exec(reader.source)
}

/** Takes it, where it matches. */
export function take(reader: Reader, pattern: RegExp): string | null {
  const found = match(reader, pattern)
  if (found === null) return null
  reader.at += found[0].length
  return found[0]
}
