// What an answer from the web says, as a reader would have it: a page as markdown or plain text, JSON
// printed, other text as it came. Needs nothing but the bytes, so that it can be done in a thread.
import type { PageReading, ReadPage } from '../../contract/call/powers/page-reading.ts'
import { pageText } from './page-text.ts'
import type { PageMode } from './page-writer.ts'
import { openSemaphore, type Semaphore } from './turns.ts'

/** Of text; more of an answer is not read. */
export const MAX_TEXT_BYTES = 10 * 1024 * 1024

/** An article that was found in a page, as HTML without what nobody would see. */
export type Article = { readonly title: string; readonly html: string; readonly chars: number }

export type ReadingHelp = {
  readonly turns?: Semaphore
  /** True: the rest of a page is left, and what was read until then is its text. */
  readonly over?: () => boolean
  /** Null: the page has no article. Left out: it is read as it is. */
  readonly article?: (html: string) => Article | null | Promise<Article | null>
  /** Called with the page as it is, before an article is looked for, which may take long. */
  readonly early?: (page: ReadPage) => void
}

/** @param help what is there to read it with. */
export async function readAnswer(
  answer: PageReading,
  { turns = openSemaphore(), over, article, early }: ReadingHelp = {},
): Promise<ReadPage> {
  const { contentType, finalUrl, mode } = answer
  const window = (read: Whole): ReadPage => windowOf(read, answer)
  const type = typeOf(contentType)
  const text = await decode(answer, type, turns)
  if (isJson(type)) return window(as('json', prettyJson(text)))
  if (!isPage(type, text.slice(0, HEAD))) return window(as('text', text))
  const page = await pageText(text, mode, finalUrl, turns, over)
  const asItIs: Whole = { extractor: page.from, title: page.title, text: page.text, cut: page.cut }
  if (page.text.length < SHORTEST_ARTICLE || article === undefined || over?.() === true)
    return window(asItIs)
  early?.(window(asItIs))
  return window((await ofArticle(asItIs, await article(text), finalUrl, mode, turns)) ?? asItIs)
}

type Whole = Omit<ReadPage, 'from' | 'length'>

const as = (extractor: ReadPage['extractor'], text: string): Whole => ({
  extractor,
  title: '',
  text,
  cut: false,
})

/** Shorter ones are a notice about cookies as often as what the page is about. */
const SHORTEST_ARTICLE = 500
/** An article that is less of its page is one of many on it. */
const LEAST_SHARE = 0.3

async function ofArticle(
  page: Whole,
  found: Article | null,
  finalUrl: string,
  mode: PageMode,
  turns: Semaphore,
): Promise<Whole | null> {
  if (found === null || found.chars < SHORTEST_ARTICLE) return null
  const { text, cut } = await pageText(found.html, mode, finalUrl, turns)
  if (text.length < page.text.length * LEAST_SHARE) return null
  return {
    extractor: 'readability',
    title: found.title || page.title,
    text,
    cut: page.cut || cut,
  }
}

/** Neither end parts a character. */
function windowOf({ text, ...rest }: Whole, { offset, maxChars }: PageReading): ReadPage {
  const from = Math.min(text.length, isSecondHalf(text, offset) ? offset + 1 : offset)
  const end = from + maxChars
  return {
    ...rest,
    from,
    length: text.length,
    text: text.slice(from, isSecondHalf(text, end) ? end - 1 : end),
  }
}

function isSecondHalf(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

export const typeOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json')
const isUnnamed = (type: string): boolean => type === '' || type === 'application/octet-stream'

/** Characters at the beginning, of which an unnamed page is known. */
const HEAD = 1_000

function isPage(type: string, head: string): boolean {
  if (type === 'text/html' || type === 'application/xhtml+xml') return true
  const start = head.trimStart().toLowerCase()
  return isUnnamed(type) && (start.startsWith('<!doctype html') || start.startsWith('<html'))
}

const TEXTUAL =
  /^(?:text\/.*|.*[+/](?:json|xml|yaml|x-yaml|javascript|ecmascript|toml|x-ndjson|jsonl|graphql|sql|x-sh|x-www-form-urlencoded))$/

type Bytes = Pick<PageReading, 'body' | 'contentType'>

/** By its type, or by its bytes where the type does not say. */
export function isText({ body, contentType }: Bytes): boolean {
  const type = typeOf(contentType)
  if (!isUnnamed(type) && !TEXTUAL.test(type)) return false
  return (
    !body.subarray(0, 4_096).includes(0) ||
    decoderOf({ body, contentType }, type).encoding.startsWith('utf-16')
  )
}

/** Short enough to be read at once, and no page. */
export const isQuick = ({ body, contentType }: Bytes): boolean =>
  body.length <= DECODED &&
  !isPage(typeOf(contentType), new TextDecoder('latin1').decode(body.subarray(0, HEAD)))

/** Bytes that are decoded in one piece. */
const DECODED = 64 * 1024

async function decode(answer: PageReading, type: string, turns: Semaphore): Promise<string> {
  const { body } = answer
  const decoder = decoderOf(answer, type)
  const parts: string[] = []
  const last = Math.min(body.length, MAX_TEXT_BYTES)
  for (let at = 0; at < last; at += DECODED) {
    parts.push(decoder.decode(body.subarray(at, Math.min(last, at + DECODED)), { stream: true }))
    await turns.next()
  }
  return parts.join('') + decoder.decode()
}

/** A page may name its encoding in its first bytes, as HTML has it. */
const charsetInPage = (body: Uint8Array, type: string): string => {
  if (!type.includes('html') && type !== '') return 'utf-8'
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1_024))
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? 'utf-8'
}

function decoderOf({ body, contentType }: Bytes, type: string): TextDecoder {
  const charset =
    /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? charsetInPage(body, type)
  try {
    return new TextDecoder(charset)
  } catch {
    // A name nobody knows. UTF-8 shows broken characters at worst.
    return new TextDecoder()
  }
}

/** Longer JSON is shown as it came: parsing it would hold up everything else. */
const LONGEST_PRETTY = 262_144

function prettyJson(text: string): string {
  if (text.length > LONGEST_PRETTY) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON after all, or nested too deep to print: shown as it came.
    return text
  }
}
