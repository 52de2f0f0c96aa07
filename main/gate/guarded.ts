// Pure. What the gate asks of the one list of guarded files.
import { guardOf } from '../../contract/policy/guarded-path.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'

/** Does a path lie where other programs look for what to run? See `guardOf`. */
export const isGuarded = (path: string): boolean => guardOf(path) !== null

/**
 * The one question of tiers and of coverage: does this touch write where other programs look for
 * what to run?
 */
export const writesGuarded = (touch: CanonicalTouch): touch is CanonicalTouchOf<'fs.write'> =>
  touch.kind === 'fs.write' && isGuarded(touch.path)
