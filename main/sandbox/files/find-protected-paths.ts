// Finds the guarded spots of a workspace, at any depth: those that are there, and after a command
// those that are new. Opens nothing but folders and follows no link. What counts is said by
// `contract/policy/paths/guarded-path.ts`. Given up: what lies in `node_modules`, which no editor or
// agent opens as a project.
import type { Dirent } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { foldName } from '../../../contract/policy/fold-name.ts'
import {
  guardInRepository,
  guardOfEntry,
  holderOf,
  isOpening,
  isRepository,
} from '../../../contract/policy/paths/guarded-path.ts'
import { openCachedTree, type Listed } from './cached-tree.ts'

/**
 * Above this a workspace is said to be too large, and no command runs in it. A home folder full of
 * projects has some 200,000.
 */
export const MOST_FOLDERS = 1_000_000

export type ProtectedPath = {
  readonly path: string
  /**
   * spot: must not change. repository: a folder of some version control, which stays writable
   * itself, with spots in it. holder: another folder that stays writable and has spots in it.
   * opening: writable, though it lies in a spot.
   */
  readonly kind: 'spot' | 'repository' | 'holder' | 'opening'
  readonly is: 'file' | 'folder' | 'link'
  /** `device:inode`. */
  readonly identity: string
  /** Changes when the content does; for a folder when a name in it does. */
  readonly state: string
}

/**
 * Parents before what lies in them. `complete` is false when the workspace has too many folders to
 * look through.
 */
export type ProtectedPaths = {
  readonly found: readonly ProtectedPath[]
  readonly complete: boolean
}
/**
 * All guarded spots of a folder, given as an absolute real path. What cannot be read is left out:
 * no command can either.
 */
export type FindProtectedPaths = (workspace: string) => Promise<ProtectedPaths>

type Named = readonly (readonly [name: string, kind: ProtectedPath['kind']])[]

/** Remembers what it read: keep one as long as commands run. */
export function openProtectedPathFinder(mostFolders = MOST_FOLDERS): FindProtectedPaths {
  const traversals = new Map<string, ReturnType<typeof openCachedTree<Named>>>()
  return async (workspace) => {
    const traversal =
      traversals.get(workspace) ??
      openCachedTree<Named>((path, entries) => findIn(relative(workspace, path), entries))
    traversals.set(workspace, traversal)
    const { found, complete } = await traversal(workspace, mostFolders)
    const protectedPaths: ProtectedPath[] = []
    for (const { folder, retained } of found) {
      for (const each of await Promise.all(
        retained.map(([name, kind]) => one(name === '' ? folder : join(folder, name), kind)),
      ))
        protectedPaths.push(...each)
    }
    return { found: protectedPaths, complete }
  }
}

/** For one look. */
export const findProtectedPaths: FindProtectedPaths = (workspace) =>
  openProtectedPathFinder()(workspace)

/**
 * Folders of version control in which only what is listed is looked for: the rest is theirs, and
 * large.
 */
const versionControl: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.sl',
  '.jj',
  '.bzr',
  '.pijul',
  '_darcs',
])

/** Pure. `folder`: below the workspace, '' for itself. */
function findIn(folder: string, entries: readonly Dirent[]): Listed<Named> {
  const above = folder === '' ? [] : folder.split(sep).slice(-3).map(foldName)
  const here = above.at(-1) ?? ''
  const inside =
    versionControl.has(here) ||
    above.at(-2) === '.git' ||
    (above.at(-2) === '.jj' && here === 'repo')
  const retained: [string, ProtectedPath['kind']][] = []
  const folders: string[] = []
  const names = new Map(entries.map(({ name }) => [name, foldName(name)]))
  // A repository without a `.git`: Git takes hooks and configuration from it for anyone who is in
  // it.
  const bare = !inside && isRepository(new Set(names.values()))
  if (bare) retained.push(['', 'repository'])
  // `.git/worktrees`, and each folder in it, so that what leads them cannot be moved away.
  if (here === 'worktrees' && above.at(-2) === '.git') retained.push(['', 'holder'])
  if (above.at(-2) === 'worktrees' && above.at(-3) === '.git') retained.push(['', 'holder'])
  for (const entry of entries) {
    const name = names.get(entry.name) ?? entry.name
    const isFolder = entry.isDirectory()
    const holder = holderOf(here, name)
    if (
      guardOfEntry(above, name)?.commands === 'refused' ||
      (bare && guardInRepository(name)) ||
      holder === 'whole'
    ) {
      retained.push([entry.name, 'spot'])
      // What is open in it is looked for by itself.
      if (isFolder && name === '.claude') folders.push(entry.name)
    } else if (!isFolder && (name === '.git' || holder !== null))
      retained.push([entry.name, 'spot'])
    else if (holder === 'in-use') {
      retained.push([entry.name, versionControl.has(name) ? 'repository' : 'holder'])
      folders.push(entry.name)
    } else if (isFolder && isOpening(here, name)) {
      retained.push([entry.name, 'opening'])
      folders.push(entry.name)
    } else if (!isFolder || name === 'node_modules' || here === '.claude') continue
    else if (!inside && !(bare && (name === 'objects' || name === 'refs'))) folders.push(entry.name)
    else if (here === '.git' && name === 'worktrees') folders.push(entry.name)
    else if (here === 'worktrees' && above.at(-2) === '.git') folders.push(entry.name)
  }
  return { retained: retained.length === 0 ? null : retained, folders }
}

/**
 * A link is named, and with it what it leads to inside: that is what the other program would read.
 */
async function one(path: string, kind: ProtectedPath['kind']): Promise<readonly ProtectedPath[]> {
  const stat = await lstat(path, { bigint: true }).catch(() => null)
  if (stat === null || !(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink())) return []
  const is = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'link'
  const self: ProtectedPath = {
    path,
    kind,
    is,
    identity: `${stat.dev}:${stat.ino}`,
    state: is === 'folder' ? is : `${stat.ino} ${stat.size} ${stat.mtimeNs}`,
  }
  if (is !== 'link') return [self]
  const real = await realpath(path).catch(() => null)
  return real === null || real === path ? [self] : [self, ...(await one(real, 'spot'))]
}
