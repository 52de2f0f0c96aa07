// Finds what the person's own `stop:` list names inside a folder that is shown to a command or a
// program, so that it can be covered there. Follows no link on its way; what a link on the list
// leads to is found as well.
import { realPathOf } from './follow-path.ts'
import { lstatSync, type Dirent } from 'node:fs'
import { dirname, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { openCachedTree } from './cached-tree.ts'
import { MOST_FOLDERS } from './find-protected-paths.ts'
import { compared, onDisk, openListedLinks, type FindListedLinks } from './listed-links.ts'
import { within } from './resolve-path.ts'
import type { StopPattern } from './stop-pattern.ts'

/** The list in force. The same array as long as nothing changed. */
export type OwnStop = () => readonly StopPattern[]

export type Cover = { readonly path: string; readonly is: 'file' | 'folder' }
/** Failures: `sandbox.stop`, where the list cannot be enforced. */
export type FindCovers = (root: string) => Promise<Result<readonly Cover[], Failure>>

type Names = readonly string[]

/** Each is a mount. */
const MOST_COVERS = 1000

export function openCoverFinder(own: OwnStop): FindCovers {
  let list: readonly StopPattern[] = []
  let traversals = new Map<string, ReturnType<typeof openCachedTree<Names>>>()
  let links = new Map<bigint, FindListedLinks>()

  /**
   * Names in `root` of files that only a wildcard names, outside of it. Looked for where a file
   * there has several names at all. Null: nobody can say.
   */
  const linkedFromOutside = async (root: string): Promise<readonly string[] | null> => {
    const wild = list.filter(
      ({ prefix, matches }) => !matches(prefix) && !within(prefix, compared(root)),
    )
    const files = wild.length === 0 ? [] : await filesWithNames(root)
    if (files.length === 0) return []
    const { dev } = lstatSync(root, { bigint: true })
    const find = links.get(dev) ?? openListedLinks(dev)
    links.set(dev, find)
    const listed = await find(wild)
    return listed === null
      ? null
      : files.flatMap(({ path, identity }) => (listed.has(identity) ? [path] : []))
  }

  return async (root) => {
    if (own() !== list) {
      list = own()
      traversals = new Map()
      links = new Map()
    }
    if (list.length === 0) return ok([])
    const isStopped = (path: string): boolean =>
      list.some((pattern) => pattern.matches(compared(path)))
    const shown = compared(root)
    for (let at = root; ; at = dirname(at)) {
      if (isStopped(at)) return err(refused(`${root} is on your STOP list.`))
      if (at === dirname(at)) break
    }
    const found = new Set<string>()
    const outside: string[] = []
    for (const { prefix, matches } of list) {
      const below = within(prefix, shown)
      if (matches(prefix)) {
        if (below) for (const path of onDisk(root, prefix)) found.add(path)
        else outside.push(...onDisk('/', prefix))
      } else if (prefix === '' || below || within(shown, prefix)) {
        for (const from of below ? onDisk(root, prefix) : [root]) {
          const traversal =
            traversals.get(from) ??
            openCachedTree<Names>((path, entries) => matching(path, entries, isStopped))
          traversals.set(from, traversal)
          const traversed = await traversal(from, MOST_FOLDERS)
          if (!traversed.complete)
            return err(
              refused(`${root} has too many folders to look for what is on your STOP list.`),
            )
          for (const { folder, retained } of traversed.found)
            for (const name of retained) found.add(join(folder, name))
        }
      }
    }
    const linked = await linkedFromOutside(root)
    if (linked === null)
      return err(
        refused(
          `${root} holds hard links, and a wildcard on your STOP list reaches too many folders to tell whether they lead to it.`,
        ),
      )
    for (const path of linked) found.add(path)
    const covers = await withOtherNames(root, [...found], outside)
    if (covers.length > MOST_COVERS)
      return err(
        refused(`${root} holds more than ${MOST_COVERS} things that are on your STOP list.`),
      )
    return ok(covers)
  }
}

const refused = (text: string): Failure =>
  failure(
    'sandbox.stop',
    `Not run: ${text}`,
    'Choose another folder as workspace, or name whole folders in `stop`.',
  )

function matching(
  folder: string,
  entries: readonly Dirent[],
  isStopped: (path: string) => boolean,
) {
  const retained: string[] = []
  const folders: string[] = []
  for (const entry of entries) {
    if (isStopped(join(folder, entry.name))) retained.push(entry.name)
    else if (entry.isDirectory()) folders.push(entry.name)
  }
  return { retained: retained.length === 0 ? null : retained, folders }
}

/**
 * With the targets of links, and the other names of files that have several: a name is no way round
 * the list.
 */
async function withOtherNames(
  root: string,
  paths: readonly string[],
  outside: readonly string[],
): Promise<readonly Cover[]> {
  const covers = new Map<string, Cover>()
  const linked = new Set<string>()
  const add = (path: string): void => {
    let stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    let at = path
    if (stat?.isSymbolicLink() === true) {
      at = realPathOf(path) ?? path
      stat = lstatSync(at, { bigint: true, throwIfNoEntry: false })
      if (at === root || !within(at, root)) return
    }
    if (stat === undefined || stat.isSymbolicLink()) return
    covers.set(at, { path: at, is: stat.isDirectory() ? 'folder' : 'file' })
    if (stat.isFile() && stat.nlink > 1n) linked.add(`${stat.dev}:${stat.ino}`)
  }
  for (const path of paths) add(path)
  for (const path of outside) {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat?.isFile() === true && stat.nlink > 1n) linked.add(`${stat.dev}:${stat.ino}`)
  }
  // A folder that is covered whole may hold files with a second name outside of it.
  for (const { path, is } of [...covers.values()])
    if (is === 'folder') for (const each of await filesWithNames(path)) linked.add(each.identity)
  if (linked.size > 0) {
    for (const { path, identity } of await filesWithNames(root))
      if (linked.has(identity)) covers.set(path, { path, is: 'file' })
  }
  const all = [...covers.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return all.filter(
    ({ path }) =>
      !all.some(
        (other) => other.is === 'folder' && other.path !== path && within(path, other.path),
      ),
  )
}

type NamedFile = { readonly path: string; readonly identity: string }

/** Files below `root`, or itself, that have more than one name. */
export async function filesWithNames(root: string): Promise<readonly NamedFile[]> {
  const files: NamedFile[] = []
  const traversal = openCachedTree<never>((folder, entries) => {
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(folder, entry.name)
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
      if (stat !== undefined && stat.nlink > 1n)
        files.push({ path, identity: `${stat.dev}:${stat.ino}` })
    }
    return {
      retained: null,
      folders: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    }
  })
  await traversal(root, MOST_FOLDERS)
  const itself = lstatSync(root, { bigint: true, throwIfNoEntry: false })
  if (itself?.isFile() === true && itself.nlink > 1n)
    files.push({ path: root, identity: `${itself.dev}:${itself.ino}` })
  return files
}

