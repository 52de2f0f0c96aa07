// Pure. Which spellings of a path are taken at all, and when two spellings may be one path. The
// platform is an argument.
import { foldName } from '../../../contract/policy/fold-name.ts'
import { failure, type Failure } from '../../../contract/failure.ts'

const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 4095

/**
 * C0, DEL, C1, line separators, and marks that make a name read in another order than it is
 * written.
 */
const unshowable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/ // eslint-disable-line no-control-regex -- control characters are what is refused

export const SHORTER = 'Name a shorter path.'

/**
 * Why `path` is refused by its letters alone, or null. `platform` as `process.platform` names it.
 */
export function badForm(path: string, platform: string): Failure | null {
  if (path === '')
    return failure(
      'path.empty',
      'The path is empty.',
      'Name a file or folder; "." is the workspace itself.',
    )
  if (path.includes('\0'))
    return failure(
      'path.nul',
      'The path holds a NUL character, which no file name can.',
      'Write the path without it.',
    )
  if (!path.isWellFormed() || path.includes('\uFFFD'))
    return failure(
      'path.not-text',
      'The path is not valid Unicode text.',
      'Write it in whole characters, as a list of the folder shows it.',
    )
  if (hasUnshowable(path)) {
    return failure(
      'path.control',
      'The path holds a control character, so it cannot be shown as what it is.',
      'Rename the file first.',
    )
  }
  if (Buffer.byteLength(path) > MAX_PATH_BYTES)
    return failure('path.too-long', `The path is longer than ${MAX_PATH_BYTES} bytes.`, SHORTER)
  if (
    path
      .split(platform === 'win32' ? /[/\\]/ : '/')
      .some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)
  ) {
    return failure(
      'path.too-long',
      `A name in the path is longer than ${MAX_NAME_BYTES} bytes.`,
      SHORTER,
    )
  }
  if (platform === 'win32' && hasWindowsSpoof(path)) {
    return failure(
      'path.unsupported',
      `The path ${path} uses a Windows form that is not accepted.`,
      'Write a plain drive path.',
    )
  }
  return null
}

export const hasUnshowable = (path: string): boolean => unshowable.test(path)

const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i
/** `PROGRA~1`: which long name it means cannot be seen from it. */
const shortName = /^[^.~]{1,6}~\d{1,6}(\.[^.]{0,3})?$/
const neverInNames = /[<>"|?*:]/

/**
 * Device and network prefixes, streams, device names, short names, and endings that Windows
 * silently trims: second spellings of one file, or no file at all. A drive without a slash counts
 * from that drive's own working folder.
 */
export function hasWindowsSpoof(path: string): boolean {
  if (/^[\\/]{2}/.test(path)) return true
  const rest = /^[A-Za-z]:[\\/]/.test(path) ? path.slice(3) : path
  return rest
    .split(/[\\/]/)
    .some(
      (name) =>
        name !== '.' &&
        name !== '..' &&
        (neverInNames.test(name) ||
          /[. ]$/.test(name) ||
          deviceName.test(name) ||
          shortName.test(name)),
    )
}

/** Whether names that differ in case or composition are usually one name on `platform`. */
export const usuallyFolds = (platform: string): boolean =>
  platform === 'darwin' || platform === 'win32'

/** The form in which absolute paths are compared where names fold. */
export const foldPath = (path: string): string =>
  path
    .split('/')
    .map((part) => part.split('\\').map(foldName).join('\\'))
    .join('/')
