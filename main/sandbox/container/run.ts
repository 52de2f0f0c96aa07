// Runs one command line in a container, once it is known that containers hold here. Never decides
// what is run.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { err, type Result } from '../../../contract/result.ts'
import { coverIdentities, shownCovers } from '../files/cover-files.ts'
import { bounds } from '../command-bounds.ts'
import { environment } from '../command-environment.ts'
import { foldersInTmp } from '../linux/bubblewrap.ts'
import { hostUser } from '../linux/host-user.ts'
import { comparison, quoted } from '../linux/job-line.ts'
import { sayingWhatIsLeft } from '../linux/left-behind.ts'
import { followJob } from '../processes/child.ts'
import { changedMeanwhile, shownOf, type Bounds, type Inside } from '../processes/confine.ts'
import { proxyVariables } from '../processes/proxy.ts'
import { ownNode } from '../spawner/child-helper.ts'
import { complaint, titles, type Engine } from './engine.ts'
import { startContainer } from './job.ts'
import { startRelay } from './relay.ts'
import { containerScript, containerLine } from './container-line.ts'

export type ContainerDeps = {
  readonly engine: Engine
  readonly image: string
  readonly runtime: string | null
  /** Ours: the closed file and folder that cover, and the two filters. */
  readonly helperFiles: string
}

/** A name for what is to be ended when Gatehouse is gone. */
export const NAME = 'gatehouse-'
/** Where the shell is in every image we run. */
const SHELL = '/bin/sh'

export const filterFiles = { command: 'filter.json', relay: 'filter-relay.json' } as const

/** Failures: those of `followJob`, `sandbox.spawn`, `sandbox.workspace`, `path.changed`. */
export async function runInContainer(
  { engine, image, runtime, helperFiles }: ContainerDeps,
  { command, cwd, workspace, guarded, covers, proxy }: Inside,
  limits: Bounds,
): Promise<Result<ProcessEnd, Failure>> {
  const [word, begun] = [`gatehouse-${randomUUID()}`, `gatehouse-${randomUUID()}`]
  const shown = [...shownOf({ workspace, guarded }, workspace), ...shownCovers(covers, helperFiles)]
  const wanted = [...guarded, ...coverIdentities(covers, helperFiles)]
  const words = [SHELL, '-c', command].map(quoted).join(' ')
  const program = sayingWhatIsLeft(SHELL, words, foldersInTmp(shown), 'built')
  const data = containerScript({
    begun,
    first: comparison(seenInside(wanted, runtime), word, runtime === null ? '%d:%i' : '%i'),
    env: { ...environment, ...(proxy === null ? {} : proxyVariables) },
    program: program.replace(/^exec /, ''),
  })
  const name = `${NAME}${process.pid}-${randomUUID()}`
  const user = await containerUser(workspace)
  const common = { image, runtime, user, timeMs: limits.timeMs }
  const started =
    proxy === null
      ? null
      : await startRelay(
          engine,
          {
            ...common,
            name: `${name}-way`,
            script: ownScript(),
            socket: proxy.socket,
            filter: join(helperFiles, filterFiles.relay),
          },
          limits.signal,
        )
  // Stopped meanwhile: the rest says so.
  if (started !== null && !started.ok && !limits.signal.aborted) return started
  const relay = started?.ok === true ? started.value : null
  const said = containerLine(engine, {
    ...common,
    name,
    cwd,
    shown,
    filter: join(helperFiles, filterFiles.command),
    relay: relay?.name ?? null,
    cpuSeconds: limits.cpuSeconds ?? bounds.cpuSeconds,
    scriptBytes: Buffer.byteLength(data),
  })
  if (!said.ok) {
    await relay?.end()
    return said
  }
  let before = ''
  let seen = false
  const built = (isSeen: boolean, text: string): void => {
    ;[seen, before] = [isSeen, text]
  }
  let ended: Awaited<ReturnType<typeof followJob>>
  try {
    ended = await followJob(
      (given, listener) =>
        startContainer(engine, { name, words: said.value, begun, built }, given, listener),
      { data, ...limits },
    )
  } finally {
    await relay?.end()
  }
  if (!ended.ok || seen || stoppedByUs.has(ended.value.end.kind)) return ended
  if (before.includes(word)) return err(changedMeanwhile())
  return err(
    failure(
      'sandbox.spawn',
      `${titles[engine.program]} did not start the container (${complaint(before) ?? 'it said nothing'}).`,
      'Run `gatehouse doctor`.',
    ),
  )
}

const stoppedByUs: ReadonlySet<string> = new Set(['cancelled', 'timed-out', 'flooded'])

/**
 * Where a machine of its own is between, files have another device there; their numbers are kept.
 */
const seenInside = <Wanted extends { readonly identity: string }>(
  wanted: readonly Wanted[],
  runtime: string | null,
): readonly Wanted[] =>
  runtime === null
    ? wanted
    : wanted.map((each) => ({ ...each, identity: each.identity.replace(/^\d+:/, '') }))

/** The relay's own source, which the inside is shown. */
function ownScript(): string {
  const script = ownNode('relay').args.findLast((word) => existsSync(word))
  if (script === undefined) throw new Error('The relay is missing.')
  return script
}

/** Whom what a command makes belongs to: the owner of the folder where he is not root, else us. */
const containerUser = async (
  folder: string,
): Promise<{ readonly uid: number; readonly gid: number }> =>
  (await hostUser(folder)) ?? { uid: process.getuid?.() ?? 1000, gid: process.getgid?.() ?? 1000 }