/**
 * What is on the list now and was not when the command began: it was there to be read, and nothing
 * covered it.
 */
export const appeared = (before: readonly Cover[], after: readonly Cover[]): readonly string[] => {
  const was = new Set(before.map(({ path }) => path))
  return after.map(({ path }) => path).filter((path) => !was.has(path))
}

export const shownMeanwhile = (path: string): Failure =>
  failure(
    'path.stop',
    `While the command ran, ${path} appeared, which is on the STOP list. What the command printed is withheld.`,
    'Have the command write elsewhere, or change the STOP list.',
  )

export const changedUnwatched = (folder: string): Failure =>
  failure(
    'path.stop',
    `While the command ran, ${folder} changed. The workspace has more folders than can be watched for what is on the STOP list, so what the command printed is withheld.`,
    'Name whole folders in `stop` instead of patterns, or choose a smaller workspace.',
  )

/**
 * Folders between `root` and the covers: held in their place, or a cover could be moved along with
 * one of them.
 */
export function foldersAbove(
  root: string,
  covers: readonly Cover[],
): readonly { readonly path: string; readonly identity: string }[] {
  const paths = new Set<string>()
  for (const { path } of covers)
    for (let at = dirname(path); at !== root && within(at, root); at = dirname(at)) paths.add(at)
  return [...paths].flatMap((path) => {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat?.isDirectory() === true ? [{ path, identity: `${stat.dev}:${stat.ino}` }] : []
  })
}
