// Shows read-only inside what other programs run or trust automatically: a change there would act
// later, outside the sandbox. The list is the contract's. What is not there yet cannot be mounted
// over without leaving a file behind in the workspace, so it is found afterwards instead:
// `modifiedProtectedPaths`.
import { existsSync, lchownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import {
  findProtectedPaths,
  type FindProtectedPaths,
  type ProtectedPath,
  type ProtectedPaths,
} from './find-protected-paths.ts'
import { foldersAbove, type Cover } from './own-stop.ts'
import { within } from './resolve-path.ts'
import { errorCode, holdFolder } from './safe-open.ts'

export type Guarded = {
  readonly path: string
  readonly readOnly: boolean
  /** `device:inode` of what must be seen at `path` inside. */
  readonly identity: string
}

/**
 * Each is a mount, and what all of them cost grows by their square: 400 take half a second, so many
 * some seconds.
 */
export const MOST_MOUNTS = 2000

/**
 * Finds the spots before a command, with a hooks folder in each repository; keep them for
 * `modifiedProtectedPaths`.
 */
export async function prepareProtectedPaths(
  workspace: string,
  find: FindProtectedPaths = findProtectedPaths,
): Promise<ProtectedPaths> {
  const protectedPaths = await find(workspace)
  return (await giveHooksFolders(protectedPaths)) ? find(workspace) : protectedPaths
}

/**
 * What to mount over itself in `workspace`, parents first. A folder that holds a spot is mounted
 * too, writable: a mount point cannot be renamed, so the spot cannot be moved away and made again.
 * A link is not mounted, as it would bring its target in; what it leads to inside the workspace is.
 * Fails as `sandbox.workspace` where not all of them can be protected.
 */
export function mountsFor(
  workspace: string,
  { found, complete }: ProtectedPaths,
): Result<readonly Guarded[], Failure> {
  if (!complete) return err(tooMany(workspace, 'folders to look for protected files in'))
  const mounts = new Map<string, Guarded>()
  const closed = new Set<string>()
  // What a link leads to may lie anywhere, so that what was found is not in order.
  for (const { path, kind, is, identity } of found.toSorted(
    (a, b) => depthOf(a.path) - depthOf(b.path),
  )) {
    if (is === 'link' || path === workspace || !within(path, workspace)) continue
    if (kind !== 'opening' && liesIn(path, closed, workspace)) continue
    mounts.set(path, { path, readOnly: kind === 'spot', identity })
    if (kind === 'spot') closed.add(path)
    if (kind === 'opening') closed.delete(path)
    if (mounts.size > MOST_MOUNTS)
      return err(tooMany(workspace, `protected files (more than ${MOST_MOUNTS})`))
  }
  // A folder with no spot in it need not be held in its place; a repository may get one at any
  // time.
  const needed = new Set<string>()
  for (const { path, kind } of found) {
    if (kind === 'holder') continue
    for (let at = path; within(at, workspace) && !needed.has(at); at = dirname(at)) needed.add(at)
  }
  return ok([...mounts.values()].filter(({ path }) => needed.has(path)))
}

/**
 * With the folders above covers, which could be moved away with them; not where they are read-only
 * anyway. Parents first.
 */
export function withHolders(
  workspace: string,
  guarded: readonly Guarded[],
  covers: readonly Cover[],
): readonly Guarded[] {
  if (covers.length === 0) return guarded
  const closed = guarded.filter(({ readOnly }) => readOnly)
  const known = new Set(guarded.map(({ path }) => path))
  const more = foldersAbove(workspace, covers).filter(
    ({ path }) =>
      !known.has(path) &&
      !closed.some((each) => within(path, each.path)) &&
      !covers.some((each) => within(path, each.path)),
  )
  return [...guarded, ...more.map((each) => ({ ...each, readOnly: false }))].toSorted(
    (a, b) => depthOf(a.path) - depthOf(b.path),
  )
}

const depthOf = (path: string): number => path.split('/').length

/** Whether the nearest folder above that was mounted is closed. */
function liesIn(path: string, closed: ReadonlySet<string>, workspace: string): boolean {
  for (let at = dirname(path); within(at, workspace) && at !== workspace; at = dirname(at))
    if (closed.has(at)) return true
  return false
}

const tooMany = (workspace: string, what: string): Failure =>
  failure(
    'sandbox.workspace',
    `Commands do not run in ${workspace}: it has too many ${what}.`,
    'Choose a smaller folder as workspace.',
  )

/**
 * Every repository gets a `hooks` folder, as `git init` makes one: with it there, it can be shown
 * read-only. An empty one means nothing to git. True when one was made. It stays, for taking it
 * away would open it to a command that runs beside.
 */
async function giveHooksFolders({ found }: ProtectedPaths): Promise<boolean> {
  let created = false
  for (const { path, kind, is } of found) {
    if (kind !== 'repository' || is !== 'folder') continue
    // Held, not named: a command that runs beside could put a link in the place of the repository.
    const held = await holdFolder(path, false).catch(() => null)
    if (held === null) continue
    try {
      // Other systems keep no hooks in files; a repository of Git has a HEAD.
      if (!existsSync(held.at('HEAD')) || existsSync(held.at('hooks'))) continue
      mkdirSync(held.at('hooks'))
      created = true
      const { uid, gid } = statSync(held.self)
      if (process.getuid?.() === 0) lchownSync(held.at('hooks'), uid, gid)
    } catch (error) {
      // A repository that cannot be written here cannot be written by a command either.
      if (errorCode(error) === '') throw error
    } finally {
      await held.close()
    }
  }
  return created
}

/**
 * Relative paths of guarded spots that are new or other than before: planted by what ran in
 * between. Where a whole folder is new (`.git` of a repository just made) it means what is in
 * it.
 */
export function modifiedProtectedPaths(
  workspace: string,
  before: ProtectedPaths,
  after: ProtectedPaths,
): readonly string[] {
  const was = new Map(before.found.map((protectedPath) => [protectedPath.path, protectedPath]))
  const isNew = (protectedPath: ProtectedPath): boolean => {
    // Of these only what lies in them says anything.
    if (protectedPath.kind === 'holder' || protectedPath.kind === 'opening') return false
    const old = was.get(protectedPath.path)
    return (
      old === undefined ||
      old.identity !== protectedPath.identity ||
      old.state !== protectedPath.state
    )
  }
  const planted = new Set(after.found.filter(isNew).map(({ path }) => path))
  const above = (path: string): boolean => {
    for (let at = dirname(path); within(at, workspace) && at !== workspace; at = dirname(at))
      if (planted.has(at)) return true
    return false
  }
  return [...planted]
    .filter((path) => within(path, workspace) && !above(path))
    .map((path) => relative(workspace, path))
    .toSorted()
}

/**
 * What a command planted since `before`, as its result carries it: left out when there is nothing
 * to say.
 */
export function modifiedSince(
  workspace: string,
  before: ProtectedPaths,
  after: ProtectedPaths,
): { readonly planted?: readonly string[] } {
  const planted = modifiedProtectedPaths(workspace, before, after)
  return planted.length === 0 ? {} : { planted }
}
