// Pure. The folders a command may run in, as far as `cd` in the line tells. Never touches the disk.

/**
 * Every folder that is possible at a place of the line, absolute; null when that cannot be known.
 */
export type Folders = readonly string[] | null

/** More possibilities than these are no knowledge any more. */
const MOST_FOLDERS = 6

export function either(a: Folders, b: Folders): Folders {
  if (a === null || b === null) return null
  if (a === b) return a
  const all = [...new Set([...a, ...b])]
  return all.length > MOST_FOLDERS ? null : all
}

/**
 * After `cd target`. The shell takes `..` off the name it came by, and not off what a link leads
 * to.
 */
export function enter(folders: Folders, target: string): Folders {
  if (target.startsWith('/') || target.startsWith('~')) return [plain(target)]
  if (folders === null) return null
  return [...new Set(folders.map((folder) => plain(`${folder}/${target}`)))]
}

/**
 * Without `.`, `..` and doubled slashes. A path from `~` that climbs out of home keeps its `..`.
 */
export function plain(path: string): string {
  const home = path.startsWith('~')
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (home && (names.length <= 1 || names.at(-1) === '..')) names.push(name)
    else names.pop()
  }
  return home ? names.join('/') : `/${names.join('/')}`
}

/**
 * Where a path of a word may lie: absolute paths, or null. `..` is left to the code that follows
 * the links.
 */
export function pathsOf(path: string, folders: Folders): readonly string[] | null {
  if (path.startsWith('/') || path === '~' || path.startsWith('~/')) return [path]
  return folders === null ? null : folders.map((folder) => `${folder}/${path}`)
}
