// Runs one command line inside the sandbox, once it is known how to build one here. Never decides
// what is run.
import { randomUUID } from 'node:crypto'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import {
  bounds,
  bubblewrapData,
  environment,
  fitsFirst,
  foldersInTmp,
  LINE_BYTES,
  type Shown,
} from '../linux/bubblewrap.ts'
import { runChild, tooLong, type ChildJob } from './child.ts'
import { coverIdentities, shownCovers } from '../files/cover-files.ts'
import { comparison, jobLine } from '../linux/job-line.ts'
import type { Cover } from '../files/own-stop.ts'
import { sayingWhatIsLeft } from '../linux/left-behind.ts'
import type { Guarded } from '../files/protected-paths.ts'
import { LANDLOCK_EXIT, LANDLOCK_SAYS } from '../linux/landlock-program.ts'
import { proxyVariables } from './proxy.ts'
import { staysRoot } from '../linux/host-user.ts'
import type { IsolationProfiles, Way } from '../linux/isolation-profile.ts'
import type { Template } from '../spawner/wire.ts'

/**
 * A rehearsal: the command sees `source` in the workspace's place, or starts by `enter`, which
 * leads to where that is so. `helperFiles`: where the sandbox's own files lie there, if not where they
 * always are.
 */
export type Elsewhere = {
  readonly source: string | null
  readonly enter: readonly string[]
  readonly helperFiles?: string | null
  /** Nobody asked for it: it may have what the machine has left, and not for long. */
  readonly unasked?: boolean
}

export type Inside = {
  readonly command: string
  readonly cwd: string
  readonly workspace: string
  readonly guarded: readonly Guarded[]
  /** What of the person's own STOP list lies in the workspace. */
  readonly covers: readonly Cover[]
  /** The unix socket of a filtering proxy outside; null: no network at all. */
  readonly proxy: null | { readonly socket: string }
}

/** Of one process; the time of all of them together ends with the rehearsal. */
const UNASKED_CPU_S = 10
/** Of a control group; the usual is 100. */
const UNASKED_WEIGHT = 1
/** From /usr, which is there inside. */
const lastInLine = ['/usr/bin/nice', '-n', '19']

export type Bounds = Pick<ChildJob, 'timeMs' | 'treeCpuMs' | 'keep' | 'signal' | 'onOutput'> & {
  /** Processor time of one process; left out, the usual. */
  readonly cpuSeconds?: number
}

/** Failures: those of `runChild`, `sandbox.spawn`, `path.changed`. */
export async function runInside(
  profiles: IsolationProfiles,
  inside: Inside,
  limits: Bounds,
  elsewhere?: Elsewhere,
): Promise<Result<ProcessEnd, Failure>> {
  const { command, workspace, guarded, covers, proxy, cwd } = inside
  const source = elsewhere?.source ?? workspace
  const enter = elsewhere?.enter ?? []
  // Where another user's mounts are entered, only he can go in.
  const as =
    enter.length > 0
      ? null
      : await (elsewhere === undefined ? profiles.worker(source) : profiles.outer(source))
  const placed = await profiles.mountPath(
    as,
    {
      source,
      made: profiles.hostLayout.helperFiles,
      ...(proxy === null ? {} : { proxy: proxy.socket }),
    },
    // What is root's alone, he is shown as his.
    elsewhere === undefined && staysRoot(source) ? ['source', 'proxy'] : [],
  )
  if (!placed.ok) return placed
  const from = placed.value
  const word = `gatehouse-${randomUUID()}`
  const helperFiles = elsewhere?.helperFiles ?? from['made'] ?? profiles.hostLayout.helperFiles
  const shown = [...shownOf(inside, from['source'] ?? source), ...shownCovers(covers, helperFiles)]
  const wanted = [...guarded, ...coverIdentities(covers, profiles.hostLayout.helperFiles)]
  const unasked = elsewhere?.unasked === true
  const words = [profiles.hostLayout.shell, '-c', command]
  const job = jobLine(
    profiles.hostLayout,
    unasked ? [...lastInLine, ...words] : words,
    { ...bounds, cpuSeconds: unasked ? UNASKED_CPU_S : (limits.cpuSeconds ?? bounds.cpuSeconds) },
    (program) => sayingWhatIsLeft(profiles.hostLayout.shell, program, foldersInTmp(shown)),
  )
  const first = comparison(wanted, word)
  if (Buffer.byteLength(job) > LINE_BYTES) return err(tooLong())
  if (!fitsFirst(first)) {
    return err(
      failure(
        'sandbox.workspace',
        `The names of the protected files in ${workspace} are too long together.`,
        'Choose a smaller workspace.',
      ),
    )
  }
  const template = templateOf(profiles, { as, enter, proxy: from['proxy'] ?? null }, unasked)
  const data = bubblewrapData(profiles.hostLayout, {
    env: { ...environment, ...(proxy === null ? {} : proxyVariables) },
    cwd,
    shown,
    helperFiles,
    first,
    job,
  })
  const ended = await runChild(profiles.spawner, { template, data, ...limits })
  if (ended.ok && wanted.length > 0 && ended.value.stderr.includes(word)) {
    return err(changedMeanwhile())
  }
  return ended.ok ? builtOrNot(ended.value) : ended
}

