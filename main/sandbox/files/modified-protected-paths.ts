// Makes harmless what a command planted for Git: configuration, hooks and pointers of repositories
// that were not there before it ran, and so could not be shown read-only. What names nothing that
// Git would run stays; the rest is renamed, so that the next `git status` of the person does not
// run it. Deletes nothing.
import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { foldName } from '../../../contract/policy/fold-name.ts'
import type { ProtectedPath, ProtectedPaths } from './find-protected-paths.ts'
import { isHarmlessConfig } from './repository/git-config.ts'
import { within } from './resolve-path.ts'
import { holdFolder } from './safe-open.ts'

export const HELD = '.held-by-gatehouse'

const MOST_BYTES = 256 * 1024

/** Relative paths of what was renamed, under the names that they had. */
export async function disarmModified(
  workspace: string,
  before: ProtectedPaths,
  after: ProtectedPaths,
): Promise<readonly string[]> {
  // By what it is, not by where: a folder above may have been moved, and a spot itself cannot be.
  const was = new Set(before.found.map(({ identity, state }) => `${identity} ${state}`))
  const isOld = (path: string): boolean => {
    const now = found.get(path)
    return now !== undefined && was.has(`${now.identity} ${now.state}`)
  }
  const found = new Map(after.found.map((protectedPath) => [protectedPath.path, protectedPath]))
  const held: string[] = []
  for (const { path, kind } of after.found) {
    if (
      kind !== 'spot' ||
      isOld(path) ||
      !within(path, workspace) ||
      isHarmless(path, { workspace, found, isOld })
    )
      continue
    if (await rename(path)) held.push(relative(workspace, path))
  }
  return held.toSorted()
}

type Known = {
  readonly workspace: string
  readonly found: ReadonlyMap<string, ProtectedPath>
  /** As it was before the command. */
  isOld(path: string): boolean
}

/** True for everything that is not Git's. */
function isHarmless(path: string, known: Known): boolean {
  try {
    const name = foldName(basename(path))
    if (name === '.git') return leadsWell(path, known)
    if (!isGitFolder(dirname(path))) return true
    switch (name) {
      case 'config':
      case 'config.worktree':
        return isHarmlessFile(path)
      case 'hooks':
        return hasNoHooks(path)
      case 'commondir':
        return isKnown(resolve(dirname(path), textOf(path).trim()), known)
      case 'modules':
        return modulesIn(path).every((folder) => isHarmlessRepository(folder))
      default:
        // info, gitdir: read, and name nothing that is run.
        return true
    }
  } catch {
    // What cannot be read now, or is of another kind than it should be.
    return false
  }
}

/**
 * A `.git` that is a file or a link: it has to lead to a repository of this workspace in which
 * nothing is configured to run.
 */
function leadsWell(path: string, known: Known): boolean {
  const target = lstatSync(path).isSymbolicLink()
    ? readlinkSync(path)
    : /^gitdir: ([^\n]+)\n?$/.exec(textOf(path))?.[1]
  return target !== undefined && isKnown(resolve(dirname(path), target), known)
}

function isKnown(target: string, known: Known): boolean {
  const real = realpathSync(target)
  if (!within(real, known.workspace) || !isGitFolder(real)) return false
  const parts = ['config', 'config.worktree', 'hooks', 'commondir', 'modules'].map((name) =>
    join(real, name),
  )
  return parts.every(
    (part) =>
      lstatSync(part, { throwIfNoEntry: false }) === undefined ||
      known.isOld(part) ||
      isHarmless(part, known),
  )
}

function isHarmlessRepository(folder: string): boolean {
  const [config, hooks] = [join(folder, 'config'), join(folder, 'hooks')]
  const has = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
  const other = ['config.worktree', 'commondir'].some((name) => has(join(folder, name)))
  return !other && (!has(config) || isHarmlessFile(config)) && (!has(hooks) || hasNoHooks(hooks))
}

/** Of submodules, at any depth: their names may hold slashes. */
function modulesIn(folder: string, depth = 0): readonly string[] {
  if (depth > 16) throw new Error('too deep')
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) throw new Error('a link among submodules')
    if (!entry.isDirectory()) return []
    if (!isGitFolder(path)) return modulesIn(path, depth + 1)
    const own = join(path, 'modules')
    return [
      path,
      ...(lstatSync(own, { throwIfNoEntry: false }) === undefined ? [] : modulesIn(own, depth + 1)),
    ]
  })
}

const isGitFolder = (folder: string): boolean =>
  readdirSync(folder).some((name) => foldName(name) === 'head')
const isHarmlessFile = (path: string): boolean =>
  lstatSync(path).isFile() && isHarmlessConfig(textOf(path))
const hasNoHooks = (path: string): boolean =>
  lstatSync(path).isDirectory() && readdirSync(path).every((name) => name.endsWith('.sample'))

function textOf(path: string): string {
  const stat = lstatSync(path)
  if (!stat.isFile() || stat.size > MOST_BYTES) throw new Error('not a small file')
  return readFileSync(path, 'utf8')
}

/** By the folder that holds it, so that no link can lead the renaming elsewhere. */
async function rename(path: string): Promise<boolean> {
  const folder = await holdFolder(dirname(path), false).catch(() => null)
  if (folder === null) return false
  try {
    const name = basename(path)
    const free = ['', '-2', '-3', '-4', '-5', `-${Date.now()}`].map(
      (mark) => `${name}${HELD}${mark}`,
    )
    const to = free.find(
      (each) => lstatSync(folder.at(each), { throwIfNoEntry: false }) === undefined,
    )
    if (to === undefined || !(await folder.inPlace())) return false
    renameSync(folder.at(name), folder.at(to))
    return true
  } catch {
    return false
  } finally {
    await folder.close()
  }
}
