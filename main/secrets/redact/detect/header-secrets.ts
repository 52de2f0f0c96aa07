// Headers that let somebody in: `Authorization` with any scheme, cookies, keys of services.
import type { Cues } from '../cues.ts'
import type { Finding } from '../known-secrets.ts'
import { charactersOf } from '../long-tokens.ts'
import { isStandIn, lineEnd, readValue } from './setting-values.ts'

export const headerRules: readonly string[] = ['authorization', 'cookie', 'api-key-header']

/** How a header is looked for: where its word begins, seen back to the quote round all of it. */
type Header = {
  readonly words: readonly string[]
  /**
   * With the flags `iy`. Its groups: a quote before the name, and one behind it.
   */
  readonly pattern: RegExp
  /** Whether the word at a place ends the name of such a header. */
  readonly named?: (text: string, at: number) => boolean
}

const QUOTE = String.raw`\\{0,31}["'\x60]`

const AUTHORIZATION: Header = {
  words: ['authorization'],
  pattern: new RegExp(
    String.raw`(?<=(${QUOTE})?\b(?:proxy-)?)authorization(${QUOTE})?[ \t]{0,3}(?:[:=]|=>|,)[ \t]{0,3}`,
    'iy',
  ),
}
const COOKIE: Header = {
  words: ['cookie'],
  pattern: new RegExp(
    String.raw`(?<=(${QUOTE})?\b(?:set-)?)cookie(${QUOTE})?[ \t]{0,3}:[ \t]{0,3}`,
    'iy',
  ),
}
const KEY: Header = {
  words: ['key', 'token'],
  pattern: new RegExp(
    String.raw`(?<=(${QUOTE})?[\w-]{0,160})(?:key|token)(${QUOTE})?[ \t]{0,3}[:=][ \t]{0,3}`,
    'iy',
  ),
  named: isKeyHeader,
}

const KEY_NAME =
  /(?:api-key|apikey|auth-token|access-token|security-token|subscription-key|vault-token|private-token|job-token|deploy-token|csrf-token|auth-key|app-key|x-token)$/i
const NAME_SIGN = charactersOf(/[\w-]/)
const LONGEST_NAME = 160

/** `X-Api-Key`, `Ocp-Apim-Subscription-Key`; not `keyboard`, not `my_api-key`. */
function isKeyHeader(text: string, at: number): boolean {
  const end = at + (text.startsWith('y', at + 2) || text.startsWith('Y', at + 2) ? 3 : 5)
  // Cheap first: most words that end so are none of these.
  const known = KEY_NAME.exec(text.slice(Math.max(0, end - 18), end))
  if (known === null || NAME_SIGN[text.charCodeAt(end)] === 1) return false
  let start = end
  while (
    start > 0 &&
    end - start <= LONGEST_NAME &&
    (NAME_SIGN[text.charCodeAt(start - 1)] ?? 0) === 1
  )
    start -= 1
  const before = text.slice(start, end - known[0].length)
  return before.length <= LONGEST_NAME && /^(?:|x-[a-z0-9-]*|[a-z0-9-]*-)$/i.test(before)
}

const SCHEME =
  /^(?:bearer|basic|token|digest|negotiate|apikey|api-key|aws4-hmac-sha256|aws|ntlm|oauth|hawk|hmac|mac|dpop|geniekey|sharedkey|sharedaccesssignature|key|private-token|bot|splunk|snowflake|[A-Z][\w-]{2,30})(?:[ \t]+|[ \t]*[:=][ \t]*)(?=\S)/i

/** The words to wait for. */
export const headerCues: readonly string[] = ['authorization', 'cookie', 'key', 'token']

export function findHeaders(text: string, cues: Cues): Finding[] {
  const found: Finding[] = []
  scan(text, cues, AUTHORIZATION, found, authorization)
  scan(text, cues, COOKIE, found, cookie)
  scan(text, cues, KEY, found, apiKey)
  return found
}

type Part = { readonly start: number; readonly end: number; readonly text: string }
type Classify = (part: Part) => Finding | null

function scan(
  text: string,
  cues: Cues,
  header: Header,
  found: Finding[],
  classify: Classify,
): void {
  const matches: { readonly index: number; readonly content: number; readonly around: string }[] =
    []
  for (const at of cues.positions(header.words)) {
    if (header.named !== undefined && !header.named(text, at)) continue
    header.pattern.lastIndex = at
    const match = header.pattern.exec(text)
    if (match === null) continue
    const [, before = '', closing = ''] = match
    matches.push({
      index: at,
      content: header.pattern.lastIndex,
      around: closing === '' ? before : '',
    })
  }
  // One header ends where the next one of its kind begins, so that a line full of them costs no
  // more than its length.
  for (const [at, { content, around }] of matches.entries()) {
    const next = matches[at + 1]?.index ?? text.length
    const finding = classify(contentOf(text, content, Math.max(next, content), around))
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
