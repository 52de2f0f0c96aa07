// Notices what appears on the person's own `stop:` list while a command or a program is at work: it
// was not there to be covered. Sees also what is gone again a moment later. Bounded: of a large
// folder only the upper part is watched, and `complete` says so.
import { watch, type FSWatcher } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { letGo } from '../../../../contract/let-go.ts'
import type { Cover } from '../own-stop.ts'
import { within } from '../resolve-path.ts'
import type { StopPattern } from '../stop-pattern.ts'

/** Each costs a handle of this process and of the system, and is opened before the command begins. */
const MOST_FOLDERS = 4_000
/** What the kernel knows by then has been told. */
const TOLD_MS = 5

export type WatchedStops = {
  /** The first path that appeared; null: none was seen. */
  late(): string | null
  /**
   * A folder that could not be watched and is not as it was: nobody can say what came and went in
   * it. Null: there is none.
   */
  changedUnseen(): Promise<string | null>
  /** False where there were more folders than can be watched. */
  readonly complete: boolean
  /** Told what the kernel already knew. */
  whenIdle(): Promise<void>
  dispose(): void
}

/**
 * Resolves when everything that is there is watched.
 * @param covers known only after it began to watch; what lies below one is hidden anyway.
 * @param seen called once, with the first.
 * @param most folders that are watched.
 */
export async function watchStops(
  root: string,
  patterns: readonly StopPattern[],
  covers: () => readonly Cover[],
  seen: (path: string) => void = () => {},
  most = MOST_FOLDERS,
): Promise<WatchedStops> {
  const watchers = new Map<string, FSWatcher>()
  /** Folders beyond the most that are watched, by the time of their last change. */
  const unwatched = new Map<string, bigint | null>()
  let [complete, over, first] = [true, false, null as string | null]
  const concerned = patterns.filter(
    ({ prefix }) => prefix === '' || within(prefix, root) || within(root, prefix),
  )
  const isStopped = (path: string): boolean => {
    for (let at = path; at !== root && within(at, root); at = dirname(at))
      if (concerned.some((pattern) => pattern.matches(at.normalize('NFC')))) return true
    return false
  }
  /** Something on the list can come to lie in it. */
  const leads = (folder: string): boolean =>
    concerned.some(
      ({ prefix, matches }) =>
        within(prefix, folder) || (!matches(prefix) && (prefix === '' || within(folder, prefix))),
    )

  const met = (path: string, replaced: boolean): void => {
    if (over || first !== null || !isStopped(path)) return
    // A cover lies over a name: the one who puts another file under that name puts it over the
    // cover.
    if (covers().some((cover) => (cover.path === path ? !replaced : within(path, cover.path))))
      return
    first = path
    seen(path)
  }
  /** @param fresh made while it was looked: what is in it already counts. */
  const add = async (folder: string, fresh: boolean): Promise<void> => {
    const todo = [folder]
    for (let at = todo.shift(); at !== undefined && !over; at = todo.shift()) {
      if (watchers.has(at) || !leads(at)) continue
      const here = at
      if (watchers.size >= most || !open(here)) {
        complete = false
        unwatched.set(here, await changedAt(here))
      }
      const entries = await readdir(here, { withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        const path = join(here, entry.name)
        if (fresh) met(path, true)
        if (entry.isDirectory() && !isStopped(path)) todo.push(path)
      }
    }
  }
  const open = (here: string): boolean => {
    try {
      const watcher = watch(here, { persistent: false }, (event, name) => {
        if (name === null || over) return
        const path = join(here, name)
        met(path, event === 'rename')
        if (event === 'rename') letGo(added(path))
      })
      watcher.on('error', () => watchers.delete(here))
      watchers.set(here, watcher)
      return true
    } catch {
      return false
    }
  }
  const added = async (path: string): Promise<void> => {
    watchers.get(path)?.close()
    watchers.delete(path)
    const stat = await lstat(path).catch(() => null)
    if (stat?.isDirectory() === true && !over) await add(path, true)
  }
  if (concerned.length > 0) await add(root, false)
  return {
    late: () => first,
    async changedUnseen() {
      for (const [folder, before] of unwatched)
        if ((await changedAt(folder)) !== before) return folder
      return null
    },
    get complete() {
      return complete
    },
    async whenIdle() {
      // Nothing is watched, so the kernel has nothing to tell.
      if (concerned.length > 0) await sleep(TOLD_MS)
    },
    dispose() {
      over = true
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

/** The kernel sets it with every name that comes or goes, and no program can set it back. */
const changedAt = async (folder: string): Promise<bigint | null> =>
  (await lstat(folder, { bigint: true }).catch(() => null))?.ctimeNs ?? null
