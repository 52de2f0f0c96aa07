// What programs do, by name. Data only: a program that is not here is not known, and that is what
// is said of it.
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Valued } from '../effects/options.ts'

/**
 * What an option does. Words of effects, or: write, read: its value is a path. opaque: it names
 * something to run.
 */
export type Risk = CommandEffect | 'write' | 'read' | 'opaque'

export type Program = {
  readonly effects: readonly CommandEffect[]
  /**
   * text: operands are no paths. read, deep, write: all of them are. into: the last is written, the
   * others are read. once: the first is read, any further one is written. build: those that look
   * like paths are written.
   */
  readonly operands: 'text' | 'read' | 'deep' | 'write' | 'into' | 'once' | 'build'
  readonly valued?: Valued
  readonly risky?: Readonly<Record<string, Risk>>
  /** The first operand is a pattern, but where one of these options gives it. */
  readonly pattern?: readonly string[]
  /** Options that make it read all below what it is given. */
  readonly deepWith?: readonly string[]
  /** What it is given when it only looks, as known words put together. */
  readonly looks?: RegExp
}

const list = (names: string, program: Program): readonly (readonly [string, Program])[] =>
  names.split(' ').map((name) => [name, program])

const text: Program = { effects: [], operands: 'text' }
const reads: Program = { effects: [], operands: 'read' }
const deep: Program = { effects: [], operands: 'deep' }
const writes: Program = { effects: [], operands: 'write' }
/**
 * Its operands are names of its own, and what it writes lies in the folder it runs in, or where an
 * option leads it.
 */
const builds: Program = {
  effects: ['writes-inside'],
  operands: 'build',
  valued: [
    'C',
    'o',
    'f',
    'd',
    'directory',
    'file',
    'prefix',
    'output',
    'out-dir',
    'outDir',
    'outfile',
    'config',
    'project',
    'eval',
  ],
  risky: { eval: 'opaque' },
}
const network: Program = { effects: ['network'], operands: 'text' }
const privileged: Program = { effects: ['privileged'], operands: 'text' }
const destructive: Program = { effects: ['destructive'], operands: 'write' }

