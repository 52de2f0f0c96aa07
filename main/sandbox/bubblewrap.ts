// Owns the command line of bubblewrap: what a command sees of the machine, which is next to nothing. Pure, given what
// was found on this machine. Never starts a process.
import type { Guarded } from './protected-spots.ts'

export const bounds = {
  processes: 256,
  openFiles: 4096,
  fileBytes: 1024 ** 3,
  /** Per process: what it has to itself and may write. Not address space, of which Node and Go reserve far more. */
  dataBytes: 4 * 1024 ** 3,
  tmpBytes: 256 * 1024 ** 2,
  sharedMemoryBytes: 64 * 1024 ** 2,
} as const

/** The whole environment of a command; a shell adds PWD. */
export const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  USER: 'gatehouse',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
} as const

export type Machine = {
  readonly bwrap: string
  readonly shell: string
  readonly prlimit: string | null
  /** Top-level names such as /bin and /lib64: links on a merged system, folders on an older one. */
  readonly top: readonly { readonly path: string; readonly link: string | null }[]
  /** Existing files of /etc that programs need to start: see `etcNeeded`. */
  readonly etc: readonly string[]
  /** A folder of ours with `passwd`, `group`, `hosts` and `nsswitch.conf` for the inside. */
  readonly made: string
  readonly disableUserns: boolean
}

/** For dynamic linking, Debian's alternatives, time zones. Nothing that tells of people or machines. */
export const etcNeeded = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/magic',
  '/etc/mime.types',
] as const
export const etcMade = {
  passwd: 'gatehouse:x:1000:1000:Gatehouse:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n',
  group: 'gatehouse:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
} as const

export type Inside = {
  readonly command: string
  readonly cwd: string
  readonly workspace: string
  /** What is mounted at the workspace's path: the workspace itself, or for a rehearsal a throw-away copy of it. */
  readonly source?: string
  readonly guarded: readonly Guarded[]
  /** Compare what is mounted at the guarded spots with what was meant, before the command starts. Prints this word if it differs. */
  readonly verify: string | null
  readonly seccompFd: number | null
}

/** Arguments for `machine.bwrap`. */
export function bubblewrapArguments(machine: Machine, inside: Inside): string[] {
  const source = inside.source ?? inside.workspace
  const args = [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
    ...(machine.disableUserns ? ['--disable-userns'] : []),
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
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr'],
    ...machine.top.flatMap(({ path, link }) => (link === null ? ['--ro-bind', path, path] : ['--symlink', link, path])),
    ...machine.etc.flatMap((path) => ['--ro-bind', path, path]),
    ...Object.keys(etcMade).flatMap((name) => ['--ro-bind', `${machine.made}/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev'],
    // Every writable place has a size, else a loop could fill the memory of the machine.
    ...['--size', String(bounds.sharedMemoryBytes), '--perms', '1777', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(bounds.tmpBytes), '--perms', '1777', '--tmpfs', '/tmp', '--symlink', '../tmp', '/var/tmp'],
    ...['--bind', source, inside.workspace],
    ...inside.guarded.flatMap(({ path, readOnly }) => [
      readOnly ? '--ro-bind' : '--bind',
      source + path.slice(inside.workspace.length),
      path,
    ]),
    ...['--remount-ro', '/', '--chdir', inside.cwd],
    ...(inside.seccompFd === null ? [] : ['--seccomp', String(inside.seccompFd)]),
  ]
  return [...args, '--', ...checked(machine, inside), ...limited(machine), machine.shell, '-c', inside.command]
}

/** Inside, not round bubblewrap: there the process limit would count everything the person has running. */
function limited(machine: Machine): string[] {
  if (machine.prlimit === null) return []
  return [
    machine.prlimit,
    `--nproc=${bounds.processes}`,
    `--nofile=${bounds.openFiles}`,
    `--fsize=${bounds.fileBytes}`,
    `--data=${bounds.dataBytes}`,
    '--core=0',
    '--',
  ]
}

/**
 * Another command in the same workspace could swap a guarded folder for a link between our look and the mount. So the
 * first thing inside, before any foreign program, is to compare.
 */
function checked(machine: Machine, { guarded, verify }: Inside): string[] {
  if (verify === null || guarded.length === 0) return []
  const paths = guarded.map(({ path }) => `'${path.replaceAll("'", "'\\''")}'`).join(' ')
  const compare = `[ "$(stat -c %d:%i -- ${paths} 2>/dev/null)" = "$1" ] || { echo "$2" >&2; exit 125; }; shift 2; exec "$@"`
  return [machine.shell, '-c', compare, 'sh', guarded.map(({ identity }) => identity).join('\n'), verify]
}
