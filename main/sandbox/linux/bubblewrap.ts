// The command line of bubblewrap: what a command sees of the machine, which is next to nothing.
// Pure, given what was found on this machine. Never starts a process.
//
// It comes in two parts, so that a process can be waiting for the second: what is always the same
// is on the command line; what belongs to one job is read from descriptor 4 (`--args`), and the job
// itself comes last in there, as a variable that the first program inside takes out again. Data
// that is cut off, because Gatehouse died, therefore runs nothing.

import { bounds } from '../command-bounds.ts'
import { COMMAND_BEGAN, COMMAND_HOME, COMMAND_TMP } from '../command-environment.ts'
import { REPORTERS, reporterFiles } from './attempt-reporters.ts'
import { etcFiles } from './etc-files.ts'

const BEGAN_BYTES = 4096

/**
 * How the limits inside are set: by the shell itself, which letter it has for the number of
 * processes; or by a program.
 */
export type LimitWay =
  | { readonly kind: 'shell'; readonly processes: 'p' | 'u' }
  | { readonly kind: 'prlimit'; readonly file: string }

export type HostLayout = {
  readonly bwrap: string
  readonly shell: string
  readonly limits: LimitWay | null
  /** Top-level names such as /bin and /lib64: links on a merged system, folders on an older one. */
  readonly top: readonly { readonly path: string; readonly link: string | null }[]
  /** Existing files of /etc that programs need to start: see `etcNeeded`. */
  readonly etc: readonly string[]
  /** A folder of ours with `passwd`, `group`, `hosts` and `nsswitch.conf` for the inside. */
  readonly helperFiles: string
  readonly disableUserns: boolean
  /** Gives up what the relay alone may; null: then no name that is looked up inside is seen. */
  readonly setpriv: string | null
  /** Is in the command line of every process that bubblewrap is: see `spawner/orphans.ts`. */
  readonly mark: string
}

/**
 * What is shown inside: where it comes from, where it is seen. The same path twice, unless it had
 * to be staged.
 */
export type Shown = { readonly from: string; readonly at: string; readonly readOnly: boolean }

export type Built = {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Parents before what lies in them. */
  readonly shown: readonly Shown[]
  /** Our own small files: where `machine.made` can be reached by anyone who starts bubblewrap. */
  readonly helperFiles: string
  /** There is a relay that hears what is looked up. */
  readonly lookups?: boolean
  /** A program of Node or Python finds what tells the proxy of its attempts. */
  readonly reports?: boolean
}

export type Inside = Built & {
  /** Lines for the shell: what has to be so before the job is run, and the job. */
  readonly first: readonly string[]
  readonly job: string
}

/**
 * Network: `none`, an empty one; `outer`, the one it is started in, which `relayed` has emptied but
 * for the way to the proxy.
 */
export type Net = 'none' | 'outer'

const FIRST = 'GATEHOUSE_FIRST'
/** The kernel bounds one variable, not so soon all of them together. */
const FIRSTS = Array.from({ length: 8 }, (_, at) => `${FIRST}${at}`)
const RUN = 'GATEHOUSE_RUN'
const WHOLE = 'GATEHOUSE_WHOLE'
/** First inside: takes the job out of the environment, and runs it if all of it has come. */
const LAUNCH = `[ "$${WHOLE}" = yes ] || exit 125; first="${FIRSTS.map((name) => `$${name}`).join('')}" job=$${RUN}; unset ${FIRSTS.join(' ')} ${RUN} ${WHOLE}; eval "$first"; eval "$job"`

/**
 * First inside a sandbox that is built before its job is known: waits for it, and takes it by the line
 * from descriptor 5. Each line of it comes after a sign, and another sign is the end, so what is cut
 * off runs nothing.
 */
const LAUNCH_LATER = [
  'script= whole=no',
  'while IFS= read -r line; do',
  '  case $line in +*) script="$script${line#+}',
  '";; .) whole=yes; break;; *) break;; esac',
  'done <&5',
  'exec 5<&-',
  '[ $whole = yes ] || exit 125',
  `: >${COMMAND_BEGAN}/mark || exit 125`,
  'unset line whole',
  'eval "$script"',
].join('\n')

/** What `LAUNCH_LATER` reads from descriptor 5. */
export const jobLater = (first: readonly string[], job: string): string =>
  `${[...first, job]
    .flatMap((text) => text.split('\n'))
    .map((line) => `+${line}\n`)
    .join('')}.\n`

/** Read by single bytes: beyond this it is quicker to build the sandbox with the job. */
export const LATER_BYTES = 16 * 1024

/**
 * The fixed part: arguments for `machine.bwrap`. Descriptor 3 holds the filter, if there is one, 4
 * the rest, and 5 the job, where that comes `later`.
 */
export function bubblewrapHead(
  hostLayout: HostLayout,
  { net, filter, later }: { readonly net: Net; readonly filter: boolean; readonly later: boolean },
): string[] {
  return [
    ...[
      '--unshare-user',
      '--unshare-ipc',
      '--unshare-pid',
      '--unshare-uts',
      '--unshare-cgroup-try',
    ],
    ...(net === 'none' ? ['--unshare-net'] : []),
    ...(hostLayout.disableUserns ? ['--disable-userns'] : []),
    ...[
      '--die-with-parent',
      '--new-session',
      '--hostname',
      'gatehouse',
      '--uid',
      '1000',
      '--gid',
      '1000',
      '--cap-drop',
      'ALL',
      '--clearenv',
    ],
    ...(filter ? ['--seccomp', '3'] : []),

    '--args',
    '4',
    '--',
    hostLayout.shell,
    '-c',
    later ? LAUNCH_LATER : LAUNCH,
    hostLayout.mark,
  ]
}

