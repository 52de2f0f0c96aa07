// The power to look for files and lines below a permitted folder. The looking is done in a thread
// that can be ended at any moment; every name that comes out of it is looked at once more here, as
// if it alone had been asked for, before anything of it is shown.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { letGo } from '../../../contract/let-go.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type {
  FindRequest,
  FoundFiles,
  FoundLines,
  LeftOut,
  ReadPower,
  SearchRequest,
} from '../../../contract/call/powers/file-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { fileFailure, missing, notFolder, notRegular } from '../files/file-failure.ts'
import { permittedPath } from '../files/file-powers.ts'
import { openCoverFinder, type OwnStop } from '../files/own-stop.ts'
import { within, type RealPath, type ResolvedPath } from '../files/resolve-path.ts'
import { openStopList } from '../files/stop-list.ts'
import { globTest } from './glob.ts'
import { literal, readPattern, type Pattern } from './pattern.ts'
import type { Prefilter } from './ripgrep.ts'
import type { FoundIn, SearchAnswer, SearchGo, SearchJob } from './search-messages.ts'
import { workerFile } from '../../threads/worker-file.ts'

export type Searcher = {
  power(options: {
    readonly permitted: readonly CanonicalTouch[]
    readonly resolved: ResolvedPath
    /** Whether the policy lets this file be read by the caller. */
    readonly readable: (file: RealPath) => boolean
    readonly signal: AbortSignal
  }): Pick<ReadPower, 'find' | 'search'>
}

export type SearcherOptions = {
  /** As for `resolvePath`. */
  readonly stop: readonly string[]
  readonly home: string
  readonly ownStop: OwnStop
  readonly prefilter: Prefilter
}

/** More searches wait for these. */
const AT_ONCE = 3
const MEMORY_MB = 512
/** Where fewer files are read sooner than a program starts. */
const FEW = { files: 300, bytes: 4 * 1024 * 1024 }
const nothingLeftOut: LeftOut = { large: 0, binary: 0, unreadable: 0, linked: 0 }

export function openSearcher({ stop, home, ownStop, prefilter }: SearcherOptions): Searcher {
  const stopList = openStopList({ stop, home })
  const findCovers = openCoverFinder(ownStop)
  const inTurn = turns(AT_ONCE)

  const closedIn = async (
    root: string,
  ): Promise<Result<Pick<SearchJob, 'closedPaths' | 'closedIdentities'>, Failure>> => {
    const covers = await findCovers(root)
    if (!covers.ok) return covers
    const builtIn = await stopList()
    return ok({
      closedPaths: [
        ...covers.value.map(({ path }) => path),
        ...builtIn.flatMap(({ written, real }) => (real === null ? [written] : [written, real])),
      ],
      closedIdentities: builtIn.flatMap(({ identity }) => (identity === null ? [] : [identity])),
    })
  }

  const baseOf = async (
    at: RealPath,
    given: string,
    resolved: ResolvedPath,
  ): Promise<Result<Omit<SearchJob, 'kind' | 'request'>, Failure>> => {
    if (at.is === 'missing') return err(missing(given))
    if (at.is === 'other') return err(notRegular(given))
    const isFile = at.is === 'file'
    const closed = await closedIn(isFile ? dirname(at.path) : at.path)
    if (!closed.ok) return closed
    const workspace = await resolved('.')
    const inside = workspace.ok && at.zone === 'workspace' && within(at.path, workspace.value.path)
    return ok({
      root: at.path,
      isFile,
      severalNames: at.zone !== 'workspace',
      ...closed.value,
      above: inside && !isFile ? foldersAbove(at.path, workspace.value.path) : [],
    })
  }

  return {
    power({ permitted, resolved, readable, signal }) {
      const start = async (path: string) => {
        const found = await permittedPath(permitted, resolved, 'fs.read', path)
        if (!found.ok) return found
        const base = await baseOf(found.value, path, resolved)
        return base.ok ? ok({ at: found.value, base: base.value }) : base
      }
      /** As if this file alone had been asked for. */
      const mayShow = async (at: RealPath, file: string): Promise<boolean> => {
        const now = await resolved(file === '' ? at.path : join(at.path, file))
        return (
          now.ok &&
          now.value.zone !== 'stop' &&
          (now.value.zone === at.zone || at.zone !== 'workspace') &&
          now.value.path === (file === '' ? at.path : join(at.path, file)) &&
          !ownStop().some(({ matches }) => matches(now.value.path.normalize('NFC'))) &&
          readable(now.value)
        )
      }
      return {
        async find(path, request) {
          const wrong = wrongGlob(request.glob)
          if (wrong !== null) return err(wrong)
          const placed = await start(path)
          if (!placed.ok) return placed
          const { at, base } = placed.value
          if (base.isFile) return err(notFolder(path))
          const result = await inTurn(() =>
            look({ ...base, kind: 'find', request }, path, signal, async () => null),
          )
          if (!result.ok) return result
          return ok(await shownFiles(result.value, request, (file) => mayShow(at, file)))
        },
        async search(path, request) {
          const wrong = wrongGlob(request.glob)
          if (wrong !== null) return err(wrong)
          const read = request.literally
            ? literalLine(request.pattern)
            : readPattern(request.pattern)
          if (!read.ok) return err(wrongPattern(read.error))
          const placed = await start(path)
          if (!placed.ok) return placed
          const { at, base } = placed.value
          const result = await inTurn(() =>
            look({ ...base, kind: 'search', request }, path, signal, (files, bytes, over) =>
              base.isFile || (files.length <= FEW.files && bytes <= FEW.bytes)
                ? Promise.resolve(null)
                : prefilter({
                    root: base.root,
                    files,
                    pattern: read.value,
                    ignoreCase: request.ignoreCase,
                    signal: over,
                  }),
            ),
          )
          if (!result.ok) return result
          return ok(await shownLines(result.value, request, (file) => mayShow(at, file)))
        },
      }
    },
  }
}

