// Passwords, keys and tokens by the name that is before them: in files of settings of any kind, in
// JSON inside JSON, in addresses, in options of commands, in sentences. One line at a time.
import type { Finding } from '../known-secrets.ts'
import { openLines, type Lines } from '../lines.ts'
import {
  endsLine,
  lineEnd,
  looksRandom,
  mayBePassword,
  mayBeToken,
  readBlock,
  readValue,
  type Value,
} from './setting-values.ts'
import { charactersOf } from '../long-tokens.ts'

export const SETTING_RULE = 'credential-setting'

type Kind = 'password' | 'token' | 'pin'

/** Found anywhere in a name: nothing else ends so. */
const LONG =
  'passwords?|passwort|passwd|passphrase|passcode|requirepass|masterauth|storepass|keypass|keymaterial|psk'
/** Only where a word of the name begins with it: `DB_PASS`, `dbPass`, not `compass`. */
const SHORT = 'pass|pwd|pw|pin'
const TOKENS =
  'secret|token|(?:t?otp|2fa|mfa)[_-]?(?:seed|key)|pre[_-]?shared[_-]?key|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key(?:[_-]?base)?|auth[_-]?key|encryption[_-]?key|signing[_-]?key|subscription[_-]?key|account[_-]?key|master[_-]?key|wallet[_-]?key|deploy[_-]?key|app[_-]?key|license[_-]?key|client-key-data|credentials?|cookie[_-]?secret|mnemonic|seed[_-]?phrase'

/** A name, what closes it, and what is between it and its value. */
const SETTING = new RegExp(
  String.raw`(${LONG}|${SHORT}|${TOKENS})((?:\\{0,31}["'\x60])?\]?(?:[ \t]{0,3}\([^()\n]{1,40}\)|[ \t]for[ \t][\w.@-]{1,64})?)([ \t]{0,20}(?:=>|:=|:(?![:/])|=(?![=>]))[ \t]{0,20}|(?:%22)?%3[ad](?:%2[027])*|>|[ \t]is[ \t]|\\{0,31}["'\x60][ \t]{0,3},[ \t]{0,3}(?=\\{0,31}["'\x60])|["']?[ \t]{1,8}value[ \t]{0,3}=[ \t]{0,3}|[ \t]{1,20}\|[ \t]{1,20}|[ \t]{1,20}(?![ \t]|,))`,
  'gi',
)
const NOT_PAGING =
  /(?:page|next|previous|prev|continuation|sync|cursor|delta|max|csrf|num|count)[_-]?$/i

/**
 * So many names in one word without an end are looked at. What is behind more of them is hidden:
 * looking at every rest of such a word would cost its square.
 */
const MOST_TRIES = 8

/** All of them, in the order of the text. Linear: every step looks at a bounded piece. */
export function findSettings(text: string): Finding[] {
  const found: Finding[] = []
  const around: Around = { lines: openLines(text), logins: openLogins(text) }
  let last = { end: -1, times: 0 }
  SETTING.lastIndex = 0
  for (let match = SETTING.exec(text); match !== null; match = SETTING.exec(text)) {
    const [, name = '', closing = '', between = ''] = match
    const at = match.index
    const kind = kindOf(text, at, name)
    const value =
      kind === null || isName(text, SETTING.lastIndex, between)
        ? null
        : valueOf(text, at, SETTING.lastIndex, closing, between, around)
    if (value !== null)
      last =
        value.start < last.end && !value.quoted
          ? { end: last.end, times: last.times + 1 }
          : { end: value.end, times: 0 }
    if (
      kind === null ||
      value === null ||
      (last.times < MOST_TRIES && !fits(text, at, kind, value, between, around))
    ) {
      // The value may be a name itself: `{"name": "password", "value": …}`.
      SETTING.lastIndex = Math.max(at + name.length, match.index + 1)
      continue
    }
    found.push({ start: value.start, end: value.end, name: SETTING_RULE })
    SETTING.lastIndex = Math.max(value.end, at + name.length)
  }
  return found
}

