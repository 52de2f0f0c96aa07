// Answers "where does this path really lie?": every link resolved, then compared with the workspace
// and the STOP list. Never opens a file and never decides what may be done there. Looks
// synchronously: a few microseconds a name, where the thread pool takes fifty, twice for every
// call.
import { lstatSync, readlinkSync, realpathSync, type BigIntStats } from 'node:fs'
import { dirname, isAbsolute, join, parse, resolve, sep } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { isKernelView, plainRootDevice } from '../linux/kernel-view.ts'
import { badForm, foldPath, hasUnshowable, usuallyFolds } from './path-syntax.ts'
import { identityOf, openStopList, type StopPath } from './stop-list.ts'

export type RealPath = Pick<CanonicalTouchOf<'fs.read'>, 'path' | 'zone' | 'is'>
export type ResolvedPath = (path: string) => Promise<Result<RealPath, Failure>>

export type ResolvePathOptions = {
  /**
   * The folder the person chose. It may itself be reached through links, and may be gone at any
   * call.
   */
  readonly workspace: string
  /** Gatehouse's own folders: configuration, data, run. */
  readonly stop: readonly string[]
  readonly home: string
  /**
   * Whether names differing only in case are one name. By default what the operating system usually
   * does.
   */
  readonly foldsCase?: boolean
  /**
   * Whether what was walked leads to the person's own STOP list, whatever names it has on the way.
   * Left out: nothing is on it.
   */
  readonly own?: (followed: {
    readonly through: readonly string[]
    readonly met: readonly string[]
    readonly names: bigint
  }) => Promise<boolean>
  /**
   * The real path of the workspace, null where it leads nowhere; left out, the disk is asked each
   * time.
   */
  readonly realPathOf?: (path: string) => string | null
  /** Where the workspace is going to be, if it is not there yet. Left out: then no path is resolved. */
  readonly upcoming?: string
}

const MAX_LINKS = 40

/**
 * Gives the real absolute path of `path`, its zone, and what is there. Relative paths start at the
 * workspace, `~` is the home folder, `..` is taken after links are followed, as the kernel does. A
 * path that does not exist yet gets the real path of its nearest existing ancestor and the rest as
 * written; a dangling link is resolved to its target. A path that only passes through a STOP place
 * is in it, whatever name it has there: places are known by their inode too, and a view of the
 * kernel (procfs and its like) is one wherever it is mounted.
 *
 * A file with more than one name counts as `outside`, wherever the name at hand lies: the other may
 * be anywhere, and a hard link is to be no better than a link.
 *
 * Failures: `workspace.missing`, `path.empty`, `path.nul`, `path.not-text`, `path.control`,
 * `path.too-long`, `path.loop`, `path.not-folder`, `path.no-access`, `path.unsupported`.
 */
export function resolvePath(options: ResolvePathOptions): ResolvedPath {
  const folds = options.foldsCase ?? usuallyFolds(process.platform)
  const key = (path: string): string => (folds ? foldPath(path) : path)
  const stops = openStopList(options)
  let list: readonly StopPath[] = []
  let closed: { readonly paths: ReadonlySet<string>; readonly identities: ReadonlySet<string> } = {
    paths: new Set(),
    identities: new Set(),
  }
  const upToDate = async (): Promise<typeof closed> => {
    const now = await stops()
    if (now === list) return closed
    list = now
    const paths = now.flatMap(({ written, real }) =>
      real === null ? [key(written)] : [key(written), key(real)],
    )
    closed = {
      paths: new Set(paths),
      identities: new Set(now.flatMap(({ identity }) => (identity === null ? [] : [identity]))),
    }
    return closed
  }

  const isOwn = options.own ?? (async () => false)

  return async (path) => {
    const wrong = badForm(path, process.platform)
    if (wrong !== null) return err(wrong)
    const workspace = realFolder(options.workspace, options.realPathOf) ?? options.upcoming ?? null
    if (workspace === null) {
      return err(
        failure(
          'workspace.missing',
          `The workspace ${options.workspace} does not exist.`,
          'Choose another folder in Settings.',
        ),
      )
    }
    const { paths, identities } = await upToDate()
    const passed = follow(absolute(path, workspace, options.home), path)
    if (!passed.ok) return passed
    const { at, is, through, met, ofKernel, names: count } = passed.value
    if (hasUnshowable(at))
      return err(
        failure(
          'path.control',
          `The path ${path} leads to a name with a control character.`,
          'Rename the file first.',
        ),
      )
    const stopped =
      ofKernel ||
      met.some((each) => identities.has(each)) ||
      through.some((each) => isAtOrBelow(key(each), paths)) ||
      (await isOwn(passed.value))
    const inside = within(key(at), key(workspace)) && !(is === 'file' && count > 1n)
    return ok({ path: at, zone: stopped ? 'stop' : inside ? 'workspace' : 'outside', is })
  }
}