const literalLine = (text: string): Result<Pattern, string> =>
  text.includes('\n')
    ? err('lines are searched one by one, so it cannot hold a line feed')
    : ok(literal(text))

const wrongPattern = (why: string): Failure =>
  failure(
    'search.pattern',
    `The pattern is not understood: ${why}.`,
    'Write it without that, or set literal to true to search for it as plain text.',
  )
const wrongGlob = (glob: string | null): Failure | null =>
  glob === null || globTest(glob) !== null
    ? null
    : failure(
        'search.glob',
        `The glob ${glob} is not understood.`,
        'Write it like *.ts or src/**/*.md.',
      )

/** From the workspace, or the repository that it lies in, down to just above it. */
function foldersAbove(root: string, workspace: string): readonly string[] {
  const above: string[] = []
  for (let at = root; at !== workspace && !existsSync(join(at, '.git'));) {
    at = dirname(at)
    above.unshift(at)
  }
  return above
}

type Looking = {
  readonly files: readonly string[]
  readonly found: readonly FoundIn[]
  readonly leftOut: LeftOut
  readonly cut: 'time' | 'size' | null
}

async function shownFiles(
  { files, leftOut, cut }: Looking,
  { most }: FindRequest,
  mayShow: (file: string) => Promise<boolean>,
): Promise<FoundFiles> {
  const shown: string[] = []
  for (const file of files) {
    if (shown.length > most) break
    if (await mayShow(file)) shown.push(file)
  }
  return { files: shown.slice(0, most), more: shown.length > most, cut, leftOut }
}

async function shownLines(
  { found, leftOut, cut }: Looking,
  { most }: SearchRequest,
  mayShow: (file: string) => Promise<boolean>,
): Promise<FoundLines> {
  let lines = 0
  const shown: FoundIn[] = []
  for (const each of found) {
    if (!(await mayShow(each.file))) continue
    const room = most - lines
    lines += each.lines.length
    if (room > 0) shown.push({ file: each.file, lines: each.lines.slice(0, room) })
  }
  return { found: shown, more: lines > most, cut, leftOut }
}

/** One thread from start to end. */
function look(
  job: SearchJob,
  given: string,
  signal: AbortSignal,
  choose: (
    files: readonly string[],
    bytes: number,
    over: AbortSignal,
  ) => Promise<readonly string[] | null>,
): Promise<Result<Looking, Failure>> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const worker = new Worker(workerFile(import.meta.dirname, 'worker.ts', 'search-worker.js'), {
      workerData: job,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    let listed: { files: readonly string[]; whole: boolean } | null = null
    const found: FoundIn[] = []
    let leftOut = nothingLeftOut
    const end = (result: Result<Looking, Failure>): void => {
      clearTimeout(late)
      signal.removeEventListener('abort', stopped)
      over.abort()
      letGo(worker.terminate())
      resolve(result)
    }
    const asFar = (cut: Looking['cut']): Result<Looking, Failure> =>
      ok({
        files: listed?.files ?? [],
        found,
        leftOut,
        cut: cut ?? (listed?.whole === false ? 'size' : null),
      })
    const stopped = (): void => end(asFar('time'))
    const late = setTimeout(stopped, job.request.timeMs)
    signal.addEventListener('abort', stopped, { once: true })
    if (signal.aborted) return stopped()
    worker.on('message', (answer: SearchAnswer) => {
      switch (answer.kind) {
        case 'listed':
          listed = answer
          if (job.kind === 'search')
            letGo(
              choose(answer.files, answer.bytes, over.signal).then((files) =>
                worker.postMessage({ files } satisfies SearchGo),
              ),
            )
          break
        case 'found':
          found.push(...answer.in)
          leftOut = answer.leftOut
          break
        case 'failed':
          end(err(fileFailure(Object.assign(new Error(answer.why), { code: answer.code }), given)))
          break
        case 'done':
          end(asFar(null))
      }
    })
    worker.on('error', (error) =>
      end(
        err(
          failure(
            'search.broke',
            `The search broke off: ${error instanceof Error ? error.message : String(error)}.`,
            'Search a smaller folder.',
          ),
        ),
      ),
    )
  })
}

/** At most so many at the same time; the others in the order in which they came. */
function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((next) => waiting.push(next))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
