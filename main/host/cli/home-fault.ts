// What is wrong with a folder that a command needs, where it failed over it: that of Gatehouse's own
// files, or the one the person is in.
import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileReason, folderHint } from '../../../contract/file-reason.ts'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { isFolderGone } from '../../config/folders/working-folder.ts'

/** `home`: null where it was not known yet. Null: the fault lies elsewhere. */
export function folderFault(cause: unknown, home: string | null): Failure | null {
  if (isFolderGone())
    return failure(
      'cli.folder-gone',
      'The folder you are in was deleted.',
      'Go to another folder, then try again.',
    )
  if (home === null) return null
  return homeFault(home) ?? fileFault(cause)
}

/** Null where it is a folder that can be used, or is not there yet. */
function homeFault(home: string): Failure | null {
  const file = fileAbove(home)
  if (file !== null)
    return failure(
      'home.no-folder',
      file === home
        ? `${home} is a file, and Gatehouse keeps its own files in a folder there.`
        : `${file} is a file, and Gatehouse keeps its own files in a folder below it: ${home}.`,
      'Set GATEHOUSE_HOME to a folder, or move that file away.',
    )
  try {
    accessSync(home, constants.R_OK | constants.X_OK)
    return null
  } catch (cause) {
    return isCode(cause, 'ENOENT')
      ? null
      : failure(
          'home.no-access',
          `The data folder ${home} cannot be used: ${fileReason(cause)}.`,
          folderHint(cause),
        )
  }
}

/** The file that is where the folder or one above it should be. */
function fileAbove(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    try {
      return statSync(at).isDirectory() ? null : at
    } catch {
      if (dirname(at) === at) return null
    }
  }
}

/** A file that the system does not let us use is no fault of ours. */
function fileFault(cause: unknown): Failure | null {
  const refused = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].some((code) =>
    isCode(cause, code),
  )
  return refused && cause instanceof Error && 'path' in cause
    ? failure(
        'cli.file',
        `${String(cause.path)} cannot be used: ${fileReason(cause)}.`,
        folderHint(cause),
      )
    : null
}

const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code
