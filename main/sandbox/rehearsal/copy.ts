// Copies a workspace, or a few files of it, into a folder of ours. Never follows a link, never
// writes into the workspace, and leaves out what is no file, folder or link. Of what nobody may read
// there are the names alone.
import { constants } from 'node:fs'
import { chmod, copyFile, lchown, link, lutimes, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { ORDINARY, staysRoot } from '../linux/host-user.ts'
import type { Entry, Tree } from './tree.ts'
import type { Cover } from '../files/own-stop.ts'
import { errorCode, openRegular } from '../files/safe-open.ts'

/**
 * Copies what `tree` saw of `from` (real path) to `to`, which must not exist. Files are shared with
 * the original until they are written where the file system can do that. Says which way it was.
 * Fails with `rehearsal.moved` when the workspace changed meanwhile, `rehearsal.unreadable` for
 * what cannot be read, `rehearsal.no-space`.
 * @param covers what is covered where a command runs: copied as an empty file or folder.
 */
export async function copyTree(
  from: string,
  to: string,
  { entries }: Tree,
  covers: readonly Cover[],
  signal: AbortSignal,
): Promise<Result<'reflink' | 'copy', Failure>> {
  let way: 'reflink' | 'copy' | 'untried' = 'untried'
  const dress = dresser(from)
  const firstOf = new Map<string, string>()
  const closed = new Set(covers.map(({ path }) => relative(from, path)))
  const hidden = (path: string): boolean => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (closed.has(path.slice(0, at))) return true
    return false
  }
  try {
    for (const [path, entry] of entries) {
      if (closed.size > 0 && hidden(path)) continue
      if (signal.aborted) return err(failure('rehearsal.cancelled', 'The rehearsal was stopped.'))
      const target = path === '' ? to : join(to, path)
      if (entry.is === 'folder') await mkdir(target, { mode: 0o700 })
      else if (entry.is === 'link') await symlink(entry.target ?? '', target)
      else if (entry.is === 'file' && closed.has(path)) await writeFile(target, '', { flag: 'wx' })
      else if (entry.is === 'file') {
        const twin = entry.links > 1 ? firstOf.get(entry.identity) : undefined
        if (twin === undefined) way = await copyOne(join(from, path), target, way)
        else await link(twin, target)
        if (entry.links > 1 && twin === undefined) firstOf.set(entry.identity, target)
        if (twin !== undefined) continue
      } else continue
      if (entry.is !== 'folder') await dress(target, entry)
    }
    // Last, and from within: filling a folder changes its times, and it may not be writable.
    for (const [path, entry] of [...entries].toReversed())
      if (entry.is === 'folder' && !(closed.size > 0 && hidden(path)))
        await dress(join(to, path), entry)
    return ok(way === 'reflink' ? 'reflink' : 'copy')
  } catch (error) {
    return err(notCopied(error))
  }
}

async function copyOne(
  from: string,
  to: string,
  way: 'reflink' | 'copy' | 'untried',
): Promise<'reflink' | 'copy'> {
  const file = await openRegular(from)
  if (file === null) throw Object.assign(new Error('no file any more'), { code: 'ENOENT' })
  try {
    const opened = `/proc/self/fd/${file.fd}`
    if (way !== 'copy') {
      try {
        await copyFile(opened, to, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL)
        return 'reflink'
      } catch (error) {
        if (
          !['ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EINVAL', 'ENOTTY', 'ENOSYS', 'EPERM'].includes(
            errorCode(error),
          )
        )
          throw error
      }
    }
    await copyFile(opened, to)
    return 'copy'
  } finally {
    file.close()
  }
}

/**
 * What root alone owns is given to nobody in particular in the copy, so that a command in it is not
 * root outside.
 */
function dresser(workspace: string): (path: string, entry: Entry) => Promise<void> {
  const ourselvesRoot = process.getuid?.() === 0
  const alone = staysRoot(workspace)
  return async (path, { is, mode, uid, gid, mtime }) => {
    const owner = alone && uid === 0 ? ORDINARY : { uid, gid }
    if (ourselvesRoot) await lchown(path, owner.uid, owner.gid)
    if (is !== 'link') await chmod(path, mode)
    const seconds = Number(mtime) / 1e9
    await lutimes(path, seconds, seconds)
  }
}

function notCopied(error: unknown): Failure {
  const code = errorCode(error)
  switch (code) {
    case '':
      throw error
    case 'ENOENT':
    case 'ELOOP':
    case 'ENOTDIR':
      return failure(
        'rehearsal.moved',
        'The workspace changed while it was copied for the rehearsal.',
        'Rehearse again.',
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return failure(
        'rehearsal.no-space',
        'The disk has no space for a throw-away copy of the workspace.',
        'Free some disk space.',
      )
    default:
      return failure(
        'rehearsal.unreadable',
        `The workspace could not be copied for the rehearsal (${code}).`,
        'Check the permissions of its files.',
      )
  }
}
