// Secrets that a form of writing gives away: a name and its value in two fields, statements of a
// database, values over two lines, keys in fields of one letter. Every pattern is bounded.
import { hasBoth, isStandIn, looksRandom, mayBePassword } from './setting-values.ts'
import type { Shape } from './shape.ts'

/** The name of a setting that holds a secret. Without what is before it, a global pattern costs least. */
const ENDING = String.raw`(?:passw(?:or)?d|passwd|passphrase|_pass|_pwd|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|secret[_-]?key|credential)(?:s|[_-]?(?:key|value|\d{1,2}))?`
const NAME = String.raw`[\w.-]{0,60}${ENDING}`
const QUOTE = String.raw`\\{0,7}["']?`
const VALUE = String.raw`\\{0,7}["']?([^\s"'\`,<>()[\]{}\\]{4,256})`
/** Between two fields of one object, on a line or on the next. */
const NEXT = String.raw`[ \t]{0,3},?[ \t]{0,3}\r?\n?[ \t-]{0,40}`

/** A letter as it is, or as JSON, an address or markup can write it. */
const letter = (each: string): string => {
  const codes = [...new Set([each, each.toUpperCase()])].map((one) => one.charCodeAt(0))
  const hex = codes.map((code) => code.toString(16)).join('|')
  return String.raw`(?:${each}|\\{1,15}(?:u00|x|u\{0{0,4})(?:${hex})\}?|%(?:${hex})|&#0{0,4}(?:${codes.join('|')});|&#x0{0,4}(?:${hex});)`
}
const ESCAPED = ['password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'api_key']
  .map((word) => Array.from(word, letter).join(''))
  .join('|')
const TICKED_WORDS = ['password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'api_key']
const TICKED = TICKED_WORDS.map((word) => Array.from(word).join('\x60?')).join('|')
const TICKED_CUES = [...new Set(TICKED_WORDS.flatMap((word) => Array.from(word)))].map(
  (each) => `\x60${each}`,
)
/** What is between such a name and its value. */
const TO_VALUE = String.raw`(?:(?:\\{0,7}["']|&quot;|%22)?[ \t]{0,3}(?:[:=>]|=3D|%3[ad]|&#(?:58|61|x3[ad]);)[ \t]{0,3}(?:\\{0,7}["']|&quot;|%2[27])?|["'][ \t]{1,8}value[ \t]{0,3}=[ \t]{0,3}["'])`

/** Tags of YAML before the name of a value that is kept elsewhere. */
const REFERENCE = String.raw`!(?:ref|secret|sub|env(?:_var)?|getatt|vault|include|reference|importvalue)\b`

/** A text of code: `r"…"`, `b'…'`. */
const TEXT = String.raw`[rbuf@$]{0,2}["']([^"'\s]{4,256})["']`
const isQuoted = (text: string): boolean =>
  mayBePassword({ text, start: 0, end: 0, quoted: true }) && (text.length >= 8 || looksRandom(text))

const isSecret = (text: string): boolean =>
  mayBePassword({ text, start: 0, end: 0, quoted: false }) &&
  (text.length >= 8 || looksRandom(text))
const isWord = (text: string): boolean => !isStandIn({ text, quoted: true })

const PASS_CUES = ['pass', 'secret', 'token', 'key', 'credential', '_pwd']

export const FORMS: readonly Shape[] = [
  {
    // - name: DB_PASSWORD        {"name": "DB_PASSWORD", "value": "…"}
    //   value: …
    name: 'credential-setting',
    cues: ['value'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\b(?:name|key)${QUOTE}[ \t]{0,3}[:=][ \t]{0,3}${QUOTE}${NAME}${QUOTE}${NEXT}${QUOTE}value${QUOTE}[ \t]{0,3}[:=][ \t]{0,3}${VALUE}`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    name: 'credential-setting',
    cues: ['value'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\bvalue${QUOTE}[ \t]{0,3}[:=][ \t]{0,3}${VALUE}${QUOTE}${NEXT}${QUOTE}(?:name|key)${QUOTE}[ \t]{0,3}[:=][ \t]{0,3}${QUOTE}${NAME}(?![\w-])`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    // <key>Password</key><string>…</string>, and `<password><![CDATA[…]]></password>`.
    name: 'credential-setting',
    cues: ['<string>', '<![cdata['],
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?:<key>${NAME}<\/key>\s{0,40}<string>|<${NAME}>\s{0,10}<!\[CDATA\[)([^<>\]\r\n]{4,256})`,
      'gdi',
    ),
    holds: isWord,
  },
  {
    // variable "db_password" { default = "…" }
    name: 'credential-setting',
    cues: ['variable'],
    pattern: new RegExp(
      String.raw`\bvariable[ \t]{1,3}"${NAME}"[ \t]{0,3}\{[^{}]{0,300}?\bdefault[ \t]{0,10}=[ \t]{0,3}"([^"\r\n]{4,256})"`,
      'gdi',
    ),
    holds: isWord,
  },
  {
    // password = """      password: <<EOT      password: ["…"]      password: &anchor !!str …
    // …"""                …
    name: 'credential-setting',
    cues: PASS_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`${ENDING}["']?[ \t]{0,10}[:=][ \t]{0,10}(?:(?:"""|''')\r?\n?|<<[-~]?["']?[A-Z_]{1,20}["']?\r?\n[ \t]{0,20}|\[[ \t]{0,3}(?=["'])|(?:(?!${REFERENCE})[&!][\w!./:-]{1,40}[ \t]{1,3}){1,3})["']?([^\s"'\`,<>()[\]{}]{4,256})`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    // set -gx API_TOKEN …, setenv DB_PASSWORD …
    name: 'credential-setting',
    cues: ['set -', 'setenv'],
    pattern: new RegExp(
      String.raw`\b(?:set[ \t]{1,3}(?:-[a-zA-Z-]{1,12}[ \t]{1,3}){1,3}|setenv[ \t]{1,3})${NAME}[ \t]{1,3}["']?([^\s"'\`<>()]{4,256})`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    name: 'credential-setting',
    cues: ['identified', 'password'],
    anyCase: true,
    pattern:
      /\b(?:identified[ \t]{1,3}(?:with[ \t]{1,3}["'`]?\w{1,40}["'`]?[ \t]{1,3})?(?:by|as)(?:[ \t]{1,3}values)?|(?:with|encrypted|user|role|login|to)\b[^;'"\n]{0,80}\bpassword|\bpassword[ \t]{0,3}=[ \t]{0,3}password)[ \t]{0,3}[(=]?[ \t]{0,3}N?["']([^"'\n]{4,256})["']/dgi,
    holds: isWord,
  },
  {
    // {"pass\u0077ord": "…"}, pass%77ord=…, <pass&#119;ord>…, password&#61;…
    name: 'credential-setting',
    cues: ['\\u00', '\\u{', '\\x', '&#', '%6', '%7', '%5f', '=3d'],
    anyCase: true,
    pattern: new RegExp(String.raw`(?:${ESCAPED})${TO_VALUE}([^\s"'\`,<>&;\\]{4,256})`, 'gdi'),
    holds: isSecret,
  },
  {
    // let password: &str = "…", password = r"…", #define WIFI_PASSWORD "…"
    name: 'credential-setting',
    cues: PASS_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?:#define[ \t]{1,8}${NAME}[ \t]{1,20}|${ENDING}(?:[ \t]{0,3}:[ \t]{0,3}&?(?:'static[ \t])?[\w.]{1,20})?[ \t]{0,10}:?=[ \t]{0,10})${TEXT}`,
      'gdi',
    ),
    holds: isQuoted,
  },
  {
    // $pass`word = "…": a backtick means nothing before these letters.
    name: 'credential-setting',
    cues: TICKED_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?=[\w]{0,16}\x60)(?:${TICKED})\}?(?:[ \t]{0,5}=[ \t]{0,5}|[ \t]{1,5})["']?([^\s"'\x60,;<>()[\]{}]{4,256})`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    // <password type="plain">…</password>
    name: 'credential-setting',
    cues: PASS_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`<[\w.:-]{0,40}passw(?:or)?d[ \t][^<>\n]{1,80}>([^<>\s]{4,256})<\/`,
      'gdi',
    ),
    holds: isWord,
  },
  {
    // ["password",
    //   "…"]
    name: 'credential-setting',
    cues: PASS_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`[[(][ \t]{0,3}\r?\n?[ \t]{0,40}["']${NAME}["'],[ \t]{0,3}\r?\n[ \t]{0,40}["']([^"'\n]{4,256})["'][ \t]{0,3}(?:,?[ \t]{0,3}\r?\n?[ \t]{0,40}[\])]|\r?\n?$)`,
      'gdi',
    ),
    holds: isWord,
  },
  {
    // setx DB_PASSWORD …
    name: 'credential-setting',
    cues: ['setx'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`\bsetx[ \t]{1,3}(?:\/\w[ \t]{1,3}){0,2}${NAME}[ \t]{1,3}["']?([^\s"'\x60<>()]{4,256})`,
      'gdi',
    ),
    holds: isSecret,
  },
  {
    // setPassword("…"), .withApiKey('…')
    name: 'credential-setting',
    cues: ['setp', 'withp', 'set_p', 'with_p', 'setsecret', 'withsecret', 'setapi', 'withapi'],
    anyCase: true,
    pattern:
      /\b(?:set|with)_?(?:pass(?:word|phrase)?|secret|token|api_?key)\([ \t]{0,3}["']([^"'\s]{4,256})["'][ \t]{0,3}\)/dgi,
    holds: isQuoted,
  },
  {
    // new NetworkCredential("ada", "…"), auth=("ada", "…")
    name: 'credential-setting',
    cues: ['credential', 'auth'],
    anyCase: true,
    pattern:
      /(?:credentials?|basic_?auth|digest_?auth|auth_?provider|\bauth[ \t]{0,3}=[ \t]{0,3})\([ \t]{0,3}["'][^"'\n]{1,80}["'][ \t]{0,3},[ \t]{0,3}["']([^"'\s]{4,256})["'][ \t]{0,3}\)/dgi,
    holds: isQuoted,
  },
  {
    name: 'credential-setting',
    cues: ['from-literal'],
    pattern: /--from-literal[= \t]["']?[\w.-]{1,80}=["']?([^\s"'`]{4,256})/dg,
    holds: isSecret,
  },
  {
    // Your verification code is 481 923
    name: 'one-time-code',
    cues: ['verification code', 'one-time code', 'security code', 'login code', 'sign-in code'],
    anyCase: true,
    pattern:
      /(?:verification|one-time|security|login|sign-in) code(?: is)?[ \t]{0,2}:?[ \t]{0,3}(\d{3}[ -]?\d{3,5})(?![\w-])/dgi,
  },
  {
    // An address that is signed opens what it names.
    name: 'signed-address',
    cues: ['sig=', 'signature='],
    pattern: /[?&](?:sig|(?:X-(?:Amz|Goog)-)?Signature|signature)=([A-Za-z0-9%_.~+/-]{16,1024})/dg,
    holds: hasBoth,
  },
  {
    name: 'private-key',
    cues: ['Private-Lines'],
    pattern: /\bPrivate-Lines: \d{1,3}\r?\n((?:[A-Za-z0-9+/=]{16,64}(?:\r?\n|$)){1,64})/dg,
  },
  {
    // A key of a web token: all but its public half.
    name: 'private-key',
    cues: ['"kty'],
    pattern:
      /"(?:d|p|q|dp|dq|qi|k)\\{0,7}"[ \t]{0,3}:[ \t]{0,3}\\{0,7}"([A-Za-z0-9_-]{20,1400})\\{0,7}"/dg,
  },
  {
    name: 'authorization',
    cues: ['authorization'],
    anyCase: true,
    pattern:
      /authorization["']?[ \t]{0,3}[:=][ \t]{0,3}\[[ \t]{0,3}["'](?:[A-Za-z][\w-]{0,30}[ \t]{1,3})?([^\s"'<>{}$[\]]{12,4096})/dgi,
    holds: (text) => hasBoth(text) || text.length >= 20,
  },
  {
    name: 'ngrok-token',
    cues: ['authtoken'],
    pattern: /\bauthtoken["']?[ \t:=]{1,3}["']?([A-Za-z0-9_]{30,60})(?![A-Za-z0-9_])/dg,
    holds: looksRandom,
  },
  {
    name: 'azure-devops-token',
    cues: ['AZDO'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/dg,
  },
  {
    name: 'cloudflare-key',
    cues: ['v1.0-'],
    pattern: /(?<![A-Za-z0-9.])v1\.0-[a-f0-9]{24}-[a-f0-9]{100,160}(?![A-Za-z0-9])/dg,
  },
]
