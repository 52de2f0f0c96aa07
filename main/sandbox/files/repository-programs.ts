// Looks into the settings of a repository for programs that reading it with git would run. Reads
// small files, runs nothing.
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'

/** Larger settings, or more files of them, are written by nobody. */
const MOST_BYTES = 1_000_000
const MOST_FILES = 200
/** How far up a repository is looked for. */
const DEEPEST = 64

/**
 * Settings with which reading runs a program: the file system monitor, converters of differences
 * and files, signatures. `include` leads to further files. Sections are compared in lower case.
 */
const PROGRAM_SETTINGS: readonly (readonly [section: RegExp, name: RegExp])[] = [
  [/^core$/, /^(fsmonitor|pager|alternaterefscommand)$/],
  [/^diff(\..*)?$/, /^(external|command|textconv)$/],
  [/^filter\./, /^(clean|smudge|process)$/],
  [/^(gpg|gpg\..*)$/, /^program$/],
  [/^log$/, /^showsignature$/],
  [/^(include|includeif\..*)$/, /^path$/],
  [/^pager$/, /./],
  [/^(pretty|format)$/, /./],
  [/^trace2$/, /./],
]

/** In a few words what would be run; null: nothing. Null as well where there is no repository. */
export async function repositoryPrograms(folder: string): Promise<string | null> {
  const found = await findRepository(folder)
  if (found === null) return null
  const common = await commonFolder(found)
  const files = [join(found, 'config'), join(found, 'config.worktree'), join(common, 'config')]
  files.push(...(await submoduleConfigs(join(common, 'modules'))))
  if (files.length > MOST_FILES) return 'more settings than are looked at'
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

/**
 * As git looks for it: `.git` as a folder or a file, or a folder that is a repository itself, then
 * one folder up.
 */
async function findRepository(folder: string): Promise<string | null> {
  let at = resolve(folder)
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inside = join(at, '.git')
    const kind = await kindOf(inside)
    if (kind === 'file') {
      const target = /^gitdir: (.+?)\s*$/m.exec(await textOf(inside))?.[1]
      if (target !== undefined) return isAbsolute(target) ? target : resolve(at, target)
    }
    if (kind === 'folder') return inside
    if (
      (await kindOf(join(at, 'HEAD'))) !== null &&
      (await kindOf(join(at, 'objects'))) === 'folder'
    )
      return at
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

/**
 * `hooksPath` leads to a folder of the work tree, where a hook of that name is found only by
 * running git's own rules.
 */
async function hooksElsewhere(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const path = /^\s*hookspath\s*=\s*(.*?)\s*$/im
      .exec(await textOf(file))?.[1]
      ?.replaceAll('"', '')
    if (path === undefined) continue
    if (path.startsWith('~')) return true
    if (await isThere(resolve(dirname(dirname(file)), path, 'post-index-change'))) return true
  }
  return false
}

/**
 * The first setting that names a program, written as git writes it. A value may go on in the next
 * line; names may not.
 */
export function programIn(config: string): string | null {
  let section = ''
  for (const line of config.split('\n')) {
    const opened = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (opened !== null)
      section =
        opened[2] === undefined
          ? (opened[1] ?? '').toLowerCase()
          : `${(opened[1] ?? '').toLowerCase()}.${opened[2]}`
    else if (/^\s*\[/.test(line)) return 'settings that cannot be read'
    const rest = opened === null ? line : (opened[3] ?? '')
    const [, name, value = 'true'] = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?)\s*)?$/.exec(rest) ?? []
    if (name === undefined || isMild(section, name.toLowerCase(), value)) continue
    if (PROGRAM_SETTINGS.some(([of, which]) => of.test(section) && which.test(name.toLowerCase())))
      return `${section}.${name.toLowerCase()}`
  }
  return null
}

const isMild = (section: string, name: string, value: string): boolean => {
  const off = /^(false|no|off|0|"")$/i.test(value)
  if (section === 'core' && name === 'fsmonitor') return off || /^(true|yes|on|1)$/i.test(value)
  if (section === 'log' && name === 'showsignature') return off
  if (section === 'pager') return off
  if (section === 'pretty' || section === 'format') return !value.includes('%G')
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
