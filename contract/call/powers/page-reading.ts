// What was fetched, to be read in a thread, and what came of it.

export type PageReading = {
  readonly body: Uint8Array
  readonly contentType: string
  readonly finalUrl: string
  readonly mode: 'markdown' | 'text'
  /** Characters of the text to skip. */
  readonly offset: number
  readonly maxChars: number
}

export type ReadPage = {
  readonly extractor: 'readability' | 'article' | 'main' | 'body' | 'json' | 'text'
  readonly title: string
  /** Only what was asked for of it. */
  readonly text: string
  /** Where that begins. */
  readonly from: number
  /** Characters of the whole text. */
  readonly length: number
  /** The page was nested deeper, or holds more text, than is read. */
  readonly cut: boolean
}
