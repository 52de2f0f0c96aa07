// The command line of the Landlock launcher: a wall of the kernel's own round one command, built
// without any privilege. Inside bubblewrap it is the second layer; alone it is the fallback where
// user namespaces are closed. Pure once perl was found. What it does step by step:
// `landlock-program.ts`.
import { access, constants } from 'node:fs/promises'
import { launcherCalls, launcherProgram, takeWords, WHOLE } from './landlock-program.ts'

/** Fixed, not PATH: what builds the wall must come from where only the system's owner writes. */
const PERL = '/usr/bin/perl'

/** Numbers of setrlimit. */
export const limitNumbers = { fsize: 1, data: 2, core: 4, nproc: 6, nofile: 7 } as const
export type LimitName = keyof typeof limitNumbers

export type LandlockRequest = {
  /**
   * Absolute, existing; folders with all below. Links are followed. May be read, listed, executed.
   */
  readonly readOnly: readonly string[]
  /** As `readOnly`, and written. A file such as /dev/null may be here too. */
  readonly writable: readonly string[]
  /** As `writable`, and sockets may be made there. */
  readonly sockets?: readonly string[]
  /** Folders in which, and below which, names can be listed. */
  readonly listed?: readonly string[]
  /** As `writable`, and steered as terminals are. */
  readonly terminals?: readonly string[]
  /**
   * `open`: not held (in an empty network of its own). Else connections to these ports only and no
   * listening, from Landlock 4 on.
   */
  readonly tcp: 'open' | { readonly connect: readonly number[] }
  /**
   * A descriptor that gives the filter's bytes and then ends. Null: bubblewrap sets it, or there is
   * none.
   */
  readonly seccompFd: number | null
  readonly argv: readonly string[]
  readonly cwd?: string
  /** The whole environment of the command. Left out: the one the launcher was started with. */
  readonly environment?: Readonly<Record<string, string>>
  /** Set for the command itself. A tighter bound that is there already stays. */
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>
  /**
   * Looked at before anything foreign runs: `identity` is `device:inode`. Prints `word` when one
   * differs.
   */
  readonly same?: {
    readonly protectedPaths: readonly { readonly path: string; readonly identity: string }[]
    readonly word: string
  }
  /**
   * Without namespaces round it: Landlock 6 is demanded, and a kill or the end of the launcher ends
   * everything.
   */
  readonly alone?: boolean
}

export type Launcher = {
  /**
   * Arguments for one start. The launcher itself is to be started with an empty environment, or the
   * command's own: perl obeys some names.
   */
  wrap(request: LandlockRequest): { readonly file: string; readonly args: readonly string[] }
}

/**
 * Null where there is no Linux on x64 or arm64, or no perl. That the kernel has Landlock is found
 * out by trying. Inside bubblewrap nothing of ours need be visible: the program is an argument, and
 * perl lies in /usr.
 */
export async function landlockLauncher(): Promise<Launcher | null> {
  const { platform, arch } = process
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) return null
  const there = await access(PERL, constants.X_OK).then(
    () => true,
    () => false,
  )
  return there
    ? { wrap: (request) => ({ file: PERL, args: launcherArguments(request, arch) }) }
    : null
}

type Arch = keyof typeof launcherCalls

/** Landlock 6 (Linux 6.12) is the first that holds signals and abstract sockets. */
const LEAST_ALONE = 6

export const launcherArguments = (request: LandlockRequest, arch: Arch): readonly string[] => [
  '-e',
  launcherProgram,
  '--',
  ...launcherWords(request, arch),
]

/** A launcher that waits for its words on descriptor 4, and what to write there. */
export const waitingLauncher = { file: PERL, args: ['-e', takeWords + launcherProgram] } as const
export const launcherData = (request: LandlockRequest, arch: Arch): string =>
  [...launcherWords(request, arch), WHOLE].join('\0')

function launcherWords(request: LandlockRequest, arch: Arch): readonly string[] {
  const { tcp, seccompFd, cwd, same, environment = {}, limits = {}, alone = false } = request
  return [
    ...Object.entries(launcherCalls[arch]).flatMap(([name, number]) => [name, String(number)]),
    'least',
    String(alone ? LEAST_ALONE : 1),
    ...(alone ? ['supervise', '1'] : []),
    ...(cwd === undefined ? [] : ['cwd', cwd]),
    ...Object.entries(environment).flatMap(([name, text]) => ['env', `${name}=${text}`]),
    ...(same === undefined ? [] : ['differs', same.word]),
    ...(same?.protectedPaths ?? []).flatMap(({ path, identity }) => [
      'same',
      `${identity}:${path}`,
    ]),
    ...Object.entries(limits).flatMap(([name, most]) => [
      'limit',
      `${limitNumbers[name as LimitName]}:${most}`,
    ]),
    ...request.readOnly.flatMap((path) => ['ro', path]),
    ...request.writable.flatMap((path) => ['rw', path]),
    ...(request.sockets ?? []).flatMap((path) => ['so', path]),
    ...(request.listed ?? []).flatMap((path) => ['ls', path]),
    ...(request.terminals ?? []).flatMap((path) => ['tt', path]),
    ...(tcp === 'open'
      ? []
      : ['tcp', '1', ...tcp.connect.flatMap((port) => ['port', String(port)])]),
    ...(seccompFd === null ? [] : ['filter', String(seccompFd)]),
    '--',
    ...request.argv,
  ]
}
