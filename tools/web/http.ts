// Sends one HTTP request and shows its answer.
import { z } from 'zod'
import {
  CREDENTIAL_OR_REFERENCE,
  credentialNamed,
} from '../../contract/call/credential-reference.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { oneLine } from '../service/action-args.ts'
import { whatNext } from '../service/what-next.ts'

const MAX_BYTES = 2 * 1024 * 1024
const MAX_CHARS = 50_000
const MAX_BODY = 1_000_000

/** Headers that carry identity or forge the sender. Credentials are never a model's to write. */
const REFUSED = [
  'host',
  'authorization',
  'cookie',
  'set-cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'proxy-authorization',
]

/**
 * The same by other names, and what has a server carry out another request than the one that was
 * decided about: with `X-HTTP-Method-Override` a GET deletes.
 */
const ALSO_REFUSED =
  /^(?:x-)?forwarded(?:-|$)|client-ip$|connecting-ip$|^x-(?:http-)?method(?:-override)?$|^x-(?:original|rewrite|override)-(?:url|uri|path|method)$/

/** Response headers worth a model's attention. */
const SHOWN = [
  'content-type',
  'content-length',
  'location',
  'x-request-id',
  'request-id',
  'retry-after',
]

export const http = defineTool({
  manifest: {
    id: 'http.request',
    name: 'http',
    title: 'HTTP request',
    description:
      'Send one HTTP request and read the answer. Redirects are not followed: the location is shown. Headers that carry credentials are refused; name a stored credential instead.',
    version: '1.0.0',
    category: 'network',
    riskTier: 'R3',
    sideEffects: true,
    dataAccess: ['network', 'credentials'],
    requires: [],
    defaultPolicy: { effect: 'confirm', scope: 'this host and method, for the session' },
    redaction: { args: [], result: [], journal: ['/body'] },
    rateLimits: { perSession: 0, perMinute: 30 },
    builtIn: true,
    networkOutbound: true,
    subagentAccess: 'denied',
    actions: [],
    limits: { runTimeMs: 125_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 52_000 },
  },
  requiredPowers: ['net.fetch', 'secrets.get'],
  input: z.strictObject({
    url: z.string().min(1).max(8192).describe('Full http or https address.'),
    method: z
      .enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      .default('GET')
      .describe('HTTP method.'),
    headers: z
      .record(
        z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'the name of a header'),
        z.string().max(8192).refine(oneLine, 'one line'),
      )
      .refine((headers) => Object.keys(headers).length <= 50, 'at most 50 headers')
      .default({})
      .superRefine((headers, context) => {
        for (const name of Object.keys(headers)) {
          const lower = name.toLowerCase()
          if (REFUSED.includes(lower) || ALSO_REFUSED.test(lower)) {
            context.addIssue({
              code: 'custom',
              message: `the header ${name} may not be set`,
              path: [name],
            })
          }
        }
      })
      .describe(`Request headers. Refused: ${REFUSED.join(', ')}.`),
    body: z
      .json()
      .refine((body) => JSON.stringify(body).length <= MAX_BODY, 'at most a million characters')
      .optional()
      .describe('Body. A string is sent as it is; anything else as JSON. Not allowed with GET.'),
    credential: z
      .string()
      .regex(CREDENTIAL_OR_REFERENCE, 'the name of a stored credential, or a reference to one')
      .nullable()
      .default(null)
      .describe(
        'Name of a stored credential to send along, or a reference from secrets_get. Its value is added on the way out and never shown.',
      ),
    timeout_secs: z.int().min(1).max(120).default(30).describe('Time limit in seconds.'),
  }),

  action: () => null,
  touches: ({ url, method, headers, body, credential }) => {
    const { text } = bodyOf(body, headers)
    const bytes = text === null ? {} : { bytes: new TextEncoder().encode(text).length }
    const secret =
      credential === null
        ? []
        : [{ kind: 'secrets.get' as const, name: credentialNamed(credential) }]
    return [{ kind: 'net.fetch' as const, method, url, ...bytes }, ...secret]
  },

  async execute({ url, method, headers, body, timeout_secs, credential }, { power }) {
    if (method === 'GET' && body !== undefined && body !== null) {
      return err(
        failure(
          'http.body-with-get',
          'A GET request cannot carry a body.',
          'Put it in the query, or use POST.',
        ),
      )
    }
    const content = bodyOf(body, headers)
    const answer = await power['net.fetch'].fetch({
      method,
      url,
      headers: content.headers,
      body: content.text,
      credential,
      timeoutMs: timeout_secs * 1_000,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    })
    return answer.ok ? report(url, answer.value) : err(whatNext(answer.error, method))
  },
})

function bodyOf(
  body: unknown,
  headers: Readonly<Record<string, string>>,
): { text: string | null; headers: Record<string, string> } {
  if (body === undefined || body === null) return { text: null, headers: { ...headers } }
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return {
    text: typeof body === 'string' ? body : JSON.stringify(body),
    headers: named ? { ...headers } : { ...headers, 'content-type': type },
  }
}

function report(
  url: string,
  answer: FetchResponse,
): Result<{ text: string; data: Record<string, string | number | boolean> }, Failure> {
  const whole = readable(answer)
  const text = cut(whole)
  const truncated = answer.truncated || text.length < whole.length
  const lines = SHOWN.flatMap((name) =>
    answer.headers[name] === undefined ? [] : [`${name}: ${answer.headers[name]}`],
  )
  const head = [`HTTP ${answer.status}`, ...lines].join('\n')
  const tail = truncated ? '\n[the answer was longer and has been cut]' : ''
  return ok({
    text: `${head}\n\n${text}${tail}`,
    data: {
      url,
      finalUrl: answer.finalUrl,
      status: answer.status,
      contentType: answer.contentType,
      bytes: answer.body.length,
      truncated,
    },
  })
}

function readable({ body, contentType }: FetchResponse): string {
  if (body.length === 0) return ''
  if (body.subarray(0, 1024).includes(0))
    return `[${body.length} bytes of binary content, ${contentType || 'type not given'}]`
  return new TextDecoder().decode(body)
}

/** Never between the two halves of a character. */
function cut(text: string): string {
  if (text.length <= MAX_CHARS) return text
  const last = text.charCodeAt(MAX_CHARS - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_CHARS - 1 : MAX_CHARS)
}
