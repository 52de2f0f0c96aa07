// Pure. What the gate asks of the one list of guarded files.
import { guardOf } from '../../contract/guarded-path.ts'

/** Does a path lie where other programs look for what to run? See `guardOf`. */
export const isGuarded = (path: string): boolean => guardOf(path) !== null
