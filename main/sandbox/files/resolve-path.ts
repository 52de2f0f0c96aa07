// Answers "where does this path really lie?": every link resolved, then compared with the workspace
// and the STOP list. Never opens a file and never decides what may be done there.
import { dirname, isAbsolute, sep } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { followOn, followPath, followReal, type Followed, type OwnPaths } from './follow-path.ts'
import { badForm, foldPath, hasUnshowable, usuallyFolds } from './path-syntax.ts'
import { openStopList, type StopPath } from './stop-list.ts'

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
  readonly own?: OwnPaths
  /**
   * Where the workspace really is, null where it leads nowhere; left out, the disk is asked each
   * time.
   */
  readonly followWorkspace?: (path: string) => Followed | null
}

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
  const followWorkspace = options.followWorkspace ?? followReal

  return async (path) => {
    const wrong = badForm(path, process.platform)
    if (wrong !== null) return err(wrong)
    const workspace = followWorkspace(options.workspace)
    if (workspace?.is !== 'folder') {
      return err(
        failure(
          'workspace.missing',
          `The workspace ${options.workspace} does not exist.`,
          'Choose another folder in Settings.',
        ),
      )
    }
    const { paths, identities } = await upToDate()
    const start = absolute(path, workspace.at, options.home)
    const passed = within(start, workspace.at)
      ? followOn(workspace, start.slice(workspace.at.length), path)
      : followPath(start, path)
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
    const inside = within(key(at), key(workspace.at)) && !(is === 'file' && count > 1n)
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
