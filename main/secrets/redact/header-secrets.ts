// Headers that let somebody in: `Authorization` with any scheme, cookies, keys of services.
import type { Cues } from './cues.ts'
import type { Finding } from './known-secrets.ts'
import { isStandIn, lineEnd, readValue } from './setting-values.ts'

export const headerRules: readonly string[] = ['authorization', 'cookie', 'api-key-header']

const AUTHORIZATION =
  /(\\{0,31}["'`]?)\b(?:proxy-)?authorization(\\{0,31}["'`]?)[ \t]{0,3}(?:[:=]|=>|,)[ \t]{0,3}/gi
const COOKIE = /(\\{0,31}["'`]?)\b(?:set-)?cookie(\\{0,31}["'`]?)[ \t]{0,3}:[ \t]{0,3}/gi
const KEY =
  /(\\{0,31}["'`]?)(?<![\w-])(?:x-[a-z0-9-]{0,40}|[a-z0-9]{1,16}-){0,3}(?:api-key|apikey|auth-token|access-token|security-token|subscription-key|vault-token|private-token|job-token|deploy-token|csrf-token|auth-key|app-key|x-token)(\\{0,31}["'`]?)[ \t]{0,3}[:=][ \t]{0,3}/gi

const SCHEME =
  /^(?:bearer|basic|token|digest|negotiate|apikey|api-key|aws4-hmac-sha256|aws|ntlm|oauth|hawk|hmac|mac|dpop|geniekey|sharedkey|sharedaccesssignature|key|private-token|bot|splunk|snowflake|[A-Z][\w-]{2,30})(?:[ \t]+|[ \t]*[:=][ \t]*)(?=\S)/i

/** The words to wait for. */
export const headerCues: readonly string[] = ['authorization', 'cookie', 'key', 'token']

export function findHeaders(text: string, cues: Cues): Finding[] {
  const found: Finding[] = []
  if (cues.has(['authorization'])) look(text, AUTHORIZATION, found, authorization)
  if (cues.has(['cookie'])) look(text, COOKIE, found, cookie)
  if (cues.has(['key', 'token'])) look(text, KEY, found, apiKey)
  return found
}

type Part = { readonly start: number; readonly end: number; readonly text: string }
type Judge = (part: Part) => Finding | null

function look(text: string, pattern: RegExp, found: Finding[], judge: Judge): void {
  // One header ends where the next one of its kind begins, so that a line full of them costs no
  // more than its length.
  const matches = [...text.matchAll(pattern)]
  for (const [at, { 0: whole, 1: before = '', 2: closing = '', index }] of matches.entries()) {
    const next = matches[at + 1]?.index ?? text.length
    const finding = judge(
      contentOf(
        text,
        index + whole.length,
        Math.max(next, index + whole.length),
        closing === '' ? before : '',
      ),
    )
    if (finding !== null) found.push(finding)
  }
}

/** @param around the quote before the name, when it goes round the whole header. */
function contentOf(text: string, at: number, most: number, around: string): Part {
  const line = lineEnd(text, at, Math.min(4_096, most - at))
  if (around !== '' && around !== '\\') {
    const close = text.slice(at, line).indexOf(around)
    const end = close < 0 ? line : at + close
    return { start: at, end, text: text.slice(at, end) }
  }
  // A quote of its own, or a prefix before it as in `f"Bearer …"`.
  const quote = /^[fbru]?(?=\\{0,31}["'`])/.exec(text.slice(at, at + 40))
  const quoted = quote === null ? null : readValue(text, at + quote[0].length)
  if (quoted?.quoted === true) return quoted
  // Somebody else's quote may end it: `curl -d "authorization: x" …`.
  const rest = text.slice(at, line)
  const open = /^[^"'`]*["'`](?=[\s,)\]}]|$)/.exec(rest)
  const end =
    at +
    (open !== null && !/=\\{0,31}["'`]/.test(rest) ? open[0].length - 1 : rest.trimEnd().length)
  return { start: at, end, text: text.slice(at, end) }
}

function authorization({ start, end, text }: Part): Finding | null {
  const scheme = SCHEME.exec(text)?.[0] ?? ''
  const secret = text.slice(scheme.length)
  const random = /[A-Za-z0-9+/_-]{24,}/.test(secret) && /\d/.test(secret)
  if (secret.length < 6 || (!random && isPlain(secret))) return null
  if (scheme === '' && !/\d/.test(secret) && secret.length < 20) return null
  return { start: start + scheme.length, end, name: 'authorization' }
}

function cookie({ start, end, text }: Part): Finding | null {
  const pair = /^[\w.!#$%&*+^`|~-]{1,100}=/.exec(text)?.[0]
  return pair === undefined || text.length - pair.length < 6 || isPlain(text.slice(pair.length))
    ? null
    : { start, end, name: 'cookie' }
}

function apiKey({ start, end, text }: Part): Finding | null {
  const word = /^[^\s"'`,;<>]*/.exec(text)?.[0] ?? ''
  return word.length < 12 ||
    isPlain(word) ||
    (/[a-z][A-Z][a-z]{3,}/.test(word.replace(/[0-9]+/g, '')) && !/\d/.test(word))
    ? null
    : { start, end: Math.min(end, start + word.length), name: 'api-key-header' }
}

/** Words of a sentence, a name of a value, or nothing. */
const isPlain = (text: string): boolean =>
  isStandIn({ text, quoted: false }) ||
  /^[a-z]+(?: [a-z]+)+[.!]?$/i.test(text) ||
  (/^[A-Za-z]+[.(]/.test(text) && /[()]/.test(text)) ||
  (/[<{$]\{?[A-Za-z_ -]+[>}]?/.test(text.slice(0, 24)) && /[<{$]/.test(text[0] ?? ''))
