// Runs one command line inside the sandbox, once it is known how to build one here. Never decides
// what is run.
import { randomUUID } from 'node:crypto'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds } from '../command-bounds.ts'
import {
  bubblewrapBuilt,
  bubblewrapData,
  fitsFirst,
  foldersInTmp,
  jobLater,
  LATER_BYTES,
  LINE_BYTES,
  type Built,
  type Shown,
} from '../linux/bubblewrap.ts'
import { environment } from '../command-environment.ts'
import { runChild, tooLong, type ChildJob } from './child.ts'
import { withoutMark, type WithoutMark } from './last-mark.ts'
import { coverIdentities, shownCovers } from '../files/cover-files.ts'
import { comparison, jobLine } from '../linux/job-line.ts'
import type { Cover } from '../files/own-stop.ts'
import { sayingWhatIsLeft } from '../linux/left-behind.ts'
import type { Guarded } from '../files/protected-paths.ts'
import { LANDLOCK_EXIT, LANDLOCK_SAYS } from '../linux/landlock-program.ts'
import { proxyVariables } from './proxy.ts'
import { staysRoot } from '../linux/host-user.ts'
import type { IsolationProfiles } from '../linux/isolation-profile.ts'
import type { Way } from '../linux/start-template.ts'
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
  /** A view for a staged command, whose sandbox can be built before the command is known. */
  readonly staged?: boolean
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
  const { command, workspace, proxy } = inside
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
  const built = builtOf(inside, from['source'] ?? source, helperFiles)
  const wanted = wantedOf(profiles, inside)
  const unasked = elsewhere?.unasked === true
  const words = [profiles.hostLayout.shell, '-c', command]
  const lived = `gatehouse-${randomUUID()}`
  const said = withoutMark(lived, limits.onOutput)
  const run = async (template: Template, data: string): Promise<Result<ProcessEnd, Failure>> =>
    endOf(
      await runChild(profiles.spawner, {
        template,
        data,
        enclosed: true,
        ...limits,
        onOutput: said.onOutput,
      }),
      { said, wanted, word },
    )
  const first = comparison(wanted, word)
  const lineFor = (since: 'built' | 'begun'): string =>
    jobLine(
      profiles.hostLayout,
      unasked ? [...lastInLine, ...words] : words,
      { ...bounds, cpuSeconds: unasked ? UNASKED_CPU_S : (limits.cpuSeconds ?? bounds.cpuSeconds) },
      (program) =>
        sayingWhatIsLeft(
          profiles.hostLayout.shell,
          program,
          foldersInTmp(built.shown),
          since,
          lived,
        ),
    )
  const way = { as, enter, proxy: from['proxy'] ?? null }
  const late = jobLater(first, lineFor('begun'))
  if (elsewhere?.staged === true && enter.length > 0 && Buffer.byteLength(late) <= LATER_BYTES) {
    return run(templateLater(profiles, way, built, wanted), late)
  }
  const job = lineFor('built')
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
  return run(
    templateOf(profiles, way, unasked),
    bubblewrapData(profiles.hostLayout, { ...built, first, job }),
  )
}

function endOf(
  ended: Result<ProcessEnd, Failure>,
  {
    said,
    wanted,
    word,
  }: {
    readonly said: WithoutMark
    readonly wanted: readonly Wanted[]
    readonly word: string
  },
): Result<ProcessEnd, Failure> {
  if (!ended.ok) return ended
  const { value, marked } = said.end(ended.value)
  if (wanted.length > 0 && value.stderr.includes(word)) return err(changedMeanwhile())
  const { end } = value
  // The failure has none of its output, which was passed on while it ran.
  if (end.kind === 'signalled' && end.signal === 'SIGKILL' && !marked) return err(firstKilled())
  return builtOrNot(value)
}

/** The shell around the command, or a relay around that, did not live to say how the command ended. */
const firstKilled = (): Failure =>
  failure(
    'sandbox.killed',
    'The first process of its sandbox was killed (SIGKILL), by something outside Gatehouse or by the command itself, and this command with it.',
    'Check what it did, then run it again.',
  )

type Wanted = Pick<Guarded, 'path' | 'identity'>

const wantedOf = (
  { hostLayout }: Pick<IsolationProfiles, 'hostLayout'>,
  { guarded, covers }: Pick<Inside, 'guarded' | 'covers'>,
): readonly Wanted[] => [...guarded, ...coverIdentities(covers, hostLayout.helperFiles)]

const builtOf = (inside: Omit<Inside, 'command'>, source: string, helperFiles: string): Built => ({
  env: { ...environment, ...(inside.proxy === null ? {} : proxyVariables) },
  cwd: inside.cwd,
  shown: [...shownOf(inside, source), ...shownCovers(inside.covers, helperFiles)],
  helperFiles,
})

/**
 * Has a sandbox built, and a process wait in it, for the one command that is to run in this view. A
 * command that is to be shown something else gets another.
 */
export function waitIn(
  profiles: IsolationProfiles,
  inside: Omit<Inside, 'command'>,
  view: Elsewhere,
): { readonly dismiss: () => void } {
  const { hostLayout, spawner } = profiles
  const helperFiles = view.helperFiles ?? hostLayout.helperFiles
  const built = builtOf(inside, view.source ?? inside.workspace, helperFiles)
  const way = { as: null, enter: view.enter, proxy: inside.proxy?.socket ?? null }
  const template = templateLater(profiles, way, built, wantedOf(profiles, inside))
  spawner.prepare(template)
  return { dismiss: () => spawner.forget(template) }
}

const templateLater = (
  profiles: Pick<IsolationProfiles, 'template' | 'hostLayout'>,
  way: Pick<Way, 'as' | 'enter' | 'proxy'>,
  built: Built,
  wanted: readonly Wanted[],
): Template =>
  profiles.template({
    ...way,
    stdin: false,
    bound: bounds,
    later: {
      built: bubblewrapBuilt(profiles.hostLayout, built),
      identities: wanted.map(({ path, identity }) => `${identity} ${path}`).join('\n'),
    },
  })

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
