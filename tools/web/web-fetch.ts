import { z } from 'zod'
import type { FetchPower, FetchResponse } from '../../contract/call/powers/powers.ts'
import type { Content } from '../../contract/call/content.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { base64InTurns } from '../files/base64.ts'
import { pictureKind } from '../files/picture-kind.ts'
import { pageText } from './page-text.ts'
import type { PageMode } from './page-writer.ts'
import { openSemaphore } from './turns.ts'
import type { Semaphore } from './turns.ts'
import { whatNext } from '../service/what-next.ts'

const TIMEOUT_MS = 30_000
/** Of what is no text; of text half as much is read. */
const MAX_BYTES = 20 * 1024 * 1024
const MAX_TEXT_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 5

export const webFetch = defineTool({
  manifest: {
    id: 'web.fetch',
    name: 'web_fetch',
    title: 'Fetch web page',
    description:
      'Fetch a web address with GET and read it as markdown or plain text. Takes the article, else the main part, else the body of a page; a picture or PDF is handed over as it is, and other files are kept in a folder of Gatehouse. ' +
      'Redirects inside the same host are followed; for another host the answer names the new address.',
    version: '1.0.0',
    category: 'network',
    riskTier: 'R1',
    sideEffects: false,
    dataAccess: ['network'],
    requires: [],
    defaultPolicy: { effect: 'allow', scope: 'hosts of the allowlist; any other asks' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 30 },
    builtIn: true,
    networkOutbound: true,
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 35_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 240_000 },
  },
  requiredPowers: ['net.fetch'],
  input: z.strictObject({
    url: z.string().min(1).max(8192).describe('Full http or https address.'),
    extractMode: z
      .enum(['markdown', 'text'])
      .default('markdown')
      .describe('How a page is written out: with markdown marks or as plain text.'),
    maxChars: z
      .int()
      .min(100)
      .max(200_000)
      .default(50_000)
      .describe('Characters of text to return at most.'),
    offset: z
      .int()
      .min(0)
      .max(20_000_000)
      .optional()
      .describe('Characters of the text to skip, to go on where the last answer ended.'),
  }),

  action: () => null,
  touches: ({ url }) => [{ kind: 'net.fetch', method: 'GET', url }],

  async execute({ url, extractMode, maxChars, offset = 0 }, { power }) {
    const answer = await power['net.fetch'].fetch({
      method: 'GET',
      url,
      headers: {
        accept: 'text/html,application/xhtml+xml,application/json;q=0.9,text/*;q=0.8,*/*;q=0.5',
        'accept-language': 'en,*;q=0.5',
      },
      body: null,
      credential: null,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: MAX_REDIRECTS,
    })
    if (!answer.ok) return err(whatNext(answer.error, 'GET'))
    const { article, saveMedia } = power['net.fetch']
    const read = await readAnswer(answer.value, extractMode, article)
    const from = startOf(read.text, offset)
    const text = cut(read.text.slice(from), maxChars)
    const nextOffset = from + text.length
    const { body, contentType, truncated } = answer.value
    const file =
      read.extractor !== 'binary' || truncated || body.length === 0
        ? null
        : ((await saveMedia?.(body, typeOf(contentType))) ?? null)
    const data = {
      url,
      finalUrl: answer.value.finalUrl,
      status: answer.value.status,
      contentType: answer.value.contentType,
      extractor: read.extractor,
      ...(read.title === '' ? {} : { title: read.title }),
      truncated:
        read.cut ||
        truncated ||
        (read.extractor !== 'binary' && body.length > MAX_TEXT_BYTES) ||
        nextOffset < read.text.length,
      ...(nextOffset < read.text.length ? { nextOffset } : {}),
      ...(file === null ? {} : { file }),
      /** Of the whole text, before it was cut to `maxChars`. */
      length: read.text.length,
      bytes: answer.value.body.length,
      text,
    }
    const picture = read.extractor === 'binary' ? await pictureIn(answer.value) : null
    return ok({
      text: JSON.stringify(data, null, 2),
      data,
      ...(picture === null ? {} : { content: [picture] }),
    })
  },
})