/** The part of one job: NUL-separated arguments, as descriptor 4 wants them. */
export const bubblewrapData = (hostLayout: HostLayout, inside: Inside): string =>
  separated([
    ...builtArgs(hostLayout, inside),
    ...packed(inside.first).flatMap((text, at) => ['--setenv', FIRSTS[at] ?? FIRST, text]),
    '--setenv',
    RUN,
    inside.job,
    '--setenv',
    WHOLE,
    'yes',
  ])

/** As `bubblewrapData`, where the job comes later. */
export const bubblewrapBuilt = (hostLayout: HostLayout, built: Built): string =>
  separated(builtArgs(hostLayout, built, true))

const separated = (args: readonly string[]): string => args.map((arg) => `${arg}\0`).join('')

function builtArgs(hostLayout: HostLayout, inside: Built, later = false): readonly string[] {
  const above = foldersInTmp(inside.shown).filter(
    (path) => !inside.shown.some(({ at }) => inTmp(at) === path),
  )
  return [
    ...Object.entries(inside.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr'],
    ...hostLayout.top.flatMap(({ path, link }) =>
      link === null ? ['--ro-bind', path, path] : ['--symlink', link, path],
    ),
    ...hostLayout.etc.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.keys(etcFiles).flatMap((name) => [
      '--ro-bind',
      `${inside.helperFiles}/${name}`,
      `/etc/${name}`,
    ]),
    ...(inside.lookups === true
      ? [
          ...['--ro-bind', `${inside.helperFiles}/nsswitch-lookup.conf`, '/etc/nsswitch.conf'],
          ...['--ro-bind', `${inside.helperFiles}/resolv.conf`, '/etc/resolv.conf'],
        ]
      : []),
    ...(inside.reports === true
      ? Object.keys(reporterFiles).flatMap((name) => [
          ...['--ro-bind', `${inside.helperFiles}/${name}`, `${REPORTERS}/${name}`],
        ])
      : []),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Every writable place has a size, else a loop could fill the memory of the machine.

    '--size',
    String(bounds.sharedMemoryBytes),
    '--perms',
    '1777',
    '--tmpfs',
    '/dev/shm',
    '--remount-ro',
    '/dev',

    '--size',
    String(bounds.tmpBytes),
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
    '--symlink',
    '../tmp',
    '/var/tmp',
    ...[COMMAND_HOME, COMMAND_TMP].flatMap((path) => [
      '--size',
      String(bounds.tmpBytes),
      '--perms',
      '0700',
      '--tmpfs',
      path,
    ]),
    ...(later ? ['--size', String(BEGAN_BYTES), '--perms', '0700', '--tmpfs', COMMAND_BEGAN] : []),
    ...above.flatMap((path) => ['--perms', '0755', '--tmpfs', path]),
    ...inside.shown.flatMap(({ from, at, readOnly }) => [
      readOnly ? '--ro-bind' : '--bind',
      from,
      at,
    ]),
    ...above.flatMap((path) => ['--remount-ro', path]),
    '--remount-ro',
    '/',
    '--chdir',
    inside.cwd,
  ]
}

/** /var/tmp is a link to /tmp. */
const inTmp = (path: string): string => path.replace(/^\/var(?=\/tmp\/)/, '')

/**
 * The names directly in /tmp that what is shown lies in or is. Where it lies deeper, the folder above
 * it is read-only: what is written beside the workspace is not kept, so it must not seem to be.
 */
export const foldersInTmp = (shown: readonly Pick<Shown, 'at'>[]): readonly string[] => [
  ...new Set(shown.flatMap(({ at }) => /^\/tmp\/[^/]+/.exec(inTmp(at))?.[0] ?? [])),
]

/** The lines in as few variables as hold them. */
function packed(lines: readonly string[]): readonly string[] {
  const texts: string[] = []
  for (const line of lines) {
    const last = texts.at(-1)
    if (last !== undefined && Buffer.byteLength(last) + Buffer.byteLength(line) <= LINE_BYTES)
      texts[texts.length - 1] = last + line
    else texts.push(line)
  }
  return texts
}

/** Whether all of the lines get in. */
export const fitsFirst = (lines: readonly string[]): boolean =>
  packed(lines).length <= FIRSTS.length &&
  lines.every((line) => Buffer.byteLength(line) <= LINE_BYTES)

/** The longest line that a variable can hold: the kernel takes 128 KiB for one. */
export const LINE_BYTES = 128 * 1024 - FIRST.length - 3

/**
 * A second bubblewrap round the first: the same view, but a network with nothing in it except what
 * `words` listen on. Not as root, which we seem to be in the user namespace of a rehearsal: the
 * first one would then try to map users as only root may.
 */
export const relayed = (hostLayout: HostLayout, words: readonly string[]): string[] => [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--die-with-parent',
  '--new-session',
  '--uid',
  '1000',
  '--gid',
  '1000',
  '--cap-drop',
  'ALL',
  // For the port of a name server, in this network only. What is started by the relay gives it up.
  ...(hostLayout.setpriv === null ? [] : ['--cap-add', 'CAP_NET_BIND_SERVICE']),
  '--dev-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--',
  ...words,
]
