// A program that runs for long inside the sandbox and is talked to over its standard streams. Never
// decides whether it may run.
import { randomUUID } from 'node:crypto'
import { lstat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds } from '../command-bounds.ts'
import { bubblewrapData, fitsFirst, LINE_BYTES, type Shown } from '../linux/bubblewrap.ts'
import { tooLong } from './child.ts'
import { converse } from './converse.ts'
import { coverIdentities, shownCovers } from '../files/cover-files.ts'
import { comparison, jobLine, quoted } from '../linux/job-line.ts'
import { staysRoot, type HostUser } from '../linux/host-user.ts'
import type { Cover } from '../files/own-stop.ts'
import type { Guarded } from '../files/protected-paths.ts'
import { reporterVariables } from '../linux/attempt-reporters.ts'
import { proxyVariablesPast } from './proxy.ts'
import type { Running } from './running.ts'
import { within } from '../files/resolve-path.ts'
import { unreadable } from '../files/unreadable.ts'
import { listenForDescriptors } from '../spawner/direct-descriptors.ts'
import type { IsolationProfiles } from '../linux/isolation-profile.ts'

export type Program = {
  /**
   * The program and its arguments, no shell. A name without a slash is looked for in `env.PATH`,
   * else in /usr/bin.
   */
  readonly argv: readonly [string, ...string[]]
  /**
   * The whole environment, beside HOME, and the proxy's variables where there is a proxy. Nothing
   * of ours is added but what `reports` needs. Names that begin with PERL are refused.
   */
  readonly env: Readonly<Record<string, string>>
  /**
   * An existing folder outside, the program's own, seen inside as /home/program and written in. See
   * `makeOwnFolder`. Null: nothing that it writes there is kept, HOME is /tmp.
   */
  readonly home: string | null
  /** Seen as `inside` sees them: one of the paths below, a folder in one, or null for HOME. */
  readonly cwd: string | null
  /** A folder of ours, seen inside as /home/package and only read; left out: none. */
  readonly package?: string | undefined
  /**
   * It may open Unix sockets. Refused together with folders, one of which may hold somebody's socket;
   * but for a program that starts what is foreign behind a wall of its own: see `inner`.
   */
  readonly sockets?: boolean | undefined
  /**
   * A command that it starts by the file `name` in `PROGRAM_PACKAGE`, where `package` is: behind one
   * more second wall and the filter of commands, so without sockets, and unable to reach the program
   * that started it. Refused as `sandbox.missing` where there is no second layer.
   */
  readonly inner?: { readonly name: string; readonly argv: readonly string[] } | undefined
  /**
   * The folder whose owner it is to be, as commands there are; left out, the owner of its home.
   */
  readonly worksIn?: string | undefined
  /**
   * Existing absolute real paths that are seen at the same place inside. /usr is there anyway. A
   * STOP place is refused.
   */
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  /** The same for what is seen at another place inside; left out: nothing. */
  readonly placed?: readonly Shown[] | undefined
  /**
   * Of the whole tree. Memory holds where the protection `memory` does; 4 GiB and 256 are the most.
   */
  readonly limits: {
    readonly memoryBytes: number
    readonly processes: number
    /**
     * What one process of it reserves without using it, beside the memory: it counts where each
     * process is held by itself. Left out: nothing.
     */
    readonly reservedBytes?: number
    /** Processor time of one process, over its whole life. */
    readonly cpuSeconds?: number
  }
  /**
   * Null: no network at all. Else the unix socket of the filtering proxy, which its outer user must
   * be able to open.
   */
  readonly proxy: null | { readonly socket: string }
  /** Hosts that it is told to reach without the proxy, of its own loopback. Left out: none. */
  readonly direct?: readonly string[] | undefined
  /**
   * Where Node or Python runs it, it tells the proxy itself what it dials past it: see
   * `attempt-reporters.ts`.
   */
  readonly reports?: boolean | undefined
  /** Beside the indispensable ones: what must be enforced here, or the program is refused. */
  readonly requires: readonly string[]
  /** Kills it, as `kill` does. */
  readonly signal: AbortSignal
  /**
   * It is called often and says little: a process waits for the next of its kind, and its streams go
   * through the helper. Left out: it is not.
   */
  readonly short?: boolean | undefined
  /** Told about each piece of its standard error; must not throw. */
  readonly onError?: ((bytes: Buffer) => void) | undefined
}

export const PROGRAM_HOME = '/home/program'
export const PROGRAM_PACKAGE = '/home/package'
/** Perl builds the second wall, and obeys some variables of its own name before that. */
const NAME = /^(?!PERL)[A-Za-z_][A-Za-z0-9_]*$/