/** What a result can carry besides its text. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024

/** A picture or PDF that came whole, for models that can have it in an answer. */
async function pictureIn({ body, truncated, finalUrl }: FetchResponse): Promise<Content | null> {
  const mimeType = truncated || body.length > MAX_PICTURE_BYTES ? null : pictureKind(body)
  if (mimeType === null) return null
  const data = await base64InTurns(body)
  return mimeType === 'application/pdf'
    ? { kind: 'blob', uri: finalUrl, mimeType, data }
    : { kind: 'image', mimeType, data }
}

type Extractor = 'readability' | 'article' | 'main' | 'body' | 'json' | 'text' | 'binary'
type ReadAnswer = {
  readonly extractor: Extractor
  readonly title: string
  readonly text: string
  readonly cut: boolean
}

const as = (extractor: Extractor, text: string): ReadAnswer => ({
  extractor,
  title: '',
  text,
  cut: false,
})

const typeOf = (contentType: string): string =>
  (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** Shorter ones are a notice about cookies as often as what the page is about. */
const SHORTEST_ARTICLE = 500
/** An article that is less of its page is one of many on it. */
const LEAST_SHARE = 0.3

async function readAnswer(
  answer: FetchResponse,
  mode: PageMode,
  article: FetchPower['article'],
): Promise<ReadAnswer> {
  const type = typeOf(answer.contentType)
  const turns = openSemaphore()
  const text = await decode(answer, type, turns)
  if (text === null)
    return as('binary', `[${answer.body.length} bytes of ${type || 'an unnamed type'}, not text]`)
  if (type === 'application/json' || type.endsWith('+json')) return as('json', prettyJson(text))
  const start = text.slice(0, 1_000).trimStart().toLowerCase()
  const html = type === 'text/html' || type === 'application/xhtml+xml'
  const unnamed = type === '' || type === 'application/octet-stream'
  if (!html && !(unnamed && (start.startsWith('<!doctype html') || start.startsWith('<html'))))
    return as('text', text)
  const page = await pageText(text, mode, answer.finalUrl, turns)
  const found = page.text.length < SHORTEST_ARTICLE ? null : ((await article?.(text)) ?? null)
  if (found !== null && found.chars >= SHORTEST_ARTICLE) {
    const written = await pageText(found.html, mode, answer.finalUrl, turns)
    if (written.text.length >= page.text.length * LEAST_SHARE)
      return {
        extractor: 'readability',
        title: found.title || page.title,
        text: written.text,
        cut: page.cut || written.cut,
      }
  }
  return { extractor: page.from, title: page.title, text: page.text, cut: page.cut }
}

const TEXTUAL =
  /^(?:text\/.*|.*[+/](?:json|xml|yaml|x-yaml|javascript|ecmascript|toml|x-ndjson|jsonl|graphql|sql|x-sh|x-www-form-urlencoded))$/

/** A place in a text that does not part a character. */
function startOf(text: string, offset: number): number {
  const code = text.charCodeAt(offset)
  return Math.min(text.length, code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset)
}

/** Null when it is not text: by its type, or by its bytes where the type does not say. */
async function decode(
  { body, contentType }: FetchResponse,
  type: string,
  turns: Semaphore,
): Promise<string | null> {
  const unnamed = type === '' || type === 'application/octet-stream'
  if (!unnamed && !TEXTUAL.test(type)) return null
  const charset =
    /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? charsetInPage(body, type)
  const decoder = decoderFor(charset)
  if (body.subarray(0, 4_096).includes(0) && !decoder.encoding.startsWith('utf-16')) return null
  const parts: string[] = []
  const last = Math.min(body.length, MAX_TEXT_BYTES)
  for (let at = 0; at < last; at += DECODED) {
    parts.push(decoder.decode(body.subarray(at, Math.min(last, at + DECODED)), { stream: true }))
    await turns.next()
  }
  return parts.join('') + decoder.decode()
}

const DECODED = 512 * 1024

/** A page may name its encoding in its first bytes, as HTML has it. */
const charsetInPage = (body: Uint8Array, type: string): string => {
  if (!type.includes('html') && type !== '') return 'utf-8'
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1_024))
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? 'utf-8'
}

function decoderFor(charset: string): TextDecoder {
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

/** Never between the two halves of a character. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const last = text.charCodeAt(maxChars - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars)
}
