// What any service of web search is asked and says.
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import type { TouchOf } from '../../contract/call/touch.ts'
import type { ServiceContext } from '../service/ask-service.ts'

export type SearchAsked = { readonly query: string; readonly count: number; readonly page: number }

export type SearchResult = {
  readonly title: string
  readonly url: string
  readonly snippet: string
}
export type SearchAnswer = {
  readonly results: readonly SearchResult[]
  /** There is a next page. */
  readonly more: boolean
  /** What to know about an answer that is less than it should be. */
  readonly note?: string | null
}

export type SearchSource = {
  readonly name: string
  touches(asked: SearchAsked): readonly TouchOf<'net.fetch' | 'secrets.get'>[]
  ask(asked: SearchAsked, context: ServiceContext): Promise<Result<SearchAnswer, Failure>>
}

const LONGEST = 400

/** Marks and line breaks taken out, and no longer than a few lines. */
export function plainSnippet(text: string): string {
  const plain = text
    .replace(/<\/?(?:strong|b|em|i|mark|span)>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#x27': "'",
  '#39': "'",
}

/** Only what can be opened: a result may hold anything. */
export const isWebAddress = (url: string): boolean =>
  url.length <= 8_192 && /^https?:\/\//i.test(url) && URL.canParse(url)
