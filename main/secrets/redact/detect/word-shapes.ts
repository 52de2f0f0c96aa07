// Secrets that a word of another language, a word for a second factor, or a default in code gives
// away. Every pattern is bounded.
import { isStandIn, looksRandom } from './setting-values.ts'
import type { Shape } from './shape.ts'

const NAMES = [
  ...['kennwort', 'passwort', 'contrase', 'mot de passe', 'senha', 'wachtwoord', 'parola', 'heslo'],
  ...['haslo', 'senord', 'adgangskode', 'passord', 'salasana', 'jelsz'],
]
const NAME = String.raw`(?:kennwort|passwort|contrase[\xf1n]a|mot de passe|senha|wachtwoord|parola|heslo|haslo|l[\xf6o]senord|adgangskode|passord|salasana|jelsz[\xf3o])`
const DECODED = ['fromhex', 'from_hex', 'unhexlify', 'b64decode', 'decode(', '.from(']
const CODE_WORDS = ['recovery', 'backup', 'scratch']
const FACTORS = ['otp', '2fa', 'mfa']
const DEFAULTED = ['pass', 'secret', 'token', '_key', 'apikey', 'api_key']
const isSecret = (text: string): boolean => !isStandIn({ text, quoted: false })

export const WORDS: readonly Shape[] = [
  {
    // Alone on its line, or with more than letters in it: a sentence about passwords goes on.
    name: 'credential-setting',
    cues: NAMES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b${NAME}["'\x60]?(?:[ \t]{0,3}[:=][ \t]{0,3}|[ \t](?:ist|lautet|war|es|est|\xe9|is|era)[ \t]{1,3}:?[ \t]{0,3})["'\x60]?([^\s"'\x60,;<>()[\]{}]{4,128})(?=["'\x60.,;!?)]{0,2}[ \t]{0,8}(?:$|[\r\n]))`,
      'gdim',
    ),
    holds: isSecret,
  },
  {
    name: 'credential-setting',
    cues: NAMES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b${NAME}["'\x60]?[ \t]{0,3}[:=][ \t]{0,3}["'\x60]?([^\s"'\x60,;<>()[\]{}]{6,128})`,
      'gdi',
    ),
    holds: (text) => looksRandom(text),
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
    name: 'otp-secret',
    cues: CODE_WORDS,
    anyCase: true,
    pattern:
      /\b(?:recovery|backup|scratch)[ _-]?codes?["']?[ \t]{0,3}[:=][ \t]{0,3}(?:\r?\n)?[ \t]{0,8}(?:[*-][ \t]{1,3})?["'[]{0,3}((?:[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,3}["', \t*\r\n]{0,8}){1,16})/dgi,
    holds: (text) =>
      (/\d/.test(text) && /[a-z]/i.test(text)) ||
      /^(?:[A-Z]{4,6}(?:-[A-Z]{4,6}){1,3}\s*)+$/.test(text),
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
