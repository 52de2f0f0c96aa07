// Pure. The sentences of a text, and the lines, that are long enough to be somebody's: what a model
// repeats of what it read has words of its own before and behind.
import { normalizeText } from './normalize-text.ts'

/** Shorter ones are everybody's: "thanks for your help". */
const LEAST_CHARS = 20
const LEAST_WORDS = 4
/** Of letters that are written without spaces. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/
const LEAST_UNSPACED = 10
/** Of longer ones the beginning. */
const MOST_CHARS = 512
const MOST_QUOTES = 200

export function quotesIn(value: string): readonly string[] {
  const found = new Set<string>()
  for (const [piece] of normalizeText(value).matchAll(/[^\n.!?:;"“”«»()\u3002\uff0c\u3001]+/g)) {
    const quote = piece.trim().slice(0, MOST_CHARS)
    if (!isSomebodys(quote)) continue
    found.add(quote)
    if (found.size === MOST_QUOTES) break
  }
  return [...found]
}

const isSomebodys = (quote: string): boolean =>
  UNSPACED.test(quote)
    ? quote.length >= LEAST_UNSPACED
    : quote.length >= LEAST_CHARS && quote.split(/\s+/).length >= LEAST_WORDS
