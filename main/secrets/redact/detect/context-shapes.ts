// Secrets that the words beside them give away. Every pattern is bounded and goes over no line end,
// and most are tried only where their word is, so that text full of such words costs no more than
// its length.
import { hasBoth, isStandIn, looksRandom } from './setting-values.ts'
import type { Shape } from './shape.ts'

const SETTING = String.raw`(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|secret[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|client[_-]?secret|credentials?)`
/** Places in a list are called tokens too. */
const NOT_PAGING = String.raw`(?<!(?:page|next|previous|prev|continuation|sync|cursor|delta)[_-]?)`
/** What is before `key` in a name of a setting. */
const KEY_OF = String.raw`(?:api|access|private|secret|auth|encryption|signing)[_-]?`
const SETTING_CUES = ['pass', 'pwd', 'secret', 'token', 'key', 'credential']
const VALUE = String.raw`([^\s"'\`,;<>()[\]{}]{8,256})`

const PGPASS_CUES = [':5432:', ':*:', ':5433:', ':6432:']
const ORACLE_CUES = ['jdbc:oracle', 'sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman']
const DSN_CUES = ['@tcp(', '@unix(', '@udp(']
const OTP_CUES = ['otp', '2fa', 'mfa', 'authenticator']

export const CONTEXTS: readonly Shape[] = [
  {
    name: 'url-credentials',
    cues: ['://'],
    pattern:
      /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/([^\s/@:"'<>[\]{}$?#]{0,128}:(?!\$)(?:[^\s"'<>[\]{}$]|\$(?![{(])){1,256})@(?=[A-Za-z0-9[.-])/dgi,
    at: {
      words: ['://'],
      pattern:
        /(?<=(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}):\/\/([^\s/@:"'<>[\]{}$?#]{0,128}:(?!\$)(?:[^\s"'<>[\]{}$]|\$(?![{(])){1,256})@(?=[A-Za-z0-9[.-])/diy,
    },
    holds: (pair) =>
      !/:(?:\*+|x+|pass|password|pw|<.*)$|^[^:]*:\d{1,5}\//i.test(pair) && !/:\/\//.test(pair),
  },
  {
    name: 'authorization',
    cues: ['authorization'],
    anyCase: true,
    pattern:
      /authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?((?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,3}[^\s"'<>{}$[\]]{6,4096}|[^\s"'<>{}$[\]]{20,4096})/dgi,
    at: {
      words: ['authorization'],
      pattern:
        /authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?((?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,3}[^\s"'<>{}$[\]]{6,4096}|[^\s"'<>{}$[\]]{20,4096})/diy,
    },
  },
  {
    name: 'bearer-token',
    cues: ['bearer '],
    anyCase: true,
    pattern: /\bbearer[ \t]{1,3}([A-Za-z0-9_.~+/-]{16,4096}={0,2})/dgi,
    at: {
      words: ['bearer '],
      pattern: /\bbearer[ \t]{1,3}([A-Za-z0-9_.~+/-]{16,4096}={0,2})/diy,
    },
    holds: hasBoth,
  },
  {
    name: 'cookie',
    cues: ['cookie'],
    anyCase: true,
    pattern:
      /\b(?:set-)?cookie["']?[ \t]{0,3}:[ \t]{0,3}["']?([\w.!#$%&*+^`|~-]{1,100}=[^\r\n"']{6,4096})/dgi,
    at: {
      words: ['cookie'],
      pattern:
        /\bcookie["']?[ \t]{0,3}:[ \t]{0,3}["']?([\w.!#$%&*+^`|~-]{1,100}=[^\r\n"']{6,4096})/diy,
    },
  },
  {
    name: 'credential-setting',
    cues: SETTING_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?<!\[)${NOT_PAGING}${SETTING}["'\`]?[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}["'\`]?${VALUE}`,
      'gdi',
    ),
    at: {
      words: SETTING_CUES,
      pattern: new RegExp(
        String.raw`(?:(?<!\[)${NOT_PAGING}(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|credentials?)|key(?<=(?<!\[)${NOT_PAGING}${KEY_OF}key))["'\`]?[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}["'\`]?${VALUE}`,
        'diy',
      ),
    },
    holds: looksRandom,
  },
  {
    // --password VALUE, define('API_SECRET', 'VALUE'), <apiToken>VALUE</apiToken>, and `password VALUE` alone or after a login.
    name: 'credential-setting',
    cues: SETTING_CUES,
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?:--(?:[a-z]{1,20}-){0,3}${SETTING}[ \t]{1,3}["']?|[\w-]{0,40}${SETTING}["'],[ \t]{0,3}["']|<[\w.:-]{0,40}${SETTING}>|(?:^[ \t]{0,20}|\blogin[ \t]{1,3}\S{1,100}[ \t]{1,3})password[ \t]{1,3}(?=\S{8,256}[ \t]{0,20}$))${VALUE}`,
      'gdim',
    ),
    at: {
      words: SETTING_CUES,
      pattern: new RegExp(
        String.raw`(?:(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|key|credentials?)(?:[ \t]{1,3}["']?(?<=--(?:[a-z]{1,20}-){0,3}${SETTING}[ \t]{1,3}["']?)|["'](?<=${SETTING}["']),[ \t]{0,3}["']|>(?<=<[\w.:-]{0,40}${SETTING}>))|(?<=^[ \t]{0,20}|\blogin[ \t]{1,3}\S{1,100}[ \t]{1,3})password[ \t]{1,3}(?=\S{8,256}[ \t]{0,20}$))${VALUE}`,
        'dimy',
      ),
    },
    holds: looksRandom,
  },
  {
    name: 'registry-login',
    cues: ['auth'],
    pattern: /["']?\b_?auth["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([A-Za-z0-9+/]{12,4096}={0,2})/dg,
    at: {
      words: ['auth'],
      pattern: /(?<=\b_?)auth["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([A-Za-z0-9+/]{12,4096}={0,2})/dy,
    },
    holds: (value) =>
      /^[\x21-\x7e]{1,200}:[\x20-\x7e]{6,}$/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    // .pgpass: host:port:database:user:password.
    name: 'credential-setting',
    cues: PGPASS_CUES,
    anyCase: true,
    pattern:
      /^[ \t]{0,8}(?:\[[0-9a-f:]{2,45}\]|[\w.*/-]{1,253}):(?:\*|\d{4,5}):[\w.*-]{1,64}:[\w.*@-]{1,64}:(\S{3,256})[ \t]*$/dgm,
    holds: (text) => !isStandIn({ text, quoted: false }),
  },
  {
    // What a file of accounts holds in the place of a password: who has it can guess for as long as
    // he likes.
    name: 'password-hash',
    cues: [
      '$1$',
      '$5$',
      '$6$',
      '$y$',
      '$7$',
      '$2a$',
      '$2b$',
      '$2x$',
      '$2y$',
      '$apr1$',
      '$argon2',
      '$scrypt$',
      '$pbkdf2',
    ],
    pattern:
      /(?<![\w$])\$(?:apr1|1|5|6|7|y|2[abxy]|argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,16})\$[\w./$=,+-]{20,300}/dg,
  },
  {
    // jdbc:oracle:thin:ada/secret@db, sqlplus ada/secret@db
    name: 'url-credentials',
    cues: ORACLE_CUES,
    anyCase: true,
    pattern:
      /(?:\bjdbc:oracle:\w{2,6}:|\b(?:sqlplus|sqlldr|expdp|impdp|rman[ \t]+target)[ \t]+(?:-\w{1,10}[ \t]+){0,4}["']?)[\w$#.-]{1,64}\/([^\s@"'/]{3,128})(?=["']?(?:@|[ \t]|$))/dgim,
    holds: (text) => !isStandIn({ text, quoted: false }),
  },
  {
    // ada:secret@tcp(db:3306)/app
    name: 'url-credentials',
    cues: DSN_CUES,
    anyCase: true,
    pattern: /(?<![\w/])[\w.-]{1,64}:([^\s"'`@]{3,128})@(?:tcp|unix|udp)\(/dg,
    at: {
      words: DSN_CUES,
      pattern: /(?<=(?<![\w/])[\w.-]{1,64}:([^\s"'`@]{3,128}))@(?:tcp|unix|udp)\(/dy,
    },
    holds: (text) => !isStandIn({ text, quoted: false }),
  },
  {
    // As sites show it to be typed: JBSW Y3DP EHPK 3PXP.
    name: 'otp-secret',
    cues: OTP_CUES,
    anyCase: true,
    pattern:
      /(?:otp|2fa|mfa|authenticator)[^\n]{0,40}?[:= \t"']((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4})(?![A-Za-z0-9])/dgi,
    holds: (text) =>
      /[2-7]/.test(text) && (text === text.toUpperCase() || text === text.toLowerCase()),
  },
  {
    name: 'wireless-key',
    cues: ['WIFI:'],
    pattern: /\bWIFI:(?:[^;\n]{0,120};){0,6}?P:((?:\\.|[^;\n\\]){4,120});/dg,
    at: {
      words: ['wifi:'],
      pattern: /\bWIFI:(?:[^;\n]{0,120};){0,6}?P:((?:\\.|[^;\n\\]){4,120});/dy,
    },
  },
  {
    name: 'wallet-key',
    cues: ['key'],
    anyCase: true,
    pattern:
      /key\\{0,15}["'`]?[ \t]{0,3}(?:[:=]|is\b)?[ \t]{0,3}\\{0,15}["'`]?((?:0x)?[0-9a-f]{64})(?![0-9a-f])/dgi,
    at: {
      words: ['key'],
      pattern:
        /key\\{0,15}["'`]?[ \t]{0,3}(?:[:=]|is\b)?[ \t]{0,3}\\{0,15}["'`]?((?:0x)?[0-9a-f]{64})(?![0-9a-f])/diy,
    },
  },
  {
    name: 'otp-secret',
    cues: ['otpauth://'],
    pattern: /otpauth:\/\/[^\s"']{0,200}[?&]secret=([A-Za-z2-7=]{16,128})/dg,
  },
]
