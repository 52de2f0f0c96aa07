// Shapes of secrets, our own list beside secretlint's. Every pattern is bounded and has a literal
// cue that is looked for first, and none goes over a line end, so that long harmless text costs
// little and hostile text no more than its length.
import { openCues } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Finding } from './known-secrets.ts'
import { charactersOf, hasRun } from './long-tokens.ts'
import type { Run } from './long-tokens.ts'
import { isStandIn } from './setting-values.ts'
import { openStarts } from './prefix-index.ts'

export type Shape = {
  readonly name: string
  /**
   * At least one of these is in the text (lower-case compared when `anyCase`), or the pattern is
   * not run.
   */
  readonly cues: readonly string[]
  readonly anyCase?: boolean
  /** With the flags `gd`. When it has a group, the group is the secret, else the whole match. */
  readonly pattern: RegExp
  readonly holds?: (secret: string) => boolean
  /** Without as many letters, digits, `_`, `.` and `-` in a row there is none. */
  readonly run?: number
  /**
   * The pattern begins with one of its cues at a word's beginning; then this is the same pattern
   * with the flag `y`.
   */
  readonly sticky?: RegExp
}

function token(name: string, cue: string | readonly string[], rest: string): Shape {
  const cues = typeof cue === 'string' ? [cue] : cue
  const source = `(?<![A-Za-z0-9])(?:${cues.map(literal).join('|')})${rest}`
  return { name, cues, pattern: new RegExp(source, 'gd'), sticky: new RegExp(source, 'y') }
}

/** Names of the rules in here, each once. */
const namesOf = (shapes: readonly Shape[]): string[] => [...new Set(shapes.map(({ name }) => name))]

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

