// Passwords among the words of a command line, where only the program says which option carries
// one. Options whose name says it (`--password`, `--token`) are found as settings are. Also for
// lists of words, as programs are started with.
import type { Cues } from './cues.ts'
import type { Finding } from './known-secrets.ts'
import { isStandIn, looksRandom, readValue } from './setting-values.ts'

export const COMMAND_RULE = 'command-password'

/**
 * `value`: what follows the match is the secret. `user`: what follows is `name` and a sign, then
 * the secret.
 */
type Form = {
  readonly programs: readonly string[]
  readonly option: RegExp
  readonly user?: string
  readonly random?: true
}

// Between an option and its value: white space, an equals sign, or the end of one word of a list
// and the beginning of the next.
const GAP = String.raw`(?:[ \t]+|=|\\{0,31}["'][ \t]{0,3},[ \t]{0,3})`
const option = (names: string, gap = GAP): RegExp =>
  new RegExp(String.raw`(?<=[\s"'\x60,(\[])(?:${names})${gap}`, 'g')

const FORMS: readonly Form[] = [
  // Only attached: after `-p` alone comes the name of a database.
  { programs: ['mysql', 'mariadb', 'mycli'], option: option('-p', '(?=[^\\s-])') },
  { programs: ['mysql', 'mariadb'], option: option('-p'), random: true },
  { programs: ['sshpass'], option: option('-p', `(?:${GAP}|(?=[^\\s-]))`) },
  {
    programs: [
      'docker',
      'podman',
      'helm',
      'nerdctl',
      'skopeo',
      'buildah',
      'crane',
      'oras',
      ' login',
      'cf ',
      'az ',
    ],
    option: /(?<=\blogin\b[^\n]{0,160}[\s"'])-p(?:[ \t]+|=|\\{0,31}["'][ \t]{0,3},[ \t]{0,3})/g,
  },
  { programs: ['redis-cli', 'keydb-cli', 'valkey-cli'], option: option('-a') },
  { programs: ['ldap'], option: option('-w') },
  {
    programs: [
      'mosquitto',
      'sqlcmd',
      'bcp ',
      'isql',
      'ipmitool',
      'unzip',
      'zip',
      'amqp',
      'hashcat',
      'onedrive',
    ],
    option: option('-P', `(?:${GAP})`),
  },
  { programs: ['snmp'], option: option('-[AX]') },
  { programs: ['7z', '7za', '7zr', 'rar', 'unrar'], option: option('-p', '(?=[^\\s-])') },
  {
    programs: ['sshfs', 'arangosh', 'influx', 'svn', 'kinit', 'pscp', 'plink', 'nats', 'argocd'],
    option: option('-(?:p|pw)'),
    random: true,
  },
  { programs: ['mongo', 'cqlsh', 'rdesktop'], option: option('-p') },
  { programs: ['curl'], option: option('-b|--cookie'), user: '=' },
  { programs: ['netsh'], option: option('key', '=') },
  {
    // echo secret | sudo -S …
    programs: [
      'sudo',
      'password-stdin',
      'passphrase-fd',
      'passwd',
      'with-token',
      'cryptsetup',
      'kinit',
    ],
    option:
      /(?<=\becho[ \t]{1,3}(?:-[neE]{1,3}[ \t]{1,3})?)(?=["']?[^\s|"'$`]{1,120}["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t](?:-\w{1,8}[ \t]+){0,3}-[a-zA-Z]{0,6}S|[^\n|]{0,80}(?:--password-stdin|--passphrase-fd|passwd[ \t][^\n|]{0,40}--stdin|--with-token|cryptsetup[ \t]|kinit[ \t])))/g,
  },
  { programs: ['xfreerdp', 'wfreerdp', 'mstsc'], option: option('/p:', '') },
  {
    programs: ['htpasswd'],
    option:
      /(?<=\bhtpasswd[ \t][^\n]{0,80}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}[ \t]+\S{1,120}[ \t]+\S{1,60})[ \t]+/g,
  },
  {
    programs: ['smbclient', 'rpcclient', 'smbmap', 'net rpc'],
    option: option('-U|--user', String.raw`(?:\\{0,31}["'][ \t]{0,3},[ \t]{0,3}|=|[ \t]*)`),
    user: '%',
  },
  {
    programs: ['curl', 'http ', 'https ', 'httpie'],
    option: option(
      '-[a-zA-Z]{0,8}[uU]|--user|--proxy-user|-a|--auth',
      String.raw`(?:\\{0,31}["'][ \t]{0,3},[ \t]{0,3}|=|[ \t]*)`,
    ),
    user: ':',
  },
  { programs: ['lftp'], option: option('-u'), user: ',' },
  { programs: ['openssl', 'pass:'], option: /(?<=-(?:pass|passin|passout)[\s"',=]{1,6})pass:/g },
  {
    programs: ['chpasswd'],
    option:
      /(?<=\becho[ \t]{1,3}(?:-n[ \t]{1,3})?["']?[\w.-]{1,40}):(?=[^\n]{1,120}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?chpasswd)/g,
  },
  {
    programs: ['net use', 'net user'],
    option: /(?<=\bnet[ \t]use[ \t][^\n]{0,30}\\\\\S{1,80})[ \t]+(?=[^\s/])/gi,
  },
  {
    programs: ['net use'],
    option: /(?<=\bnet[ \t]use[ \t][^\n]{0,120}\/user:\S{1,60})[ \t]+(?=[^\s/])/gi,
  },
  { programs: ['useradd', 'usermod'], option: option('-p|--password') },
  { programs: ['wpa_passphrase'], option: /(?<=\bwpa_passphrase)[ \t]+\S{1,64}[ \t]+/g },
  { programs: ['vault login'], option: /(?<=\bvault[ \t]login)[ \t]+(?=[^\s-])/g, random: true },
  { programs: ['with-token'], option: option('--with-token') },
  {
    programs: ['aws_secret_access_key', 'aws_session_token'],
    option: /(?<=\bset[ \t]aws_(?:secret_access_key|session_token))[ \t]+/g,
  },
  {
    programs: ['_authtoken', '_password'],
    option: /(?<=:_(?:authToken|password|auth))(?:=|[ \t]+)/g,
  },
]

/** Without one of these there is no option and no other form. */
const HINTS = [
  ' -',
  '"-',
  "'-",
  '`-',
  ',-',
  '(-',
  '[-',
  '\t-',
  '\n-',
  ' /p:',
  'chpasswd',
  'net use',
  'vault login',
  ':_auth',
  ':_pass',
  'wpa_passphrase',
  'set aws_',
  'netsh',
]

/** The words to wait for. */
export const commandCues: readonly string[] = FORMS.flatMap(({ programs }) => programs)

export function findCommandSecrets(text: string, cues: Cues): Finding[] {
  const found: Finding[] = []
  if (!cues.has(commandCues) || !HINTS.some((hint) => text.includes(hint))) return found
  for (const { programs, option: pattern, user, random } of FORMS) {
    if (!cues.has(programs)) continue
    const near = openNear(text, cues.places(programs))
    pattern.lastIndex = 0
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const at = match.index + match[0].length
      if (pattern.lastIndex === match.index) pattern.lastIndex += 1
      if (!near(match.index)) continue
      const span = user === undefined ? plain(text, at, random === true) : afterUser(text, at, user)
      if (span !== null) found.push({ ...span, name: COMMAND_RULE })
    }
  }
  return found
}

/**
 * Whether the program stands on the same line and not too far off, or is itself what was matched.
 * To be asked from left to right.
 */
function openNear(text: string, places: readonly number[]): (at: number) => boolean {
  let next = 0
  return (at) => {
    while ((places[next] ?? Number.POSITIVE_INFINITY) <= at) next += 1
    const before = places[next - 1] ?? Number.NEGATIVE_INFINITY
    const after = places[next] ?? Number.POSITIVE_INFINITY
    return (
      (at - before <= 240 && !LINE_END.test(text.slice(before, at))) ||
      (after - at <= 80 && !LINE_END.test(text.slice(at, after)))
    )
  }
}

const LINE_END = /[\r\n]/

type Span = { readonly start: number; readonly end: number }

function plain(text: string, at: number, random: boolean): Span | null {
  const value = readValue(text, at, !/\\?["']/.test(text[at] ?? ''))
  if (value === null || value.text.length < 4 || value.text.startsWith('-') || isStandIn(value))
    return null
  if (random && !looksRandom(value.text) && !/^[A-Za-z0-9]{20,}$/.test(value.text)) return null
  return value
}

/** `ada:secret`, `'ada%two words'`: what follows the sign. */
function afterUser(text: string, at: number, sign: string): Span | null {
  const value = readValue(text, at, !/\\?["']/.test(text[at] ?? ''))
  const parting = value?.text.indexOf(sign) ?? -1
  if (value === null) return null
  // A quote may begin behind the sign: `ada%'secret'`.
  if (parting === value.text.length - 1) return plain(text, value.end, false)
  const secret = value.text.slice(parting + 1)
  if (
    parting < 0 ||
    secret.length < 3 ||
    /^[\w.-]{0,80}$/.test(value.text.slice(0, parting)) === false
  )
    return null
  if (isStandIn({ text: secret, quoted: value.quoted }) || secret.startsWith('//')) return null
  return { start: value.start + parting + 1, end: value.end }
}
