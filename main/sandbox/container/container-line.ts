// The command line of Docker and Podman for one command, and the script that is its first process.
// Pure. What is said on that line can be read by everybody on the machine, so the command itself
// comes over standard input.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds, ownLimit } from '../command-bounds.ts'
import { COMMAND_HOME, COMMAND_TMP } from '../command-environment.ts'
import { type Shown } from '../linux/bubblewrap.ts'
import { quoted } from '../linux/job-line.ts'
import type { Engine } from './engine.ts'

export const LABEL = 'gatehouse.process'
/** Bubblewrap needs none of it; a container's own first process and its watch are three. */
const OWN_PROCESSES = 8
/** Of a user on the whole machine, so it bounds nothing; more than we have is refused to us. */
const ownProcesses = Math.min(2 ** 14, ownLimit('processes'))
/** Beyond its time: if Gatehouse is gone by then, nobody else ends it. */
const LAST_S = 30

export type ContainerRun = {
  readonly name: string
  readonly image: string
  /** An OCI runtime other than the usual one, as krun or kata: each command in a machine of its own. */
  readonly runtime: string | null
  /** Whom what it makes belongs to outside. */
  readonly user: { readonly uid: number; readonly gid: number }
  readonly cwd: string
  /** Parents before what lies in them. */
  readonly shown: readonly Shown[]
  /** Files of ours on this side. */
  readonly filter: string
  /** The container whose network it has, which is the relay to the proxy; null: no network. */
  readonly relay: string | null
  readonly timeMs: number
  readonly cpuSeconds: number
  /** Length of what comes over standard input, in bytes. */
  readonly scriptBytes: number
}

/** Fails with `sandbox.workspace` where a path cannot be said on that line. */
export function containerLine(
  { program, rootless }: Pick<Engine, 'program' | 'rootless'>,
  run: ContainerRun,
): Result<readonly string[], Failure> {
  const { shown } = run
  // Fields of one line of CSV, in which both programs differ about quotation marks.
  const odd = shown.flatMap(({ from, at }) => [from, at]).find((path) => /[,"\r\n]/.test(path))
  if (odd !== undefined)
    return err(
      failure(
        'sandbox.workspace',
        `The name of ${odd} holds a comma, a quotation mark or a line break, so it cannot be shown to a container.`,
        'Choose another name, or set runner: local.',
      ),
    )
  const processes = bounds.processes + OWN_PROCESSES
  const tmpfs = (path: string, bytes: number, mode: string): readonly string[] => [
    '--tmpfs',
    `${path}:rw,nosuid,nodev,size=${bytes},mode=${mode}${program === 'podman' ? ',notmpcopyup' : ''}`,
  ]
  return ok([
    ...['run', '--rm', '--interactive', '--pull', 'never'],
    '--name',
    run.name,
    '--label',
    `${LABEL}=${process.pid}`,
    ...(run.runtime === null ? [] : ['--runtime', run.runtime]),
    ...networkOf(program, rootless, run.relay),
    ...['--log-driver', 'none'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--security-opt', `seccomp=${run.filter}`],
    // Else the system's labels of the person's own files would have to be changed.
    ...['--security-opt', 'label=disable'],
    '--read-only',
    '--user',
    userOf(run.user, rootless && program === 'docker'),
    '--pids-limit',
    String(processes),
    '--memory',
    String(bounds.memoryBytes),
    '--memory-swap',
    String(bounds.memoryBytes),
    ...['--ulimit', `nofile=${bounds.openFiles}:${bounds.openFiles}`],
    ...['--ulimit', `nproc=${ownProcesses}:${ownProcesses}`],
    ...['--ulimit', `fsize=${bounds.fileBytes}:${bounds.fileBytes}`],
    ...['--ulimit', `cpu=${run.cpuSeconds}:${run.cpuSeconds + 2}`, '--ulimit', 'core=0:0'],
    '--shm-size',
    String(bounds.sharedMemoryBytes),
    ...tmpfs('/tmp', bounds.tmpBytes, '1777'),
    ...tmpfs('/run', bounds.tmpBytes, '0755'),
    ...tmpfs(COMMAND_HOME, bounds.tmpBytes, '1777'),
    ...tmpfs(COMMAND_TMP, bounds.tmpBytes, '1777'),
    ...shown.flatMap(({ from, at, readOnly }) => [
      '--mount',
      `type=bind,source=${from},target=${at}${readOnly ? ',readonly' : ''}`,
    ]),
    ...ofProgram[program](run.timeMs),
    '--workdir',
    run.cwd,
    '--entrypoint',
    '/bin/sh',
    run.image,
    '-c',
    FIRST,
    'gatehouse',
    String(run.scriptBytes),
  ])
}

/** With the network of another container comes its name, and Docker takes no second one. */
function networkOf(
  program: Engine['program'],
  rootless: boolean,
  relay: string | null,
): readonly string[] {
  const users = (of: string): readonly string[] =>
    program === 'podman' && rootless ? ['--userns', of] : []
  return relay === null
    ? [
        ...['--network', 'none', '--hostname', 'gatehouse'],
        ...(program === 'podman' ? ['--no-hosts'] : []),
        ...users('keep-id'),
      ]
    : ['--network', `container:${relay}`, ...users(`container:${relay}`)]
}

const ofProgram: Readonly<Record<Engine['program'], (timeMs: number) => readonly string[]>> = {
  podman: (timeMs) => [
    ...['--http-proxy=false', '--unsetenv-all', '--systemd', 'false'],

    '--read-only-tmpfs=false',
    '--passwd=false',
    '--timeout',
    String(Math.ceil(timeMs / 1000) + LAST_S),
  ],
  // Its settings may add a proxy with a password to every container: what is named wins.
  docker: () =>
    ['HTTP_PROXY', 'HTTPS_PROXY', 'FTP_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [
      ...['--env', `${name}=`, '--env', `${name.toLowerCase()}=`],
    ]),
}

/** Where the number 0 inside is the person outside, it is the only one with the person's files. */
const userOf = ({ uid, gid }: ContainerRun['user'], asZero: boolean): string =>
  asZero ? '0:0' : `${uid}:${gid}`

/** The last line of every script. */
export const WHOLE = '# whole'
/** Reads the script to its very end, or runs nothing: see `bubblewrap.ts`. */
const FIRST = `job=$(head -c "$1"); case $job in *'${WHOLE}') eval "$job";; *) exit 125;; esac`

export type Script = {
  /** Printed on standard error when all is built, before anything foreign has run. */
  readonly begun: string
  /** Lines of shell that compare what is shown. */
  readonly first: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The program and its arguments, as words of shell. */
  readonly program: string
}

/**
 * The first process inside. What is left of standard input is the line to Gatehouse: when that is
 * gone, everything inside is ended.
 */
export function containerScript({ begun, first, env, program }: Script): string {
  const set = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`))
  return [
    'unset job; exec 9<&0 </dev/null',
    '(cat <&9 >/dev/null; kill -KILL -1) 2>/dev/null &',
    'exec 9<&- 3</dev/null 4</dev/null',
    ...first,
    `echo ${quoted(begun)} >&2`,
    `env -i ${set.join(' ')} ${program}`,
    'exit $?',
    WHOLE,
  ].join('\n')
}
