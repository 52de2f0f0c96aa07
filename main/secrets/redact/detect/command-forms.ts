// Which programs take a password among their words, and where.

/** What is before a password that a program is given. */
export type Form = {
  /** Without one of these near by, in small letters, the form means nothing. */
  readonly programs: readonly string[]
  /** `ada:secret`: a name and this sign are before the secret. */
  readonly user?: string
  /** Only what looks random: the same form carries other things too. */
  readonly random?: true
} & (
  | {
      readonly kind: 'option'
      /** What begins at the option and ends before its value; with the flag `y`. */
      readonly option: RegExp
      /** Is before it on the same line, at most this far off. */
      readonly after?: { readonly word: RegExp; readonly far: number }
    }
  | {
      readonly kind: 'words'
      /** Tried where one of these words begins; with the flag `y`. It ends before the secret. */
      readonly words: readonly string[]
      readonly pattern: RegExp
    }
)

// Between an option and its value: white space, an equals sign, or the end of one word of a list
// and the beginning of the next.
const GAP = String.raw`(?:[ \t]{1,40}|=|\\{0,31}["'][ \t]{0,3},[ \t]{0,3})`
const USER_GAP = String.raw`(?:\\{0,31}["'][ \t]{0,3},[ \t]{0,3}|=|[ \t]{0,40})`
const ATTACHED = String.raw`(?=[^\s-])`

type Extra = Pick<Form, 'user' | 'random'> & { readonly after?: { word: RegExp; far: number } }

const option = (
  programs: readonly string[],
  names: string,
  gap: string = GAP,
  extra: Extra = {},
): Form => ({
  kind: 'option',
  programs,
  option: new RegExp(`(?:${names})${gap}`, 'y'),
  ...extra,
})

const words = (
  programs: readonly string[],
  start: readonly string[],
  pattern: RegExp,
  extra: Extra = {},
): Form => ({ kind: 'words', programs, words: start, pattern, ...extra })

const RANDOM = { random: true } as const

/** What an option can begin with. */
export const OPTION_STARTS: readonly string[] = ['-', '/p:', 'key=']

