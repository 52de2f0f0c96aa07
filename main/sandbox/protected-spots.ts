// Shows read-only inside what other programs run or trust by themselves: a change there would act later, outside the
// sandbox. The list is the contract's. What is not there yet cannot be mounted over without leaving a file behind in the
// workspace, so it is found afterwards instead: `plantedSpots`.
import { existsSync, lchownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { findSpots, type Spot, type Spots } from './find-spots.ts'
import { within } from './place.ts'
import { errorCode, holdFolder } from './walk.ts'

/** For a command that runs elsewhere than in the workspace itself. */
export const noSpots: Spots = { found: [], complete: true }

export type Guarded = {
  readonly path: string
  readonly readOnly: boolean
  /** `device:inode` of what must be seen at `path` inside. */
  readonly identity: string
}

/** Each is a mount; a workspace with more keeps the shallowest, and `plantedSpots` still sees changes in the others. */
const MOST_MOUNTS = 400

/**
 * What to mount over itself in `workspace`, parents first. A folder that holds a spot is mounted too, writable: a mount
 * point cannot be renamed, so the spot cannot be moved away and made anew. A link is not mounted, as it would bring its
 * target in; what it leads to inside the workspace is.
 */
export async function guardedSpots(workspace: string): Promise<readonly Guarded[]> {
  return mountsFor(workspace, await prepareSpots(workspace))
}

/** Finds the spots before a command, with a hooks folder in each repository; keep them for `plantedSpots`. */
export async function prepareSpots(workspace: string): Promise<Spots> {
  const spots = await findSpots(workspace)
  return (await giveHooksFolders(spots)) ? findSpots(workspace) : spots
}

/** What `guardedSpots` gives, for spots that were found already. */
export function mountsFor(workspace: string, { found }: Spots): readonly Guarded[] {
  const mounts = new Map<string, Guarded>()
  const byDepth = found.toSorted((a, b) => a.path.split('/').length - b.path.split('/').length)
  for (const { path, kind, is, identity } of byDepth) {
    if (is === 'link' || path === workspace || !within(path, workspace) || mounts.size >= MOST_MOUNTS) continue
    if ([...mounts.values()].some((mount) => mount.readOnly && within(path, mount.path))) continue
    mounts.set(path, { path, readOnly: kind === 'spot', identity })
  }
  return [...mounts.values()]
}

/**
 * Every repository gets a `hooks` folder, as `git init` makes one: with it there, it can be shown read-only. An empty one
 * means nothing to git. True when one was made. It stays, for taking it away would open it to a command that runs beside.
 */
async function giveHooksFolders({ found }: Spots): Promise<boolean> {
  let made = false
  for (const { path, kind, is } of found) {
    if (kind !== 'holder' || is !== 'folder' || !/[/\\]\.git$/i.test(path)) continue
    // Held, not named: a command that runs beside could put a link in the place of the repository.
    const held = await holdFolder(path, false).catch(() => null)
    if (held === null) continue
    try {
      if (!existsSync(held.at('HEAD')) || existsSync(held.at('hooks'))) continue
      mkdirSync(held.at('hooks'))
      made = true
      const { uid, gid } = statSync(held.self)
      if (process.getuid?.() === 0) lchownSync(held.at('hooks'), uid, gid)
    } catch (error) {
      // A repository that cannot be written here cannot be written by a command either.
      if (errorCode(error) === '') throw error
    } finally {
      await held.close()
    }
  }
  return made
}

/**
 * Relative paths of guarded spots that are new or other than before: planted by what ran in between. Where a whole
 * folder is new (`.git` of a repository just made) it stands for what is in it.
 */
export function plantedSpots(workspace: string, before: Spots, after: Spots): readonly string[] {
  const was = new Map(before.found.map((spot) => [spot.path, spot]))
  const isNew = (spot: Spot): boolean => {
    const old = was.get(spot.path)
    return old === undefined || old.identity !== spot.identity || old.state !== spot.state
  }
  const planted = new Set(after.found.filter(isNew).map(({ path }) => path))
  const above = (path: string): boolean => {
    for (let at = dirname(path); within(at, workspace) && at !== workspace; at = dirname(at)) if (planted.has(at)) return true
    return false
  }
  return [...planted].filter((path) => within(path, workspace) && !above(path)).map((path) => relative(workspace, path)).toSorted() // prettier-ignore
}

/** What a command planted since `before`, as its result carries it: left out when there is nothing to say. */
export async function plantedSince(workspace: string, before: Spots): Promise<{ readonly planted?: readonly string[] }> {
  const planted = plantedSpots(workspace, before, await findSpots(workspace))
  return planted.length === 0 ? {} : { planted }
}
