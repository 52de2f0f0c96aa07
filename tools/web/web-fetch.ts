// Reads a web page or file as text.
import { z } from 'zod'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import type { Content } from '../../contract/call/content.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { base64InTurns } from '../files/base64.ts'
import { pictureKind } from '../files/picture-kind.ts'
import { isQuick, isText, MAX_TEXT_BYTES, readAnswer, typeOf } from './read-answer.ts'
import { whatNext } from '../service/what-next.ts'

const TIMEOUT_MS = 30_000
/** Of what is no text; of text half as much is read. */
const MAX_BYTES = 20 * 1024 * 1024
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
    const { readPage, saveMedia } = power['net.fetch']
    const { body, contentType, finalUrl, status, truncated } = answer.value
    const bytes = body.length
    const about = { url, finalUrl, status, contentType }
    if (!isText(answer.value)) {
      const type = typeOf(contentType)
      const file = truncated || bytes === 0 ? null : ((await saveMedia?.(body, type)) ?? null)
      const text = `[${bytes} bytes of ${type || 'an unnamed type'}, not text]`
      const data = {
        ...about,
        extractor: 'binary',
        truncated,
        ...(file === null ? {} : { file }),
        length: text.length,
        bytes,
        text,
      }
      const picture = await pictureIn(answer.value)
      return ok({
        text: JSON.stringify(data, null, 2),
        data,
        ...(picture === null ? {} : { content: [picture] }),
      })
    }
    const reading = { body, contentType, finalUrl, mode: extractMode, offset, maxChars }
    const page =
      readPage === undefined || isQuick(reading)
        ? ok(await readAnswer(reading))
        : await readPage(reading)
    if (!page.ok) return page
    const { extractor, title, text, from, length, cut } = page.value
    const nextOffset = from + text.length
    const data = {
      ...about,
      extractor,
      ...(title === '' ? {} : { title }),
      truncated: cut || truncated || bytes > MAX_TEXT_BYTES || nextOffset < length,
      ...(nextOffset < length ? { nextOffset } : {}),
      /** Of the whole text, before it was cut to `maxChars`. */
      length,
      bytes,
      text,
    }
    return ok({ text: JSON.stringify(data, null, 2), data })
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
