// Gives one file another name, and never takes the place of another: the new name is made by a link,
// which the system refuses where something has it already. A file system without links (exFAT) or a
// file of somebody else is renamed instead, after a look. Never asks whether it may.
import { constants } from 'node:fs'
import { access, link, lstat, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { changed, exists, fileFailure, hardLinked, notRegular, readOnly } from './file-failure.ts'
import { errorCode, holdFolder, unless, type HeldFolder } from './safe-open.ts'

/** Absolute and canonical, and as the caller wrote it. */
type Name = { readonly path: string; readonly given: string }

export type MovedFile = {
  readonly from: Name
  readonly to: Name
  readonly makeFolders: boolean
}

export async function moveFile({
  from,
  to,
  makeFolders,
}: MovedFile): Promise<Result<null, Failure>> {
  let at = from
  try {
    const old = await holdFolder(dirname(from.path), false)
    try {
      at = to
      const next = await holdFolder(dirname(to.path), makeFolders)
      try {
        return await moveIn({ folder: old, ...from }, { folder: next, ...to })
      } finally {
        await next.close()
      }
    } finally {
      await old.close()
    }
  } catch (error) {
    return err(errorCode(error) === 'EEXIST' ? exists(to.given) : fileFailure(error, at.given))
  }
}

type Held = Name & { readonly folder: HeldFolder }

async function moveIn(from: Held, to: Held): Promise<Result<null, Failure>> {
  const source = from.folder.at(basename(from.path))
  const target = to.folder.at(basename(to.path))
  const stat = await lstat(source)
  if (stat.isSymbolicLink()) return err(changed(from.given))
  if (!stat.isFile()) return err(notRegular(from.given))
  if (stat.nlink > 1) return err(hardLinked(from.given))
  if (!(await writable(source))) return err(readOnly(from.given))
  if (!(await from.folder.inPlace())) return err(changed(from.given))
  if (!(await to.folder.inPlace())) return err(changed(to.given))
  if (!(await linked(source, target))) {
    if (await isThere(target)) return err(exists(to.given))
    await rename(source, target)
    return ok(null)
  }
  // What was linked is what was looked at; else the new name leads to something nobody decided on.
  const moved = await lstat(target)
  if (moved.ino !== stat.ino || moved.dev !== stat.dev) {
    await unlink(target)
    return err(changed(from.given))
  }
  await unlink(source)
  return ok(null)
}

/** False: not here. Throws as `link`. */
async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target)
    return true
  } catch (error) {
    if (NO_LINKS.has(errorCode(error))) return false
    throw error
  }
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

const isThere = async (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      unless('ENOENT')(error)
      return false
    },
  )

async function writable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK)
    return true
  } catch (error) {
    if (errorCode(error) === 'EACCES' || errorCode(error) === 'EROFS') return false
    throw error
  }
}