export const PROGRAMS: ReadonlyMap<string, Program> = new Map([
  // Only look, whatever the options.
  ...list(
    'cat tac head tail wc nl cut paste join comm fold fmt pr expand unexpand rev od hexdump cksum sum md5sum sha1sum',
    reads,
  ),
  ...list(
    'sha224sum sha256sum sha384sum sha512sum b2sum stat readlink realpath cmp strings base64 base32 basenc column colrm',
    reads,
  ),
  ...list('tsort ls dir vdir df du zcat bzcat xzcat zstdcat look lsattr getfacl', reads),
  ...list(
    'echo true false : pwd basename dirname whoami groups logname tty nproc arch uptime free seq sleep expr',
    text,
  ),
  ...list(
    'factor numfmt which type whereis locale getconf printenv yes ps pgrep lscpu lsblk uname id users cal tr sync',
    text,
  ),
  ...list(
    'exit return break continue shift set shopt times jobs wait ulimit umask clear tput cd pushd popd dirs test [ export declare typeset local readonly read unset mapfile readarray getopts',
    text,
  ),

  // Look, but for some of their options.
  ['printf', { effects: [], operands: 'text' }],
  [
    'file',
    {
      effects: [],
      operands: 'read',
      risky: {
        C: 'writes-inside',
        compile: 'writes-inside',
        z: 'unknown',
        Z: 'unknown',
        uncompress: 'unknown',
      },
    },
  ],
  [
    'sort',
    {
      effects: [],
      operands: 'read',
      valued: [
        'k',
        'o',
        'S',
        't',
        'T',
        'key',
        'output',
        'buffer-size',
        'field-separator',
        'temporary-directory',
        'compress-program',
        'parallel',
      ],
      risky: {
        o: 'write',
        output: 'write',
        T: 'write',
        'temporary-directory': 'write',
        'compress-program': 'opaque',
        'files0-from': 'unknown',
      },
    },
  ],
  [
    'tree',
    {
      effects: [],
      operands: 'read',
      valued: ['L', 'P', 'I', 'o', 'H', 'T'],
      risky: { o: 'write', R: 'unknown' },
    },
  ],
  ['jq', { ...reads, valued: ['f', 'L', 'indent', 'arg', 'argjson', 'slurpfile', 'rawfile'] }],
  [
    'uniq',
    {
      effects: [],
      operands: 'once',
      valued: ['f', 's', 'w', 'skip-fields', 'skip-chars', 'check-chars'],
    },
  ],
  [
    'xxd',
    {
      effects: [],
      operands: 'once',
      valued: [
        'c',
        'cols',
        'g',
        'l',
        'len',
        'n',
        'o',
        's',
        'seek',
        'R',
        'groupsize',
        'name',
        'offset',
      ],
    },
  ],
  [
    'iconv',
    {
      effects: [],
      operands: 'read',
      valued: ['f', 't', 'o', 'from-code', 'to-code', 'output'],
      risky: { o: 'write', output: 'write' },
    },
  ],
  [
    'shuf',
    {
      effects: [],
      operands: 'read',
      valued: ['n', 'i', 'o', 'output'],
      risky: { o: 'write', output: 'write' },
    },
  ],
  [
    'diff',
    {
      effects: [],
      operands: 'read',
      valued: ['x', 'X', 'I', 'U', 'C', 'W', 'F'],
      deepWith: ['r', 'recursive'],
    },
  ],
  [
    'grep',
    {
      effects: [],
      operands: 'read',
      valued: ['e', 'f', 'm', 'A', 'B', 'C', 'd', 'D', 'regexp', 'file', 'max-count'],
      pattern: ['e', 'f', 'regexp', 'file'],
      deepWith: ['r', 'R', 'recursive', 'dereference-recursive', 'd'],
    },
  ],
  [
    'rg',
    {
      effects: [],
      operands: 'deep',
      valued: [
        'e',
        'f',
        'g',
        't',
        'T',
        'A',
        'B',
        'C',
        'm',
        'M',
        'r',
        'j',
        'd',
        'E',
        'pre',
        'pre-glob',
        'hostname-bin',
        'regexp',
        'glob',
        'type',
      ],
      pattern: ['e', 'f', 'regexp', 'file', 'files', 'type-list'],
      risky: { pre: 'opaque', 'hostname-bin': 'opaque', z: 'unknown', 'search-zip': 'unknown' },
    },
  ],
  ['ag', { ...deep, pattern: [], risky: { pager: 'opaque', z: 'unknown' } }],
  [
    'bat',
    {
      ...reads,
      risky: { pager: 'opaque', paging: 'unknown', 'map-syntax': 'read' },
      valued: ['pager'],
    },
  ],
  ['less', { effects: ['unknown'], operands: 'read' }],
  ['more', { effects: ['unknown'], operands: 'read' }],

  // Write what they are given.
  ...list(
    'mkdir touch tee rmdir mkfifo gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd dos2unix unix2dos',
    writes,
  ),
  [
    'mv',
    {
      effects: [],
      operands: 'write',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'cp',
    {
      effects: [],
      operands: 'into',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      deepWith: ['r', 'R', 'recursive', 'a', 'archive'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'ln',
    {
      effects: [],
      operands: 'write',
      valued: ['t', 'S', 'target-directory', 'suffix'],
      risky: { t: 'write', 'target-directory': 'write' },
    },
  ],
  [
    'install',
    {
      effects: [],
      operands: 'into',
      valued: [
        't',
        'S',
        'g',
        'm',
        'o',
        'target-directory',
        'suffix',
        'group',
        'mode',
        'owner',
        'strip-program',
      ],
      risky: {
        ...{
          t: 'write',
          'target-directory': 'write',
          o: 'privileged',
          owner: 'privileged',
          g: 'privileged',
          group: 'privileged',
        },
        ...{
          'strip-program': 'opaque',
          s: 'unknown',
          strip: 'unknown',
          d: 'writes-inside',
          directory: 'writes-inside',
        },
      },
    },
  ],
  [
    'patch',
    {
      effects: ['writes-inside'],
      operands: 'write',
      valued: ['p', 'i', 'd', 'o', 'r', 'input', 'directory', 'output'],
      risky: { i: 'read', d: 'write', o: 'write', r: 'write', directory: 'write', output: 'write' },
    },
  ],
  [
    'zip',
    {
      effects: ['writes-inside'],
      operands: 'write',
      risky: { T: 'unknown', TT: 'opaque', 'unzip-command': 'opaque', m: 'destructive' },
    },
  ],
  [
    'unzip',
    { effects: ['writes-inside'], operands: 'read', valued: ['d', 'x'], risky: { d: 'write' } },
  ],
  ...list('split csplit', { effects: ['writes-inside'], operands: 'write' }),
  [
    'mktemp',
    {
      effects: ['writes-outside'],
      operands: 'write',
      valued: ['p'],
      risky: { p: 'write', t: 'writes-outside', tmpdir: 'writes-outside' },
    },
  ],

  // Build, test, format: they run the code of the workspace and write into it.
  ...list(
    'make gmake ninja cmake ctest meson bazel gradle mvn tsc eslint prettier oxlint oxfmt biome jest vitest mocha ava',
    builds,
  ),
  ...list(
    'pytest tox nox mypy ruff black isort flake8 pylint rustc rustfmt gcc g++ cc c++ clang clang++ javac kotlinc gofmt',
    builds,
  ),
  ...list(
    'rspec rubocop rake phpunit webpack vite rollup esbuild swc babel parcel turbo nx just task',
    builds,
  ),

  // Go out.
  ...list(
    'ssh sftp ftp telnet nc ncat netcat socat dig nslookup host ping ping6 traceroute tracepath mtr whois nmap',
    network,
  ),
  ...list(
    'docker podman kubectl helm terraform aws gcloud az gh glab heroku vercel netlify flyctl lynx w3m links aria2c axel',
    network,
  ),
  ...list(
    'http https xh httpie mail sendmail rclone restic s3cmd gsutil svn hg twine brew',
    network,
  ),

  // Take rights, or are of use only to those who have them.
  ...list(
    'su passwd chpasswd useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup visudo vipw chsh chfn',
    privileged,
  ),
  ...list(
    'mount umount losetup swapon swapoff insmod modprobe rmmod depmod setcap iptables ip6tables nft ufw firewall-cmd',
    privileged,
  ),
  ...list(
    'reboot shutdown halt poweroff init telinit chown chgrp apt apt-get dpkg yum dnf rpm pacman apk zypper snap flatpak',
    privileged,
  ),
  ...list(
    'systemctl service crontab at batch sysctl setenforce semanage auditctl ip ifconfig route arp tc hwclock',
    privileged,
  ),
  ...list(
    'update-alternatives ldconfig grub-install efibootmgr cryptsetup lvm lvremove vgremove pvremove zfs zpool setfacl',
    privileged,
  ),
  ...list(
    'newgrp sg pivot_root mknod loginctl timedatectl hostnamectl launchctl dscl diskutil',
    privileged,
  ),
  ['systemctl', { ...privileged, looks: /^(status|show|cat|list-\S+|is-\S+|--version)\b/ }],
  ['service', { ...privileged, looks: / status$|^--status-all$/ }],
  ['crontab', { ...privileged, looks: /^-l$/ }],
  ['mount', { ...privileged, looks: /^(-l)?$/ }],
  ['sysctl', { ...privileged, looks: /^(-a|-n )?[\w. -]*$/ }],
  [
    'ip',
    { ...privileged, looks: /^(-\w+ )*(a|addr|address|link|l|r|route|neigh)( (show|list|ls))?$/ },
  ],
  ['ifconfig', { ...privileged, looks: /^(-a)?$/ }],
  ['apt', { ...privileged, looks: /^(list|search|show|policy)\b/ }],
  ['dpkg', { ...privileged, looks: /^(-l|-L|-s|-S|--list|--status|--listfiles)\b/ }],
  ['rpm', { ...privileged, looks: /^-q\w*\b/ }],

  // Leave nothing to put back.
  ...list(
    'shred wipefs fdisk sfdisk cfdisk gdisk sgdisk parted mkswap blkdiscard badblocks hdparm srm wipe scrub',
    destructive,
  ),
  ['killall', { effects: ['unknown'], operands: 'text' }],
  ['pkill', { effects: ['unknown'], operands: 'text' }],
])