/** What is known of a text as a whole, so that no name looks for it again. */
type Around = { readonly lines: Lines; readonly logins: Logins }

/** Null where the letters are a part of another word. */
function kindOf(text: string, at: number, name: string): Kind | null {
  const lower = name.toLowerCase()
  const before = text[at - 1] ?? ''
  if (/^(?:pass|pwd|pw|pin)$/.test(lower)) {
    const camel = /[a-z0-9]/.test(before) && /^[A-Z]/.test(name)
    if (/[A-Za-z0-9]/.test(before) && !camel) return null
    return lower === 'pin' ? 'pin' : 'password'
  }
  if (/^(?:pass|psk|require|master|store|keypass)/.test(lower)) return 'password'
  if (
    /[a-z]/.test(before) &&
    /^[a-z]/.test(name) &&
    /^(?:token|secret|credential|mnemonic)/.test(lower) &&
    !/[_-]/.test(before)
  )
    return /(?:auth|identity|registry|access|refresh|bearer|session|client|app|api)$/i.test(
      text.slice(Math.max(0, at - 10), at),
    )
      ? 'token'
      : null
  if (lower === 'secret' && /[_-]/.test(before)) return 'password'
  return NOT_PAGING.test(text.slice(Math.max(0, at - 16), at)) &&
    lower === 'token' &&
    !/csrf[_-]?$/i.test(text.slice(Math.max(0, at - 6), at))
    ? null
    : 'token'
}

function valueOf(
  text: string,
  at: number,
  after: number,
  closing: string,
  between: string,
  { lines }: Around,
): Value | null {
  const line = lines.startOf(at)
  const prefix = at - line > 120 ? null : text.slice(line, at)
  // `KEY=VALUE` and nothing else: the value may hold any sign.
  const whole =
    prefix !== null &&
    closing === '' &&
    between === '=' &&
    /^\s*(?:(?:export|set|setx|SET|ENV|-)\s+)?[\w.-]*$/.test(prefix) &&
    !/[ \t]/.test(text.slice(after, lineEnd(text, after)).trimEnd())
  if (between === '>') {
    // Only as an element: `<password>…</password>`, `<entry key="db.pass">…</entry>`.
    if (prefix === null || !/<[\w.:-]{0,40}$|<\w{1,20}\s[^<>]{0,100}$/.test(prefix)) return null
    const end = text.indexOf('<', after)
    return end > after && end < lineEnd(text, after, Math.min(end - after + 1, 4_096))
      ? { start: after, end, text: text.slice(after, end), quoted: true }
      : null
  }
  const block = /:[ \t]*$/.test(between) ? readBlock(text, line, after) : null
  if (block !== null) return block
  const prose = /^[ \t]is[ \t]$/.test(between)
  const read = readValue(text, after, whole || prose)
  // In a sentence a password may hold any sign, but for those that end it.
  const value = prose && read !== null && !read.quoted ? trimmed(read) : read
  if (value === null || value.quoted) return value
  // A call: `password = read_password()`.
  if (/[([]/.test(text[value.end] ?? '') && /^[\w.$:]+$/.test(value.text)) return null
  // Several words without quotes, where nothing else can be meant.
  if (
    prefix === null ||
    !/phrase$/i.test(text.slice(Math.max(at, after - between.length - 12), after - between.length))
  )
    return value
  const rest = text.slice(value.end, lineEnd(text, value.end)).trimEnd()
  const phrase = /^[ \t]*[\w.-]{0,40}$/.test(prefix) && /^(?: [a-z]+){2,11}$/.test(rest)
  return phrase ? { ...value, end: value.end + rest.length, text: value.text + rest } : value
}

function trimmed(value: Value): Value {
  const text = value.text.replace(/[.,;:?)\]}]+$/, '')
  return { ...value, text, end: value.start + text.length }
}