const TOKENS: readonly Shape[] = [
  token('anthropic-key', 'sk-ant-', '[A-Za-z0-9_-]{16,200}'),
  {
    ...token('openai-key', 'sk-', '(?:proj-|svcacct-|admin-|or-v1-|None-)?[A-Za-z0-9_-]{20,250}'),
    holds: hasLongRun,
  },
  token('groq-key', 'gsk_', '[A-Za-z0-9]{20,100}'),
  token('xai-key', 'xai-', '[A-Za-z0-9]{40,120}'),
  token('perplexity-key', 'pplx-', '[A-Za-z0-9]{32,80}'),
  token('replicate-token', 'r8_', '[A-Za-z0-9]{30,60}'),
  token('nvidia-key', 'nvapi-', '[A-Za-z0-9_-]{40,100}'),
  token('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{30,60}'),
  token('google-api-key', 'AIza', '[A-Za-z0-9_-]{35}'),
  token('google-oauth-secret', 'GOCSPX-', '[A-Za-z0-9_-]{20,60}'),
  token('google-oauth-token', 'ya29.', '[A-Za-z0-9_-]{20,400}'),
  token('google-refresh-token', '1//0', '[A-Za-z0-9_-]{30,200}'),
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{30,255}'),
  token('github-token', 'github_pat_', '[A-Za-z0-9_]{22,255}'),
  token(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glcbt-',
      'glimt-',
      'glagent-',
      'gloas-',
    ],
    '[A-Za-z0-9_.-]{16,120}',
  ),
  token(
    'slack-token',
    [
      'xoxb-',
      'xoxp-',
      'xoxa-',
      'xoxr-',
      'xoxs-',
      'xoxo-',
      'xoxe-',
      'xoxe.xoxp-',
      'xoxe.xoxb-',
      'xoxc-',
      'xoxd-',
    ],
    '[A-Za-z0-9%/+-]{10,250}',
  ),
  token('slack-app-token', 'xapp-', '[0-9]-[A-Za-z0-9-]{10,250}'),
  token(
    'slack-webhook',
    'hooks.slack.com/',
    '(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,200}',
  ),
  token(
    'discord-webhook',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    '[0-9]{15,21}/[A-Za-z0-9_-]{40,100}',
  ),
  token('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z0-9]{16}(?![A-Za-z0-9])'),
  token('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'], '[A-Za-z0-9]{16,250}'),
  token('webhook-secret', 'whsec_', '[A-Za-z0-9+/=]{20,100}'),
  token('sendgrid-key', 'SG.', '[A-Za-z0-9_-]{16,40}\\.[A-Za-z0-9_-]{16,80}'),
  token('npm-token', 'npm_', '[A-Za-z0-9]{36}'),
  token('pypi-token', 'pypi-', 'AgE[A-Za-z0-9_-]{30,400}'),
  token('rubygems-key', 'rubygems_', '[a-f0-9]{48}'),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{20,80}'),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{40,80}'),
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[A-Fa-f0-9]{32}'),
  token('linear-key', 'lin_api_', '[A-Za-z0-9]{30,80}'),
  token('notion-token', ['ntn_'], '[A-Za-z0-9]{40,60}'),
  token('figma-token', ['figd_', 'figu_'], '[A-Za-z0-9_-]{30,80}'),
  token('databricks-token', 'dapi', '[a-f0-9]{32}(?:-[0-9])?'),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[A-Za-z0-9_-]{20,300}'),
  token('grafana-token', ['glc_', 'glsa_'], '[A-Za-z0-9+/=_]{30,400}'),
  token('tailscale-key', 'tskey-', '[a-z]{3,12}-[A-Za-z0-9-]{15,80}'),
  token('sentry-token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9+/=_]{40,400}'),
  token('postman-key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('square-token', ['sq0atp-', 'sq0csp-'], '[A-Za-z0-9_-]{20,60}'),
  token('airtable-token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('supabase-token', ['sbp_', 'sb_secret_'], '[A-Za-z0-9_]{30,80}'),
  token('planetscale-token', ['pscale_tkn_', 'pscale_pw_'], '[A-Za-z0-9_.-]{30,80}'),
  token('age-key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{50,60}'),
  token(
    'wallet-key',
    ['xprv', 'yprv', 'zprv', 'tprv', 'uprv', 'vprv', 'Yprv', 'Zprv'],
    '[A-Za-z0-9]{90,120}',
  ),
  token('mailgun-key', 'key-', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('twilio-key', 'SK', '[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('newrelic-key', ['NRAK-', 'NRAL-', 'NRII-', 'NRJS-'], '[A-Za-z0-9_-]{20,60}'),
  token('pulumi-token', 'pul-', '[a-f0-9]{40}(?![A-Za-z0-9])'),
  token(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    '[A-Za-z0-9._-]{30,100}',
  ),
  token('dynatrace-token', 'dt0c01.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('mapbox-token', 'sk.eyJ', '[A-Za-z0-9_-]{20,200}\\.[A-Za-z0-9_-]{16,60}'),
  token('contentful-token', 'CFPAT-', '[A-Za-z0-9_-]{40,60}'),
  token('buildkite-token', ['bkua_', 'bkaj_'], '[a-z0-9]{40}'),
  token('circleci-token', 'CCIPAT_', '[A-Za-z0-9_]{40,100}'),
  token('netlify-token', 'nfp_', '[A-Za-z0-9]{36,60}'),
  token('render-token', 'rnd_', '[A-Za-z0-9]{28,60}'),
  token('atlassian-token', ['ATATT3x', 'ATCTT3x', 'ATBB'], '[A-Za-z0-9_=-]{28,250}'),
  token('brevo-key', 'xkeysib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('resend-key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}'),
  token('sonar-token', ['sqp_', 'squ_', 'sqa_'], '[a-f0-9]{40}'),
  token('typeform-token', 'tfp_', '[A-Za-z0-9_.-]{40,80}'),
  token('fly-token', ['FlyV1 fm1_', 'FlyV1 fm2_', 'fo1_'], '[A-Za-z0-9+/=_,-]{40,2000}'),
  token('artifactory-key', 'AKCp', '[A-Za-z0-9]{60,80}'),
  token('facebook-token', 'EAA', '[A-Za-z0-9]{90,300}'),
  token('zapier-webhook', 'hooks.zapier.com/', 'hooks/catch/[0-9]{4,12}/[a-z0-9]{5,20}'),
  {
    name: 'terraform-token',
    cues: ['.atlasv1.'],
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{60,70}/dg,
  },
  {
    name: 'azure-client-secret',
    cues: ['Q~'],
    pattern:
      /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/dg,
  },
  {
    name: 'mailchimp-key',
    cues: ['-us'],
    pattern: /(?<![A-Za-z0-9])[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])/dg,
  },
  token('jwt', 'eyJ', '[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{8,8000}\\.[A-Za-z0-9_-]{8,2000}'),
  {
    name: 'telegram-token',
    cues: [':AA'],
    pattern:
      /(?<![A-Za-z0-9]|[A-Za-z0-9]bot)(?:bot)?([0-9]{8,10}:AA[A-Za-z0-9_-]{32,36})(?![A-Za-z0-9_-])/dg,
  },
  {
    name: 'discord-token',
    cues: ['.'],
    run: 59,
    pattern:
      /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/dg,
    holds: mixed,
  },
  {
    name: 'azure-key',
    cues: ['AccountKey=', 'SharedAccessKey='],
    pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{40,100}={0,2})/dg,
  },
  { name: 'azure-signature', cues: ['sig='], pattern: /[?&]sig=([A-Za-z0-9%+/_-]{30,120})/dg },
]

const SETTING = String.raw`(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|api[_-]?key|apikey|access[_-]?key|private[_-]?key|secret[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|client[_-]?secret|credentials?)`
/** Places in a list are called tokens too. */
const NOT_PAGING = String.raw`(?<!(?:page|next|previous|prev|continuation|sync|cursor|delta)[_-]?)`
const VALUE = String.raw`([^\s"'\`,;<>()[\]{}]{8,256})`

const PGPASS_CUES = [':5432:', ':*:', ':5433:', ':6432:']
const ORACLE_CUES = ['jdbc:oracle', 'sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman']
const DSN_CUES = ['@tcp(', '@unix(', '@udp(']
const OTP_CUES = ['otp', '2fa', 'mfa', 'authenticator']

const CONTEXTS: readonly Shape[] = [
  {
    name: 'url-credentials',
    cues: ['://'],
    pattern:
      /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,30}:\/\/([^\s/@:"'<>[\]{}$?#]{0,128}:(?!\$)(?:[^\s"'<>[\]{}$]|\$(?![{(])){1,256})@(?=[A-Za-z0-9[.-])/dgi,
    holds: (pair) =>
      !/:(?:\*+|x+|pass|password|pw|<.*)$|^[^:]*:\d{1,5}\//i.test(pair) && !/:\/\//.test(pair),
  },
  {
    name: 'authorization',
    cues: ['authorization'],
    anyCase: true,
    pattern:
      /authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?((?:bearer|basic|token|digest|negotiate|apikey|aws4-hmac-sha256)[ \t]{1,3}[^\s"'<>{}$[\]]{6,4096}|[^\s"'<>{}$[\]]{20,4096})/dgi,
  },
  {
    name: 'bearer-token',
    cues: ['bearer '],
    anyCase: true,
    pattern: /\bbearer[ \t]{1,3}([A-Za-z0-9_.~+/-]{16,4096}={0,2})/dgi,
    holds: mixed,
  },
  {
    name: 'cookie',
    cues: ['cookie'],
    anyCase: true,
    pattern:
      /\b(?:set-)?cookie["']?[ \t]{0,3}:[ \t]{0,3}["']?([\w.!#$%&*+^`|~-]{1,100}=[^\r\n"']{6,4096})/dgi,
  },
  {
    name: 'credential-setting',
    cues: ['pass', 'pwd', 'secret', 'token', 'key', 'credential'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?<!\[)${NOT_PAGING}${SETTING}["'\`]?[ \t]{0,3}(?::=|=>|[:=])[ \t]{0,3}["'\`]?${VALUE}`,
      'gdi',
    ),
    holds: looksRandom,
  },
  {
    // --password VALUE, define('API_SECRET', 'VALUE'), <apiToken>VALUE</apiToken>, and `password VALUE` alone or after a login.
    name: 'credential-setting',
    cues: ['pass', 'pwd', 'secret', 'token', 'key', 'credential'],
    anyCase: true,
    pattern: new RegExp(
      String.raw`(?:--(?:[a-z]{1,20}-){0,3}${SETTING}[ \t]{1,3}["']?|[\w-]{0,40}${SETTING}["'],[ \t]{0,3}["']|<[\w.:-]{0,40}${SETTING}>|(?:^[ \t]{0,20}|\blogin[ \t]{1,3}\S{1,100}[ \t]{1,3})password[ \t]{1,3}(?=\S{8,256}[ \t]{0,20}$))${VALUE}`,
      'gdim',
    ),
    holds: looksRandom,
  },
  {
    name: 'registry-login',
    cues: ['auth'],
    pattern: /["']?\b_?auth["']?[ \t]{0,3}[:=][ \t]{0,3}["']?([A-Za-z0-9+/]{12,4096}={0,2})/dg,
    holds: (value) =>
      /^[\x21-\x7e]{1,200}:[\x21-\x7e]{6,}$/.test(Buffer.from(value, 'base64').toString('latin1')),
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
  },
  {
    name: 'wallet-key',
    cues: ['key'],
    anyCase: true,
    pattern:
      /key\\{0,15}["'`]?[ \t]{0,3}(?:[:=]|is\b)?[ \t]{0,3}\\{0,15}["'`]?((?:0x)?[0-9a-f]{64})(?![0-9a-f])/dgi,
  },
  {
    name: 'otp-secret',
    cues: ['otpauth://'],
    pattern: /otpauth:\/\/[^\s"']{0,200}[?&]secret=([A-Za-z2-7=]{16,128})/dg,
  },
]

export const shapeRules: readonly string[] = namesOf([...TOKENS, ...CONTEXTS])

/** All shapes, in the order in which the first of two that find the same gives its name. */
export const SHAPES: readonly Shape[] = [...TOKENS, ...CONTEXTS]

const eachStart = openStarts(
  SHAPES.flatMap(({ cues, sticky }, of) =>
    sticky === undefined ? [] : cues.map((cue) => ({ literal: cue, of })),
  ),
)

/**
 * What waits for its words together with every other finder. A cue of one character is looked for
 * by itself.
 */
const waitsFor = ({ cues }: Shape): readonly string[] =>
  cues.every(({ length }) => length > 1) ? cues.map((cue) => cue.toLowerCase()) : []

/** Those that have to be looked for each on its own. */
const OTHERS = SHAPES.flatMap((shape, of) =>
  shape.sticky === undefined ? [{ shape, of, words: waitsFor(shape) }] : [],
)

const JOINED = charactersOf(/[\w.-]/)

/** The words to wait for. */
export const shapeCues: readonly string[] = OTHERS.flatMap(({ words }) => words)

const shapeCuesOf = openCues(shapeCues)

/** Findings of our own shapes, possibly overlapping, in the order of `SHAPES`. */
export function findShapes(text: string, cues: Cues = shapeCuesOf(text)): Finding[] {
  const found: (Finding & { readonly of: number })[] = []
  const add = (of: number, { name, holds }: Shape, start: number, end: number): void => {
    const secret = text.slice(start, end)
    if (!(of < TOKENS.length && isPlaceholder(secret)) && (holds === undefined || holds(secret)))
      found.push({ start, end, name, of })
  }
  for (const [of, matches] of findTokens(text)) {
    const shape = SHAPES[of]
    if (shape !== undefined) for (const { start, end } of matches) add(of, shape, start, end)
  }
  for (const { shape, of, words } of OTHERS) {
    if (words.length > 0 && !cues.has(words)) continue
    if (shape.anyCase !== true && !shape.cues.some((cue) => text.includes(cue))) continue
    if (shape.run !== undefined && !hasRun(text, JOINED, shape.run)) continue
    for (const match of text.matchAll(shape.pattern)) {
      const [start, end] = match.indices?.[1] ??
        match.indices?.[0] ?? [match.index, match.index + match[0].length]
      add(of, shape, start, end)
    }
  }
  return found.toSorted((a, b) => a.of - b.of).map(({ start, end, name }) => ({ start, end, name }))
}

/**
 * What the shapes with a `sticky` pattern match, by their place in `SHAPES`: the same that going
 * through the text with each would give.
 */
function findTokens(text: string): Map<number, Run[]> {
  const tokens = new Map<number, Run[]>()
  eachStart(text, (at, of) => {
    const pattern = SHAPES[of]?.sticky
    const before = tokens.get(of)
    if (pattern === undefined || at < (before?.at(-1)?.end ?? 0)) return
    pattern.lastIndex = at
    if (!pattern.test(text)) return
    const match = { start: at, end: pattern.lastIndex }
    if (before === undefined) tokens.set(of, [match])
    else before.push(match)
  })
  return tokens
}

/** Tokens alone, for a second look into what was encoded: no words around them are needed. */
export const hasToken = (text: string): boolean =>
  text.includes('-----BEGIN') ||
  findTokens(text).size > 0 ||
  TOKENS.some(
    ({ cues, pattern, sticky }) =>
      sticky === undefined && cues.some((cue) => text.includes(cue)) && text.search(pattern) >= 0,
  )

/** What manuals write where a token goes: `ghp_xxxxxxxx`, `AKIA…EXAMPLE`. */
const isPlaceholder = (secret: string): boolean => /([xX*.•0])\1{7}|EXAMPLE(?:KEY)?$/.test(secret)

/** A key in words with hyphens between them is a name of something. */
function hasLongRun(secret: string): boolean {
  return (secret.match(/[A-Za-z0-9]{16,}/g) ?? []).some(mixed)
}

function mixed(secret: string): boolean {
  return /[0-9]/.test(secret) && /[A-Za-z]/.test(secret)
}

/**
 * Tells `hunter2-Horse9` from `getPassword`, `string`, `required`, `${TOKEN}`, `your-token-here`,
 * `./path/to/key`.
 */
function looksRandom(value: string): boolean {
  if (
    /^[./~$%*]|^(?:process|os|env|config|settings|self|this|req|request|ctx|args|options|props)[.]|^https?:|^[x*.•-]+$/i.test(
      value,
    )
  )
    return false
  if (/example|placeholder|your[_-]|changeme|redacted|hidden|dummy|xxxx|\.\.\./i.test(value))
    return false
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) =>
    kind.test(value),
  ).length
  return (
    kinds >= 2 &&
    /[0-9!@#$%^&*?]/.test(value) &&
    new Set(value).size >= 5 &&
    !/^[0-9.:-]+$/.test(value)
  )
}
