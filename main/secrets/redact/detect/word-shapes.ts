// Secrets that a word of another language, a word for a second factor, or a default in code gives
// away. Every pattern is bounded.
import { ADVICE, LATIN_CUES, LATIN_NAME } from './foreign-words.ts'
import { isStandIn, looksRandom } from './setting-values.ts'
import type { Shape } from './shape.ts'

const DECODED = ['fromhex', 'from_hex', 'unhexlify', 'b64decode', 'decode(', '.from(']
const CODE_WORDS = ['recovery', 'backup', 'scratch']
const FACTORS = ['otp', '2fa', 'mfa']
const DEFAULTED = ['pass', 'secret', 'token', '_key', 'apikey', 'api_key']
const isSecret = (text: string): boolean => !isStandIn({ text, quoted: false })
const isForeign = (text: string): boolean => isSecret(text) && !ADVICE.test(text)

/** Codes of one kind: with letters and digits each, or several of one length. */
function areCodes(text: string): boolean {
  const codes =
    text.match(/(?<![a-z0-9-])[a-z0-9]{4,12}(?:-[a-z0-9]{4,6}){0,3}(?![a-z0-9-]|[.):])/gi) ?? []
  const [first = ''] = codes
  if (/^(?:[A-Z]{4,6}(?:-[A-Z]{4,6}){1,3}\s*)+$/.test(text)) return true
  const same = codes.filter(({ length }) => length === first.length)
  if (first.includes('-') && /\d/.test(first) && /[a-z]/i.test(first)) return true
  return (
    same.length > 1 &&
    same.length === codes.length &&
    (codes.every((code) => code.includes('-')) ||
      codes.every((code) => /\d/.test(code) && /^[a-z]*\d[a-z\d]*$/i.test(code)))
  )
}

export const WORDS: readonly Shape[] = [
  {
    // Alone on its line, or with more than letters in it: a sentence about passwords goes on.
    name: 'credential-setting',
    cues: LATIN_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b${LATIN_NAME}["'\x60]?(?:[ \t]{0,3}[:=][ \t]{0,3}|[ \t](?:ist|lautet|war|es|est|\xe9|\xe8|is|era|\xe4r|er|on|je|adalah)[ \t]{0,3}:?[ \t]{1,3})["'\x60]?([^\s"'\x60,;<>()[\]{}]{4,128})(?=["'\x60.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))`,
      'gdim',
    ),
    holds: isForeign,
  },
  {
    name: 'credential-setting',
    cues: LATIN_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:${LATIN_NAME}|clave|palavra[- ]chave)["'\x60]?[ \t]{0,3}[:=][ \t]{0,3}["'\x60]?([^\s"'\x60,;<>()[\]{}]{6,128})`,
      'gdi',
    ),
    holds: (text) => looksRandom(text),
  },
  {
    // La password è girasole.
    name: 'credential-setting',
    cues: ['password'],
    anyCase: true,
    pattern:
      /\bpassword[ \t](?:\xe8|ist|lautet|est|es|\xe4r|\xe9|er|jest)[ \t]{0,3}:?[ \t]{1,3}["'\x60]?([^\s"'\x60,;<>()[\]{}]{4,128}?)(?=["'\x60.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))/dgim,
    holds: isForeign,
  },
  {
    name: 'otp-secret',
    cues: FACTORS,
    anyCase: true,
    pattern:
      /\bt?(?:otp|2fa|mfa)[ \t_-]{0,3}(?:secret|seed|key)?["']?[ \t]{0,3}(?:[:=]|is\b)?[ \t]{0,3}["']?\b([A-Z2-7]{16,64})(?![A-Za-z0-9])/dgi,
    holds: (text) => /[2-7]/.test(text) && text === text.toUpperCase(),
  },
  {
    // In a sentence, a heading, a numbered list or JSON, one after the other or each on its line.
    name: 'otp-secret',
    cues: CODE_WORDS,
    anyCase: true,
    pattern:
      /\b(?:recovery|backup|scratch)[ _-]?(?:key|login)?[ _-]?codes?\b["']?[ \t]{0,3}(?:[:=][ \t]{0,3}|(?=[^\n:]{0,60}:?[ \t]{0,3}\r?\n)[^\n:]{0,60}:?[ \t]{0,3})(?:\r?\n[ \t]{0,8}){0,2}((?:["'[]{0,3}(?:(?:[*•-]|\d{1,2}[.):])[ \t]{1,3})?(?:[a-z0-9]{4,6}(?:[- ][a-z0-9]{4,6}){1,3}|[a-z0-9]{6,12}(?![a-z0-9]))["'\], \t*\r\n]{0,16}){1,16})/dgi,
    holds: areCodes,
  },
  {
    // `process.env.DB_PASSWORD || 'x'`, `getenv("API_KEY") or "x"`, `${DB_PASSWORD:-x}`.
    name: 'credential-setting',
    cues: DEFAULTED,
    anyCase: true,
    pattern:
      /(?:pass(?:word|wd|phrase)?|secret|token|_key|api_?key)["'\])]{0,3}(?:[ \t]{0,3}(?:\|\||\?\?)[ \t]{0,3}["'\x60]|[ \t]{1,3}or[ \t]{1,3}["']|:?[-=](?=[^\s{}]{4,128}\})(?<=\$\{\w{1,60}:?[-=]))([^\s"'\x60{}]{4,128})(?=["'\x60}])/dgi,
    holds: isSecret,
  },
  {
    // KEY = bytes.fromhex("…"), Buffer.from('…', 'base64')
    name: 'credential-setting',
    cues: DECODED,
    anyCase: true,
    pattern:
      /(?:key|secret|token|passw(?:or)?d|seed)\w{0,12}(?::[ \t]{0,3}[\w[\]&; ]{1,24})?[ \t]{0,3}:?=[ \t]{0,3}[\w.:]{0,40}(?:fromhex|from_hex|unhexlify|b64decode|decode|from)\([ \t]{0,3}b?["']([A-Za-z0-9+/=_-]{16,256})["']/dgi,
    holds: isSecret,
  },
  {
    name: 'authorization',
    cues: ['response='],
    anyCase: true,
    pattern: /(?<=\bdigest[^\n]{0,400}[ ,"])response=\\{0,7}["']?([0-9a-f]{32,128})/dgi,
  },
]