/** What is closed in the folders that it is shown: covered, or read-only. */
export type ClosedIn = { readonly covers: readonly Cover[]; readonly guarded: readonly Guarded[] }

/** What of the person's it is shown. */
export const shownOf = ({
  readOnly,
  writable,
  placed = [],
}: Pick<Program, 'readOnly' | 'writable' | 'placed'>): readonly Shown[] => [
  ...readOnly.map((path) => ({ from: path, at: path, readOnly: true })),
  ...writable.map((path) => ({ from: path, at: path, readOnly: false })),
  ...placed,
]

/**
 * Why it may not have sockets of its own: the network keeps abstract ones inside, but one with a path
 * leads to anyone who listens there. Its home, its package and single files have none of others.
 */
export async function socketsLeadOut({
  sockets,
  inner,
  ...program
}: Program): Promise<Failure | null> {
  if (sockets !== true || inner !== undefined) return null
  for (const path of shownOf(program).map(({ from }) => from)) {
    const is = await lstat(path).catch(() => null)
    if (is?.isFile() !== true)
      return failure(
        'program.sockets',
        `A program that may open sockets cannot also see ${path}: a socket in it would lead out of the sandbox.`,
        'Take the folder or the sockets away from it.',
      )
  }
  return null
}

/** Starts it; resolves as soon as it was handed to the helper. `as`: whom it belongs to outside. */
export async function startProgram(
  profiles: IsolationProfiles,
  program: Program,
  closed: ClosedIn,
  as: HostUser | null,
): Promise<Result<Running, Failure>> {
  const { argv, env, proxy, limits } = program
  if (Object.keys(env).some((name) => !NAME.test(name)))
    return err(
      failure(
        'program.environment',
        'A variable has an invalid name, or a name that begins with PERL.',
      ),
    )
  if ([...argv, ...Object.values(env)].some((text) => text.includes('\0'))) {
    return err(failure('command.nul', 'An argument or a variable holds a NUL character.'))
  }
  const wanted: readonly Shown[] = [
    ...(program.home === null ? [] : [{ from: program.home, at: PROGRAM_HOME, readOnly: false }]),
    ...(program.package === undefined
      ? []
      : [{ from: program.package, at: PROGRAM_PACKAGE, readOnly: true }]),
    ...shownOf(program),
  ]
  // What is root's alone, he is shown as his.
  const mapped =
    program.worksIn !== undefined && staysRoot(program.worksIn)
      ? shownOf(program).filter(
          ({ from, at }) => (from === program.worksIn || from !== at) && staysRoot(from),
        )
      : []
  const closedTo = await unreadable(
    as,
    argv,
    shownOf(program).flatMap((each) => (mapped.includes(each) ? [] : [each.from])),
  )
  if (closedTo !== null) return err(closedTo)
  const paths = Object.fromEntries(wanted.map(({ from, at }) => [at, from]))
  const placed = await profiles.mountPath(
    as,
    {
      ...paths,
      made: profiles.hostLayout.helperFiles,
      ...(proxy === null ? {} : { proxy: proxy.socket }),
    },
    [
      ...mapped.map(({ at }) => at),
      ...(program.worksIn !== undefined && staysRoot(program.worksIn) ? ['proxy'] : []),
    ],
  )
  if (!placed.ok) return placed
  const from = placed.value
  const home = program.home === null ? '/tmp' : PROGRAM_HOME
  const reports = proxy !== null && program.reports === true
  const variables = {
    HOME: home,
    ...env,
    ...(proxy === null ? {} : proxyVariablesPast(program.direct ?? [])),
    ...(reports ? reporterVariables(env) : {}),
  }
  const bound = {
    processes: Math.min(limits.processes, bounds.processes),
    memoryBytes: Math.min(limits.memoryBytes, bounds.memoryBytes),
    weight: bounds.weight,
  }
  // Where a group holds the sum, one process may have all of it; what it only reserves must not
  // count.
  const dataBytes = profiles.bounded
    ? bounds.dataBytes
    : Math.min(bound.memoryBytes + (limits.reservedBytes ?? 0), bounds.dataBytes)
  const staged = wanted
    .map(({ at, readOnly }) => ({ from: from[at] ?? at, at, readOnly }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const below = (path: string): string => {
    const base = staged
      .filter(({ at }) => within(path, at))
      .toSorted((one, other) => other.at.length - one.at.length)[0]
    return base === undefined ? path : base.from + path.slice(base.at.length)
  }
  const helperFiles = from['made'] ?? profiles.hostLayout.helperFiles
  const guarded = seenInside(program, closed.guarded)
  const covers = seenInside(program, closed.covers)
  const protectedPaths = guarded.map(({ path, readOnly }) => ({
    from: below(path),
    at: path,
    readOnly,
  }))
  // Parents first, or one would cover what lies in it; of two at one place the last holds, so that
  // what is closed comes later.
  const shown = [
    ...[...staged, ...protectedPaths].toSorted((one, other) =>
      one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
    ),
    ...shownCovers(covers, helperFiles),
  ]
  if (program.inner !== undefined) {
    const refused = await writeInner(profiles, program, staged)
    if (refused !== null) return err(refused)
  }
  const job = jobLine(
    profiles.hostLayout,
    profiles.wrap(staged, argv, {
      ...(program.sockets === undefined ? {} : { sockets: program.sockets }),
      terminal: program.inner !== undefined,
    }),
    {
      processes: bound.processes,
      dataBytes,
      ...(limits.cpuSeconds === undefined ? {} : { cpuSeconds: limits.cpuSeconds }),
    },
  )
  // The second wall would say that its program is missing, and could not be told from one that
  // cannot be built.
  const word = `gatehouse-${randomUUID()}`
  const named = `${exactly(variables)}command -v ${quoted(argv[0])} >/dev/null || { echo 'There is no such program.' >&2; exit 127; }; `
  const first = [
    ...comparison([...guarded, ...coverIdentities(covers, profiles.hostLayout.helperFiles)], word),
    named,
  ]
  if (Buffer.byteLength(job) > LINE_BYTES || !fitsFirst(first)) return err(tooLong())
  const data = bubblewrapData(profiles.hostLayout, {
    env: {},
    cwd: program.cwd ?? home,
    shown,
    helperFiles,
    lookups: from['proxy'] !== undefined,
    reports,
    first,
    job,
  })
  const template = profiles.template({
    as,
    enter: [],
    proxy: from['proxy'] ?? null,
    stdin: true,
    sockets: program.sockets === true,
    short: program.short === true,
    bound,
  })
  const directDescriptors = program.short === true ? null : await listenForDescriptors()
  const start = {
    data,
    timeMs: null,
    keep: { stdout: null, stderr: null },
    directDescriptors: directDescriptors?.folder ?? null,
  }
  return ok(
    converse(
      program.signal,
      directDescriptors,
      (listener) => profiles.spawner.start(template, start, listener),
      program.onError,
    ),
  )
}

/**
 * Where what is closed is seen inside: once at each place that shows it. Of two folders of which one
 * lies in the other, both show what is in the inner one.
 */
function seenInside<T extends { readonly path: string }>(
  { placed = [], readOnly, writable }: Program,
  closed: readonly T[],
): readonly T[] {
  if (placed.length === 0) return closed
  const seen = new Map<string, T>()
  for (const each of closed) {
    if ([...readOnly, ...writable].some((folder) => within(each.path, folder)))
      seen.set(each.path, each)
    for (const { from, at } of placed) {
      if (!within(each.path, from)) continue
      const path = at + each.path.slice(from.length)
      seen.set(path, { ...each, path })
    }
  }
  return [...seen.values()]
}

/**
 * The file that its inner command is started by. It is in a folder that is only read inside, so
 * nobody there can change it.
 */
async function writeInner(
  profiles: IsolationProfiles,
  { inner, package: folder }: Program,
  shown: readonly Shown[],
): Promise<Failure | null> {
  const layer = inner === undefined ? null : profiles.wrapInner(shown, inner.argv)
  if (inner === undefined || folder === undefined || layer === null)
    return failure(
      'sandbox.missing',
      'This program needs a second wall around what it starts, which cannot be built here.',
      'Run `gatehouse doctor` to see what is missing.',
    )
  await writeFile(join(folder, FILTER), layer.filter, { mode: 0o644 })
  const line = `#!/bin/sh\nexec 9<${PROGRAM_PACKAGE}/${FILTER}\nexec ${layer.argv.map(quoted).join(' ')}\n`
  await writeFile(join(folder, inner.name), line, { mode: 0o755 })
  return null
}

const FILTER = 'filter'

/**
 * By the shell and not as words of a program, which everybody on the machine could read in its
 * command line.
 */
const exactly = (env: Readonly<Record<string, string>>): string =>
  `unset PWD OLDPWD; PATH=/usr/bin:/bin; ${Object.entries(env)
    .map(([name, value]) => `export ${name}=${quoted(value)}; `)
    .join('')}`
