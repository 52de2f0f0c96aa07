// The sentences for what goes wrong with a file. They name the path as the caller wrote it, never
// the insides.
import { failure, type Failure } from '../../../contract/failure.ts'
import { errorCode } from './safe-open.ts'
import { SHORTER } from './path-syntax.ts'

export const notPermitted = (path: string): Failure =>
  failure(
    'path.outside-permit',
    `The path ${path} is not among those this call was allowed.`,
    'Name the path in the arguments of the call.',
  )

export const changed = (path: string): Failure =>
  failure(
    'path.changed',
    `The path ${path} leads to a different file than when it was decided.`,
    'Something replaced a folder or link. Check it before you try again.',
  )

export const otherContent = (path: string): Failure =>
  failure(
    'file.changed',
    `The file ${path} holds something else than when it was decided, so it was not handed on.`,
    'Ask again, so that what it holds now is decided.',
  )

export const stopped = (path: string): Failure =>
  failure(
    'path.stop',
    `The path ${path} is in a protected location.`,
    'Credential stores and the folders of Gatehouse stay closed.',
  )

export const missing = (path: string): Failure =>
  failure(
    'file.missing',
    `There is nothing at ${path}.`,
    'List the folder for the names that there are.',
  )

export const notRegular = (path: string): Failure =>
  failure(
    'file.not-regular',
    `The path ${path} is a device, pipe or socket, not a file.`,
    'Only regular files can be read or written.',
  )

export const isFolder = (path: string): Failure =>
  failure(
    'file.is-folder',
    `The path ${path} is a folder.`,
    'List it instead, or name a file in it.',
  )

export const notFolder = (path: string): Failure =>
  failure('file.not-folder', `The path ${path} is not a folder.`, 'Read it instead.')

export const tooLarge = (path: string, maxBytes: number): Failure =>
  failure(
    'file.too-large',
    `The file ${path} is larger than ${maxBytes} bytes.`,
    'Read a smaller file, or a part of it with a command.',
  )

export const binary = (path: string, bytes: number): Failure =>
  failure(
    'file.binary',
    `The file ${path} (${bytes} bytes) is not text in UTF-8, nor in UTF-16 with a byte order mark.`,
    'Only text can be read this way. A text in another encoding can be converted by a command.',
  )

export const otherEncoding = (path: string): Failure =>
  failure(
    'file.encoding',
    `The file ${path} does not contain UTF-8 text or marked UTF-16, so it is not replaced by text.`,
    'Convert it with a command first, or write a new file.',
  )

export const notText = (path: string): Failure =>
  failure(
    'file.not-text',
    `The text for ${path} holds half a character and cannot be written.`,
    'Write the text again in whole characters.',
  )

export const hardLinked = (path: string): Failure =>
  failure(
    'file.hard-linked',
    `The file ${path} has a second name somewhere, so it counts as outside the workspace and is never written.`,
    'Copy it with a command first, then work on the copy.',
  )

export const exists = (path: string): Failure =>
  failure(
    'file.exists',
    `There is something at ${path} already, so nothing was moved.`,
    'Choose another name.',
  )

export const readOnly = (path: string): Failure =>
  failure('file.read-only', `The file ${path} is set to read-only.`, 'Make it writable first.')

/**
 * A system error as a failure about `path`. Throws it again when it is none that a file can give.
 */
export function fileFailure(error: unknown, path: string): Failure {
  switch (errorCode(error)) {
    case 'ENOENT':
      return missing(path)
    case 'ELOOP':
    case 'ENOTDIR':
      return changed(path)
    case 'EKERNEL':
      return stopped(path)
    case 'EFBIG':
      return failure(
        'file.too-large',
        `The system does not allow a file as large as ${path} would be; nothing was changed.`,
      )
    case 'EISDIR':
      return isFolder(path)
    case 'ENXIO':
      return notRegular(path)
    case 'EROFS':
      return failure('file.read-only', `The place of ${path} can only be read.`)
    case 'EACCES':
    case 'EPERM':
      return failure(
        'file.no-access',
        `The system does not allow access to ${path}.`,
        'Check who owns it and its permissions.',
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return failure(
        'file.no-space',
        `The disk is full, so there is no space for ${path}; nothing was changed.`,
        'Free some space and try again.',
      )
    case 'ENAMETOOLONG':
      return failure('path.too-long', `The path ${path} is too long.`, SHORTER)
    case 'EMFILE':
    case 'ENFILE':
      return failure(
        'file.busy',
        `Too many files are open to reach ${path}.`,
        'Try again in a moment.',
      )
    case 'EIO':
      return failure('file.faulty', `The disk reported an error at ${path}.`)
    case '':
      throw error
    default:
      return failure('file.failed', `The system refused ${path} (${errorCode(error)}).`)
  }
}
