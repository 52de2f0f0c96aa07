// Owns finding the guarded spots of a workspace, at any depth: those that are there, and after a command those that are
// new. Opens nothing but folders and follows no link.
// Given up: what lies in `node_modules`, which no editor or agent opens as a project, and beyond `MOST_FOLDERS` folders.
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { foldName } from '../../contract/fold-name.ts'
import { anyName, guardedSpots, holdersInUse } from '../../contract/guarded-spots.ts'

/** A workspace with more folders is looked through nearest first, and said to be too large for the rest. */
const MOST_FOLDERS = 3000
const AT_ONCE = 16

const holders = new Map(
  guardedSpots.filter(([folder]) => folder !== '').map(([folder, names]) => [foldName(folder), new Set(names.map(foldName))]),
)
const alone = new Set(guardedSpots.flatMap(([folder, names]) => (folder === '' ? names.map(foldName) : [])))
const inUse = new Set(holdersInUse.map(foldName))

export type Spot = {
  readonly path: string
  /** holder: a folder with spots in it that has to stay writable itself, such as `.git`. spot: what must not change. */
  readonly kind: 'holder' | 'spot'
  readonly is: 'file' | 'folder' | 'link'
  /** `device:inode`. */
  readonly identity: string
  /** Changes when the content does; for a folder when a name in it does. */
  readonly state: string
}

/** Parents before what lies in them. `complete` is false when the workspace has too many folders to look through. */
export type Spots = { readonly found: readonly Spot[]; readonly complete: boolean }

/** All guarded spots of `workspace`, an absolute real path. What cannot be read is left out: no command can either. */
export async function findSpots(workspace: string): Promise<Spots> {
  const found: Spot[] = []
  let level: readonly string[] = [workspace]
  let looked = 0
  while (level.length > 0) {
    const next: string[] = []
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const some = level.slice(at, at + AT_ONCE)
      looked += some.length
      if (looked > MOST_FOLDERS) return { found, complete: false }
      for (const { spots, folders } of await Promise.all(some.map(lookIn))) {
        found.push(...spots)
        next.push(...folders)
      }
    }
    level = next
  }
  return { found, complete: true }
}

async function lookIn(folder: string): Promise<{ spots: readonly Spot[]; folders: readonly string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const spots: Spot[] = []
  const folders: string[] = []
  // A repository without a work tree: git takes hooks and config from it for whoever stands in it.
  if (isBareRepository(entries.map(({ name }) => name))) spots.push(...(await one(folder, 'holder')), ...(await inHolder(folder, '.git')))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const name = foldName(entry.name)
    if (alone.has(name)) spots.push(...(await one(path, 'spot')))
    else if (holders.has(name)) {
      const whole = !entry.isDirectory() || !inUse.has(name)
      const holder = await one(path, whole ? 'spot' : 'holder')
      spots.push(...holder, ...(whole || holder.length === 0 ? [] : await inHolder(path, name)))
      // A folder such as `.config` or `.github` may hold others; `.git` holds only what is git's.
      if (!whole && name !== '.git') folders.push(path)
    } else if (entry.isDirectory() && name !== 'node_modules') folders.push(path)
  }
  return { spots, folders }
}

const isBareRepository = (names: readonly string[]): boolean => ['HEAD', 'objects', 'refs'].every((name) => names.includes(name))

async function inHolder(path: string, holder: string): Promise<readonly Spot[]> {
  const names = holders.get(holder) ?? new Set()
  const entries = await readdir(path).catch(() => [])
  const listed = entries.filter((name) => names.has(anyName) || names.has(foldName(name)))
  return (await Promise.all(listed.map((name) => one(join(path, name), 'spot')))).flat()
}

/** A link is named, and with it what it leads to inside: that is what the other program would read. */
async function one(path: string, kind: Spot['kind']): Promise<readonly Spot[]> {
  const stat = await lstat(path, { bigint: true }).catch(() => null)
  if (stat === null || !(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink())) return []
  const is = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'link'
  const self: Spot = {
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
