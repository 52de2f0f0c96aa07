// Says what is wrong when the database or its disk cannot be used, in words that name the disk.
// Decides nothing.
import { failure, type Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/never.ts'
import { sqliteFault, sqliteText } from './sqlite-fault.ts'

const byFileSystem: Readonly<Record<string, 'full' | 'read-only' | 'io'>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EIO: 'io',
}

/** Null for an error that is neither the database's nor the disk's: a bug. */
export function storeFailure(error: unknown): Failure | null {
  const fault = faultOf(error)
  switch (fault) {
    case 'full':
      return failure(
        'store.full',
        'There is no room left on the disk that holds the data folder.',
        'Free some disk space, then try again.',
      )
    case 'read-only':
      return failure(
        'store.read-only',
        'The data folder cannot be written: it is read-only.',
        'Make it writable, then try again.',
      )
    case 'busy':
      return failure(
        'store.busy',
        'The database on the disk is locked by another program.',
        'Close the program that uses the data folder (a backup, a virus scanner), then try again.',
      )
    case 'corrupt':
      return failure(
        'store.damaged',
        `The database on the disk is damaged (${sqliteText(error)}).`,
        'Quit Gatehouse and run "gatehouse restore": it lists the backups and says what each would lose. "gatehouse audit export --readable" saves the rows that are still readable.',
      )
    case 'closed':
      return failure(
        'store.closed',
        'The database is closed: Gatehouse is ending.',
        'Start Gatehouse again.',
      )
    case 'not-openable':
    case 'io':
      return failure(
        'store.disk',
        `The disk that holds the data folder fails (${sqliteText(error)}).`,
        'Check the disk, then try again.',
      )
    case 'constraint':
    case 'other':
      return null
    default:
      return assertNever(fault, 'storeFailure')
  }
}

function faultOf(error: unknown): ReturnType<typeof sqliteFault> {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  return byFileSystem[code] ?? sqliteFault(error)
}
