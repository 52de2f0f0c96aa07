// Looks into the settings of a repository for programs that reading it with git would run. Reads
// small files, runs nothing.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { submodulesOf } from './index-submodules.ts'
import { programIn } from './repository-settings.ts'

/** Larger settings, or more files of them, are written by nobody. */
const MOST_BYTES = 1_000_000
const MOST_FILES = 200
/** How far up a repository is looked for. */
const DEEPEST = 64

/** In a few words what would be run; null: nothing. Null as well where there is no repository. */
export async function repositoryPrograms(folder: string): Promise<string | null> {
  const seen = new Set<string>()
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = await findRepository(next)
    if (found === null || seen.has(found.settings)) continue
    if (seen.size >= MOST_FILES) return TOO_MANY
    seen.add(found.settings)
    const named = await programsOf(found)
    if (named !== null) return named
    // Git looks into each of them by a git of its own, which takes the settings that lie there.
    const submodules = await submodulesOf(found.settings)
    if (submodules === null || submodules.length > MOST_FILES) return TOO_MANY
    for (const path of submodules) {
      const below = resolve(found.top, path)
      // One that was not fetched is an empty folder.
      if (await isThere(join(below, '.git'))) open.push(below)
    }
  }
  return null
}

const TOO_MANY = 'more settings than are looked at'

async function programsOf({ settings, top }: Repository): Promise<string | null> {
  const common = await commonFolder(settings)
  const files = [
    join(settings, 'config'),
    join(settings, 'config.worktree'),
    join(common, 'config'),
  ]
  if (await worksElsewhere(files, top)) return 'files in another folder'
  files.push(...(await submoduleConfigs(join(common, 'modules'))))
  if (files.length > MOST_FILES) return TOO_MANY
  for (const file of new Set(files)) {
    const named = programIn(await textOf(file))
    if (named !== null) return named
  }
  // Written whenever git writes its cache of file times, which it does when it looks.
  const hook = join(common, 'hooks', 'post-index-change')
  return (await isThere(hook)) || (await hooksElsewhere(files))
    ? 'a hook that runs when git looks'
    : null
}

/** `settings`: where its settings and its index lie. `top`: where its files do. */
type Repository = { readonly settings: string; readonly top: string }

/**
 * As git looks for it: `.git` as a folder or a file, or a folder that is a repository itself, then
 * one folder up.
 */
async function findRepository(folder: string): Promise<Repository | null> {
  let at = resolve(folder)
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inside = join(at, '.git')
    const kind = await kindOf(inside)
    if (kind === 'file') {
      const target = /^gitdir: (.+?)\s*$/m.exec(await textOf(inside))?.[1]
      if (target !== undefined)
        return { settings: isAbsolute(target) ? target : resolve(at, target), top: at }
    }
    if (kind === 'folder') return { settings: inside, top: at }
    if (
      (await kindOf(join(at, 'HEAD'))) !== null &&
      (await kindOf(join(at, 'objects'))) === 'folder'
    )
      return { settings: at, top: dirname(at) }
    if (dirname(at) === at) return null
    at = dirname(at)
  }
  return null
}

async function commonFolder(repository: string): Promise<string> {
  const text = (await textOf(join(repository, 'commondir'))).trim()
  return text === '' ? repository : resolve(repository, text)
}

async function submoduleConfigs(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && basename(entry.name) === 'config')
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Git would compare and print the files of another folder, and take the settings of what lies there. */
async function worksElsewhere(files: readonly string[], top: string): Promise<boolean> {
  for (const file of new Set(files))
    for (const path of settingsIn(await textOf(file), 'worktree'))
      if (resolve(dirname(file), path) !== top) return true
  return false
}

/** Each of its values, without quotes, in whatever section: the last one counts, or all do. */
const settingsIn = (text: string, name: string): readonly string[] =>
  [
    ...text.matchAll(new RegExp(String.raw`^(?:\s*\[[^\]]*\])?\s*${name}\s*=\s*(.*?)\s*$`, 'gim')),
  ].map(([, value = '']) => value.replaceAll('"', ''))

/**
 * `hooksPath` leads to a folder of the work tree, where a hook of that name is found only by
 * running git's own rules.
 */
async function hooksElsewhere(files: readonly string[]): Promise<boolean> {
  for (const file of new Set(files))
    for (const path of settingsIn(await textOf(file), 'hookspath')) {
      if (path.startsWith('~')) return true
      if (await isThere(resolve(dirname(dirname(file)), path, 'post-index-change'))) return true
    }
  return false
}

async function textOf(file: string): Promise<string> {
  const size = await stat(file)
    .then((found) => (found.isFile() ? found.size : 0))
    .catch(() => 0)
  if (size === 0) return ''
  return size > MOST_BYTES ? '[' : await readFile(file, 'utf8')
}

const isThere = async (path: string): Promise<boolean> => (await kindOf(path)) !== null

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | null> {
  return await stat(path)
    .then((found) => (found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'))
    .catch(() => null)
}