export const FORMS: readonly Form[] = [
  // Only attached: after `-p` alone comes the name of a database.
  option(['mysql', 'mariadb', 'mycli'], '-p', ATTACHED),
  option(['mysql', 'mariadb'], '-p', GAP, RANDOM),
  option(['sshpass'], '-p', `(?:${GAP}|${ATTACHED})`),
  option(
    [
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
    '-p',
    GAP,
    { after: { word: /\blogin\b/g, far: 160 } },
  ),
  option(['redis-cli', 'keydb-cli', 'valkey-cli'], '-a'),
  option(['ldap'], '-w'),
  option(['mosquitto', 'ipmitool', 'unzip', 'zip', 'amqp', 'hashcat', 'onedrive'], '-P'),
  option(['sqlcmd', 'bcp ', 'isql', 'tsql '], '-P', `(?:${GAP}|${ATTACHED})`),
  // isql DSN USER PASSWORD
  words(
    ['isql ', 'iusql '],
    ['isql ', 'iusql '],
    /iu?sql[ \t]{1,8}(?<=(?:^|[\n;|&($#>`"'][ \t]{0,3}|(?:sudo|exec|env|time)[ \t])(?:\/[\w/.-]{1,80}\/)?iu?sql[ \t]{1,8})(?:-\w{1,8}[ \t]{1,8}){0,3}(?!(?:is|was|for|and|or|can|has|does|to|with|in|on|not)\b)[\w.]{1,60}[ \t]{1,8}[\w.]{1,60}[ \t]{1,8}(?=[^\s|;<>&-]{4,128}[ \t]{0,8}(?:$|[\r\n|;<>&`"')-]))/y,
  ),
  // mc alias set NAME ADDRESS KEY SECRET
  words(
    ['mc alias', 'mc config'],
    ['mc alias', 'mc config'],
    /\bmc[ \t](?:alias[ \t]set|config[ \t]host[ \t]add)[ \t]{1,3}\S{1,60}[ \t]{1,3}https?:\S{1,120}[ \t]{1,3}\S{1,80}[ \t]{1,3}/y,
  ),
  option(['ncftp'], '-p'),
  option(['skopeo', 'buildah', 'podman', 'crane', 'oras'], '--(?:src-|dest-)?creds', USER_GAP, {
    user: ':',
  }),
  option(['gh secret', 'glab variable'], '--body|-b|--value'),
  option(['put-parameter'], '--value', GAP, RANDOM),
  option(['secretsmanager'], '--secret-string'),
  option(['snmp'], '-[AX]'),
  option(['7z', '7za', '7zr', 'rar', 'unrar'], '-p', ATTACHED),
  option(
    ['sshfs', 'arangosh', 'influx', 'svn', 'kinit', 'pscp', 'plink', 'nats', 'argocd'],
    '-(?:p|pw)',
    GAP,
    RANDOM,
  ),
  option(['mongo', 'cqlsh', 'rdesktop'], '-p'),
  option(['curl'], '-b|--cookie', GAP, { user: '=' }),
  option(['netsh'], 'key', '='),
  option(['xfreerdp', 'wfreerdp', 'mstsc'], '/p:', ''),
  option(['smbclient', 'rpcclient', 'smbmap', 'net rpc'], '-U|--user', USER_GAP, { user: '%' }),
  option(
    ['curl', 'http ', 'https ', 'httpie'],
    '-[a-zA-Z]{0,8}[uU]|--user|--proxy-user|-a|--auth',
    USER_GAP,
    { user: ':' },
  ),
  option(['lftp'], '-u', GAP, { user: ',' }),
  option(['openssl'], '-[kK]'),
  words(['rclone'], ['rclone obscure'], /\brclone obscure[ \t]{1,3}(?=[^\s-])/y),
  words(['kinit', 'sudo -s', 'cryptsetup', 'passphrase-fd'], ['<<<'], /<<<[ \t]{0,3}(?=[^\s<])/y),
  option(['useradd', 'usermod'], '-p|--password'),
  option(['with-token'], '--with-token'),
  // echo secret | sudo -S …
  words(
    ['sudo', 'password-stdin', 'passphrase-fd', 'passwd', 'with-token', 'cryptsetup', 'kinit'],
    ['echo', 'printf'],
    /\b(?:echo|printf)[ \t]{1,3}(?:-[neE]{1,3}[ \t]{1,3}|["']?%s(?:\\n)?["']?[ \t]{1,3})?(?=["']?[^\s|"'$`]{1,120}["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t](?:-\w{1,8}[ \t]{1,8}){0,3}-[a-zA-Z]{0,6}S|[^\n|]{0,80}(?:--password-stdin|--passphrase-fd|passwd[ \t][^\n|]{0,40}--stdin|--with-token|cryptsetup[ \t]|kinit[ \t])))/y,
  ),
  // A program that prints the password: restic --password-command "echo secret".
  words(
    [
      '-command',
      '_command',
      'passcommand',
      'wordcommand',
      'tokencommand',
      '-cmd',
      '_cmd',
      'passwordeval',
    ],
    ['echo', 'printf'],
    /\b(?:echo|printf)[ \t]{1,3}(?:-[neE]{1,3}[ \t]{1,3}|["']?%s(?:\\n)?["']?[ \t]{1,3})?(?<=(?:pass(?:word|wd|phrase)?|secret|token|key|credentials?)[_-]?(?:command|cmd|eval)\\{0,31}["']?(?:[ \t]{1,3}|[ \t]{0,3}[=:,][ \t]{0,3})\\{0,31}["']?(?:(?:ba|da|z)?sh[ \t]-c[ \t]\\{0,31}["']?)?(?:\/(?:usr\/)?bin\/)?(?:echo|printf)[ \t][^\n]{0,16})/iy,
  ),
  words(
    ['chpasswd'],
    ['echo'],
    /\becho[ \t]{1,3}(?:-n[ \t]{1,3})?["']?[\w.-]{1,40}:(?=[^\n]{1,120}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?chpasswd)/y,
  ),
  words(
    ['htpasswd'],
    ['htpasswd'],
    /\bhtpasswd[ \t]{1,8}(?:(?!-[a-zA-Z]{0,6}b)\S{1,60}[ \t]{1,8}){0,4}-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}[ \t]{1,8}(?:-[a-zA-Z]{1,6}[ \t]{1,8}|-C[ \t]{0,3}\d{1,2}[ \t]{1,8}){0,3}(?:(?<=[ \t]-[a-zA-Z]{0,6}n[a-zA-Z]{0,6}[ \t][^\n]{0,40})|\S{1,120}[ \t]{1,8})\S{1,60}[ \t]{1,8}/y,
  ),
  words(['openssl', 'pass:'], ['pass:'], /pass:(?<=-(?:pass|passin|passout)[\s"',=]{1,6}pass:)/y),
  words(
    ['net use', 'net user'],
    ['net use'],
    /\bnet use [^\n]{0,30}?\\\\\S{1,80}[ \t]{1,8}(?=[^\s/])/iy,
  ),
  words(['net use'], ['net use'], /\bnet use [^\n]{0,120}?\/user:\S{1,60}[ \t]{1,8}(?=[^\s/])/iy),
  words(
    ['wpa_passphrase'],
    ['wpa_passphrase'],
    /\bwpa_passphrase[ \t]{1,8}(?:"[^"\n]{1,64}"|'[^'\n]{1,64}'|\S{1,64})[ \t]{1,8}/y,
  ),
  words(
    ['vault kv', 'vault write'],
    ['vault kv', 'vault write'],
    /\bvault[ \t](?:kv[ \t](?:put|patch)|write)[ \t]{1,8}(?:-\S{1,40}[ \t]{1,8}){0,4}[\w/.-]{1,120}[ \t]{1,8}[\w.-]{1,40}=(?=[^\s@-])/y,
    RANDOM,
  ),
  words(
    ['http-basic.'],
    ['http-basic.'],
    /\bhttp-basic\.[\w.-]{1,80}[ \t]{1,8}[\w.@-]{1,60}[ \t]{1,8}(?=[^\s-])/y,
  ),
  words(
    ['convertto-securestring'],
    ['convertto-securestring'],
    /\bconvertto-securestring[ \t]{1,8}(?:-(?:asplaintext|force|string)[ \t]{1,8}){0,3}(?=["'\w])/iy,
  ),
  words(
    ['-value'],
    ['set-variable', 'new-variable', 'set-item', 'new-item'],
    /\b(?:set|new)-(?:variable|item(?:property)?)\b[^\n]{0,60}-name[ \t]{1,8}["']?[\w:]{0,40}(?:pass(?:word|wd)?|secret|token|api_?key)\w{0,20}["']?[ \t]{1,8}-value[ \t]{1,8}(?=["'\w])/iy,
  ),
  words(['vault login'], ['vault login'], /\bvault login[ \t]{1,8}(?=[^\s-])/y, RANDOM),
  words(
    ['aws_secret_access_key', 'aws_session_token'],
    ['aws_secret_access_key', 'aws_session_token'],
    /(?<=\bset[ \t])aws_(?:secret_access_key|session_token)[ \t]{1,8}/y,
  ),
  words(
    ['_authtoken', '_password', ':_auth'],
    [':_auth', ':_password'],
    /:_(?:authToken|password|auth)(?:=|[ \t]{1,8})/y,
  ),
]