function isAtOrBelow(path: string, roots: ReadonlySet<string>): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (roots.has(at)) return true
    if (at === dirname(at)) return false
  }
}

/** True when `path` is `root` or lies below it. Both absolute, without a trailing separator. */
export function within(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Not normalised: `..` must be taken after links are followed, not by the letters. */
function absolute(path: string, workspace: string, home: string): string {
  if (path === '~') return home
  if (path.startsWith('~/') || (sep === '\\' && path.startsWith('~\\')))
    return home + sep + path.slice(2)
  return isAbsolute(path) ? path : workspace + sep + path
}

/** Null where it leads nowhere. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

function realFolder(path: string, find = realPathOf): string | null {
  const real = find(path)
  try {
    return real !== null && lstatSync(real).isDirectory() ? real : null
  } catch {
    return null
  }
}

type Followed = {
  readonly at: string
  readonly is: RealPath['is']
  /** Every real place that the walk stood on at a link or `..`, and where it ended. */
  readonly through: readonly string[]
  /** `device:inode` of everything it came by. */
  readonly met: readonly string[]
  readonly ofKernel: boolean
  /** How many names the file has that it ended on. */
  readonly names: bigint
}

function follow(start: string, given: string): Result<Followed, Failure> {
  const root = parse(start).root
  let todo = names(start.slice(root.length))
  let at = root
  let is: RealPath['is'] = 'folder'
  let links = 0
  const through: string[] = []
  const met: string[] = []
  let device = plainRootDevice()
  let ofKernel = false
  let count = 1n
  while (todo.length > 0) {
    const [name = '', ...rest] = todo
    todo = rest
    if (name === '..') {
      through.push(at)
      at = resolve(at, '..')
      // Above something missing there may be something missing too.
      if (is === 'missing' && typeof statPath(at) !== 'string') is = 'folder'
      continue
    }
    const next = join(at, name)
    const stat = statPath(next)
    if (typeof stat === 'string') {
      if (stat === 'missing') {
        at = next
        is = 'missing'
        continue
      }
      return err(explain(stat, given))
    }
    if (stat.isSymbolicLink()) {
      links += 1
      if (links > MAX_LINKS)
        return err(
          failure(
            'path.loop',
            `The path ${given} is a circle of links.`,
            'Name the file itself, not a link to it.',
          ),
        )
      through.push(next)
      const target = targetOf(next)
      if (target === null) return err(explain('no-access', given))
      if (target === undefined)
        return err(
          failure(
            'path.changed',
            `The path ${given} changed while it was looked at.`,
            'Try again.',
          ),
        )
      if (target.includes('\uFFFD'))
        return err(
          failure(
            'path.not-text',
            `A link in the path ${given} has a name that is not text.`,
            'Name the file itself, not a link to it.',
          ),
        )
      const targetRoot = parse(target).root
      todo = [...names(target.slice(targetRoot.length)), ...todo]
      if (targetRoot !== '') at = resolve(root, targetRoot)
      is = 'folder'
      continue
    }
    at = next
    met.push(identityOf(stat))
    count = stat.nlink
    if (stat.dev !== device) ofKernel ||= isKernelView(at)
    device = stat.dev
    is = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
    if (is !== 'folder' && todo.length > 0)
      return err(
        failure(
          'path.not-folder',
          `The path ${given} continues below something that is not a folder.`,
          'List the folder above it for the names that there are.',
        ),
      )
  }
  return ok({ at, is, through: [...through, at], met, ofKernel, names: count })
}

const names = (path: string): string[] =>
  path.split(sep === '\\' ? /[/\\]/ : '/').filter((name) => name !== '' && name !== '.')

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Null: it may not be read. Undefined: it is no link any more. */
function targetOf(link: string): string | null | undefined {
  try {
    return readlinkSync(link)
  } catch (error) {
    return isCode(error, 'EACCES') ? null : undefined
  }
}

type Trouble = 'missing' | 'no-access' | 'not-folder' | 'too-long' | 'loop'

function statPath(path: string): BigIntStats | Trouble {
  try {
    return lstatSync(path, { bigint: true })
  } catch (error) {
    switch (error instanceof Error && 'code' in error ? error.code : '') {
      case 'ENOENT':
        return 'missing'
      case 'ENOTDIR':
        return 'not-folder'
      case 'ENAMETOOLONG':
        return 'too-long'
      case 'ELOOP':
        return 'loop'
      default:
        return 'no-access'
    }
  }
}

function explain(trouble: Exclude<Trouble, 'missing'>, given: string): Failure {
  const texts = {
    'no-access': `The path ${given} leads through a folder that cannot be entered.`,
    'not-folder': `The path ${given} continues below something that is not a folder.`,
    'too-long': `The path ${given} is too long.`,
    loop: `The path ${given} is a circle of links.`,
  } as const
  return failure(`path.${trouble}`, texts[trouble])
}
