// Ends a program when something of the person's own `stop:` list appears in a folder that it was
// given: it could be covered only when the program started.
import type { ProgramEnd } from '../../../../contract/program-end.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { letGo } from '../../../../contract/let-go.ts'
import { appeared, type Cover, type FindCovers, type OwnStop } from '../own-stop.ts'
import type { Running } from '../../processes/running.ts'
import { watchStops } from './watch-stops.ts'

/** How often a folder is looked through that is too large to be watched whole. */
const AGAIN_MS = 2_000

export type WatchedFolders = {
  /** Aborted when something appeared. */
  readonly signal: AbortSignal
  /** The program with an end that says why, and the watching over with it. */
  over(running: Running): Running
  dispose(): void
}

const left = (path: string): Failure =>
  failure(
    'path.stop',
    `The program was stopped: ${path} appeared in a folder that it was given, and is on the STOP list.`,
    'Start it again. Files that exist at the start are covered.',
  )

export async function watchFolders(
  folders: readonly string[],
  own: OwnStop,
  covers: () => readonly Cover[],
  find: FindCovers,
): Promise<WatchedFolders> {
  const ended = new AbortController()
  let why: string | null = null
  const met = (path: string): void => {
    why ??= path
    ended.abort()
  }
  const list = own()
  const watched =
    list.length === 0
      ? []
      : await Promise.all(folders.map((folder) => watchStops(folder, list, covers, met)))
  const check = async (): Promise<void> => {
    // Another list is another start: the person changed it, and what it names now was shown.
    for (const folder of folders) {
      const found = await find(folder)
      const [late] = found.ok ? appeared(covers(), found.value) : [folder]
      if (late !== undefined) met(late)
    }
  }
  const timer = setInterval(() => {
    if (own() !== list || watched.some(({ complete }) => !complete)) letGo(check())
  }, AGAIN_MS).unref()
  const dispose = (): void => {
    clearInterval(timer)
    for (const each of watched) each.dispose()
  }
  return {
    signal: ended.signal,
    over(running) {
      const exited = running.exited.then((end): ProgramEnd =>
        why === null ? end : { kind: 'failed', failure: left(why) },
      )
      letGo(exited.then(dispose))
      return {
        ...running,
        exited,
        kill() {
          letGo(running.kill())
          return exited
        },
      }
    },
    dispose,
  }
}
