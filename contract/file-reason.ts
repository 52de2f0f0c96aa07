// Why the system did not let a file be read or written, in words for a person.

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the system does not allow it',
  EBUSY: 'another program uses it',
  EDQUOT: 'the disk is full',
  EEXIST: 'there is something of that name already',
  EFBIG: 'it is too large',
  EIO: 'the disk reports a fault',
  EISDIR: 'it is a folder',
  ELOOP: 'its links lead round in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no folder',
  ENXIO: 'it is no file',
  EPERM: 'the system does not allow it',
  EROFS: 'it is on a disk that can only be read',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_STRING_TOO_LONG: 'it is too large',
}

/**
 * The end of a sentence that names the file, without its full stop: "there is no such file or folder".
 * A fault that has no words here is named by its code, and one that has no code says its own text.
 */
export function fileReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!('code' in error)) return error.message
  const code = String(error.code)
  return Object.hasOwn(REASONS, code) ? (REASONS[code] ?? code) : `the system says ${code}`
}

/** What to do where the folder of Gatehouse's own files, or a file in it, cannot be used. */
export function folderHint(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'EACCES':
    case 'EPERM':
      return 'Set GATEHOUSE_HOME to a folder of your own, or give this one back to your user.'
    case 'EROFS':
      return 'Make that disk writable, or set GATEHOUSE_HOME to another folder.'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'Free some disk space, then try again.'
    case 'EEXIST':
    case 'ENOTDIR':
      return 'Set GATEHOUSE_HOME to a folder, or move that file away.'
    default:
      return 'Check free space and who may write to the folder.'
  }
}