/**
 * Has a process wait for the one command that is to run in this view, so that it starts as fast as
 * one outside of it.
 */
export function waitIn(
  { spawner, ...profiles }: IsolationProfiles,
  { enter, unasked = false }: Elsewhere,
  proxy: Inside['proxy'],
): { readonly dismiss: () => void } {
  const way = { as: null, enter, proxy: proxy?.socket ?? null }
  const template = templateOf(profiles, way, unasked)
  spawner.prepare(template)
  return { dismiss: () => spawner.forget(template) }
}

const templateOf = (
  profiles: Pick<IsolationProfiles, 'template'>,
  way: Pick<Way, 'as' | 'enter' | 'proxy'>,
  unasked: boolean,
): Template =>
  profiles.template({
    ...way,
    stdin: false,
    bound: unasked ? { ...bounds, weight: UNASKED_WEIGHT } : bounds,
  })

export const changedMeanwhile = (): Failure =>
  failure(
    'path.changed',
    'Another command changed the workspace while this one was started.',
    'Try again.',
  )

export const shownOf = (
  { workspace, guarded }: Pick<Inside, 'workspace' | 'guarded'>,
  source: string,
): readonly Shown[] => [
  { from: source, at: workspace, readOnly: false },
  ...guarded.map(({ path, readOnly }) => ({
    from: source + path.slice(workspace.length),
    at: path,
    readOnly,
  })),
]

/** As bubblewrap says of its child that the kernel ended for its processor time. */
const CPU_EXIT = 128 + 24
const withCpuEnd = (value: ProcessEnd): ProcessEnd =>
  value.end.kind === 'exited' && value.end.code === CPU_EXIT
    ? { ...value, end: { kind: 'signalled', signal: 'SIGXCPU' } }
    : value

/** A command that ended, or why it did not even begin: see `notBuilt`. */
export function builtOrNot(given: ProcessEnd): Result<ProcessEnd, Failure> {
  const value = withCpuEnd(given)
  const said =
    value.stdoutBytes === 0 && value.end.kind === 'exited'
      ? notBuilt(value.stderr, value.end.code)
      : null
  return said === null ? ok(value) : err(said)
}

/**
 * Bubblewrap says so on standard error when it cannot build what it was told, and ends with 1, as
 * the command might; the second wall with 125. A command that imitates this only has its own end
 * reported as a failure.
 */
export function notBuilt(stderr: string, code: number): Failure | null {
  const said =
    code === LANDLOCK_EXIT && stderr.startsWith(LANDLOCK_SAYS)
      ? stderr.trimEnd()
      : /^bwrap: ([^\n]*)\n$/.exec(stderr)?.[1]
  if (said === undefined || (code !== 1 && code !== LANDLOCK_EXIT)) return null
  return failure(
    'sandbox.spawn',
    `The sandbox could not be built (${said}).`,
    'Run `gatehouse doctor`.',
  )
}