function fits(
  text: string,
  at: number,
  kind: Kind,
  value: Value,
  between: string,
  around: Around,
): boolean {
  const prose = /^[ \t]is[ \t]$/.test(between)
  const bare = /^[ \t]+$/.test(between)
  if (kind === 'pin')
    return (
      /^\d{4,12}$/.test(value.text) &&
      !bare &&
      !/^[ \t]*[\w"']/.test(text.slice(value.end + (value.quoted ? 1 : 0), value.end + 3))
    )
  if (bare) return fitsAlone(text, at, kind, value, around)
  if (prose) {
    const rest = text.slice(value.end, value.end + 3).replace(/^\\?["'`]/, '')
    const last = /^(?:[.,;!?)]|[ \t]*(?:$|[\r\n]))/.test(rest) || value.quoted
    return (
      kind === 'password' &&
      last &&
      mayBePassword({ ...value, text: value.text.replace(/[.!?]+$/, '') })
    )
  }
  if (kind === 'token')
    return (
      mayBeToken(value) ||
      (value.quoted &&
        value.text.length >= 12 &&
        / /.test(value.text) &&
        mayBePassword(value) &&
        /mnemonic|phrase|secret/i.test(text.slice(at, at + 12)))
    )
  if (!mayBePassword(value)) return false
  if (/,/.test(between) && isListed(text, at) && !looksRandom(value.text)) return false
  // A heading: `Passwort: Bitte eingeben`.
  if (
    !value.quoted &&
    /:/.test(between) &&
    /^[A-Z][a-z]+$/.test(value.text) &&
    /^ [A-Za-z]/.test(text.slice(value.end, value.end + 2))
  )
    return false
  // A sentence goes on behind a colon: `Password: at least 8 characters`.
  if (
    !value.quoted &&
    /:/.test(between) &&
    /^ [a-z]{2,}(?: [a-z]|[.!?])/.test(text.slice(value.end, value.end + 24))
  )
    return looksRandom(value.text)
  return true
}

/** A word in a list and no option: `["name", "password", "email"]`, `required: ["password", "email"]`. */
function isListed(text: string, at: number): boolean {
  const start = wordStart(text, at, Math.max(0, at - 90))
  return (
    text[start] !== '-' && /(?:,|[:=]\s?\[)\s?["']$/.test(text.slice(Math.max(0, start - 5), start))
  )
}

/** Names one after the other are no values. */
const NAMES = /^(?:pass\w{0,6}|pwd|pw|pin|key|tokens?|secrets?|psk)$/i

/** A name and no value comes behind white space alone. Looked at first: it is cheap. */
const isName = (text: string, after: number, between: string): boolean =>
  /^[ \t]+$/.test(between) && NAMES.test(readValue(text, after)?.text ?? '')

const NAME_SIGN = charactersOf(/[\w.-]/)

/** Where the word that ends before `at` begins. */
function wordStart(text: string, at: number, least: number): number {
  let start = at
  while (start > least && (NAME_SIGN[text.charCodeAt(start - 1)] ?? 0) === 1) start -= 1
  return start
}

/** Whether a word is the beginning of an option: `--db-`, `-`. */
const isOption = (text: string, start: number, at: number, line: number): boolean =>
  text[start] === '-' &&
  /^-{1,2}(?:[a-z][\w.-]*)?$/i.test(text.slice(start, at)) &&
  (start === line || /[\s"'`=(]/.test(text[start - 1] ?? ''))

const NETRC = /(?:^|\n)[ \t]*(?:login|account|machine|default)\b[^\n]{0,150}\r?\n$/

/** Whether a word that says who logs in is before a place, on its line and not too far off. */
type Logins = (at: number, line: number) => boolean

const LOGIN = /\b(?:login|user|username|wifi connect|webdav|create)\b|con modify/gi

function openLogins(text: string): Logins {
  let ends: number[] | null = null
  let next = 0
  return (at, line) => {
    ends ??= Array.from(text.matchAll(LOGIN), ({ 0: word, index }) => index + word.length)
    if ((ends[next - 1] ?? 0) >= at) next = 0
    while ((ends[next] ?? Number.POSITIVE_INFINITY) < at) next += 1
    const end = ends[next - 1]
    return end !== undefined && end > line && at - end <= 120
  }
}

/** `password VALUE`: after a login, as an option, as all of a line, or where it looks like one. */
function fitsAlone(
  text: string,
  at: number,
  kind: Kind,
  value: Value,
  { lines, logins }: Around,
): boolean {
  const line = lines.startOf(at)
  const start = wordStart(text, at, Math.max(line, at - 90))
  if (isOption(text, start, at, line))
    return kind === 'token'
      ? mayBeToken(value) || (mayBePassword(value) && looksRandom(value.text))
      : mayBePassword(value) && !/^[A-Z]+$/.test(value.text)
  // Where it is first: most names in a text are where no value can follow.
  const behindLogin =
    logins(at, line) || isWireless(text, at, line) || isBehindEnv(text, start, at, line)
  const alone = at - line <= 160 && /^[ \t]*(?:[\w-]{0,30}[_.-])?$/.test(text.slice(line, at))
  const said =
    kind === 'password' &&
    text[value.end] === ' ' &&
    / (?:was|is|has)\b/.test(text.slice(value.end, value.end + 5)) &&
    SET_UP.test(text.slice(Math.max(line, at - 11), at))
  // `logged in with secret 'hunter&2'`: no name of anything is written so.
  const signed =
    value.quoted &&
    /[0-9]/.test(value.text) &&
    /[A-Za-z]/.test(value.text) &&
    /[!#$%&*?^~]/.test(value.text) &&
    !/\s/.test(value.text)
  if (signed && text[at - 1] === ' ') return mayBePassword(value)
  if (!behindLogin && !alone && !said) return false
  if (/^(?:stdin|file|env|field|fields|prompt|hash|hashes)/i.test(value.text)) return false
  // Names one after the other.
  if (
    (start === at &&
      /(?:pass\w*|pwd|key|token|secret)[ \t]+$/i.test(text.slice(Math.max(line, at - 24), at))) ||
    /^(?:pass\w{0,6}|pwd|key|token|secret)$/i.test(value.text)
  )
    return false
  if (behindLogin) return mayBePassword(value)
  // A file .netrc, one word of it on each line.
  if (
    alone &&
    kind === 'password' &&
    text.slice(line, at).trim() === '' &&
    NETRC.test(text.slice(Math.max(0, line - 200), line))
  )
    return mayBePassword(value) && endsLine(text, value.end)
  if (alone) {
    const end = value.end + (value.quoted ? 1 : 0)
    return (
      endsLine(text, end) &&
      (kind === 'token'
        ? looksRandom(value.text)
        : mayBePassword(value) &&
          (value.quoted ||
            looksRandom(value.text) ||
            /requirepass|masterauth|psk/i.test(text.slice(at, at + 11)) ||
            /auth_$/i.test(text.slice(Math.max(line, at - 5), at))))
    )
  }
  return mayBePassword(value)
}

/** `The initial password … was`. */
const SET_UP = /\b(?:initial|default|temporary|new|root|admin|generated)[ \t]$/i

/** `wifi-sec.psk …`. */
const isWireless = (text: string, at: number, line: number): boolean =>
  /[.-]/.test(text[at - 1] ?? '') &&
  /(?<![^.\s])(?:wifi-sec|wpa)[.-]$/i.test(text.slice(Math.max(line, at - 12), at))

/** `ENV DB_PASSWORD …`. @param start where the word at `at` begins. */
const isBehindEnv = (text: string, start: number, at: number, line: number): boolean =>
  at - start <= 60 &&
  /[vV] /.test(text.slice(Math.max(line, start - 2), start)) &&
  /\bENV $/i.test(text.slice(Math.max(line, start - 5), start))
