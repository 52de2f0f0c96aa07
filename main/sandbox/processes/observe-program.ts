// Watches what a long-running program does in the folders that it was lent: by looking at it now
// and then while it has something to do, and by hearing of changes in the folders that it may write
// to. Cheap enough to be always on; seen is what was there at a look, and no more.
import { letGo } from '../../../contract/let-go.ts'
import { sampleProcesses, type ProcessSample } from '../linux/proc-sampler.ts'
import { watchWrites } from '../files/watch/watch-writes.ts'

export type ObserveDeps = {
  readonly pid: number
  /** Real paths, the same inside and outside. */
  readonly folders: readonly string[]
  readonly writable: readonly string[]
  /**
   * With what is in these folders, and programs, at any place. Never the same look twice in a row.
   */
  readonly found: (sample: ProcessSample) => void
}

export type Observation = {
  /** It has something to do from now on; the function returned ends that. */
  start(): () => void
  /** Whether it could be looked at; null before the first look. */
  seen(): boolean | null
  dispose(): void
}

/**
 * The first look at a call comes soon, or a short one would never be seen; the next, also of
 * another call, at most so often.
 */
const SOON_MS = 15
const EVERY_MS = 250
/** Under calls without a pause, in which each look finds the same, they become as rare as this. */
const RARELY_MS = 2_000
/** Without calls for this long is a pause: what comes then is looked at as the first was. */
const PAUSE_MS = 100
/** What was written last is told about a little later. */
const LATE_MS = 300

export function observeProgram({ pid, folders, writable, found }: ObserveDeps): Observation {
  let under = 0
  let until = 0
  let over = false
  let could: boolean | null = null
  let timer: NodeJS.Timeout | null = null
  let last = ''
  let searching = false
  let checkedAt = -Infinity
  let every = EVERY_MS
  let quietSince = 0
  const within = (path: string, roots: readonly string[]): boolean =>
    roots.some((root) => path === root || path.startsWith(`${root}/`))
  const notify = (sample: ProcessSample): void => {
    const text = JSON.stringify(sample)
    every = text === last ? Math.min(every * 2, RARELY_MS) : EVERY_MS
    if (over || text === last) return
    last = text
    found(sample)
  }
  const sample = async (): Promise<void> => {
    if (searching || over) return
    searching = true
    checkedAt = performance.now()
    const now = await sampleProcesses(pid)
    searching = false
    could = now !== null || could === true
    if (now === null) return
    const own = (paths: readonly string[], roots: readonly string[]) =>
      paths.filter((path) => within(path, roots))
    notify({
      programs: now.programs,
      files: own(now.files, folders),
      written: own(now.written, writable),
    })
  }
  const again = (ms: number): void => {
    timer ??= setTimeout(
      () => {
        timer = null
        letGo(
          sample().then(() => {
            if (under > 0 && !over) again(every)
          }),
        )
      },
      Math.max(ms, checkedAt + every - performance.now()),
    ).unref()
  }
  const writes =
    writable.length === 0
      ? null
      : watchWrites(writable, (path) => {
          // Somebody else may write there too: what changes while it has nothing to do is not its
          // doing.
          if (under > 0 || Date.now() < until) notify({ programs: [], files: [], written: [path] })
        })
  letGo(sample())
  return {
    start() {
      if (under === 0 && performance.now() - quietSince > PAUSE_MS) every = EVERY_MS
      under += 1
      again(SOON_MS)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        under -= 1
        quietSince = performance.now()
        until = Date.now() + LATE_MS
      }
    },
    seen: () => could,
    dispose() {
      over = true
      if (timer !== null) clearTimeout(timer)
      writes?.dispose()
    },
  }
}
