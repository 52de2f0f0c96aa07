// Pure. Does a path lie where other programs look for what to run?
import { guardedSpots } from '../../contract/guarded-spots.ts'
import { comparable } from './path-glob.ts'

/** Case is folded always: a hook by another case is a hook on some systems, and a question too many on others. */
export function isGuarded(path: string): boolean {
  const names = comparable(path, true).split('/')
  return guardedSpots.some(([folder, spots]) => spots.some((spot) => stands(names, folder.toLowerCase(), spot.toLowerCase())))
}

const stands = (names: readonly string[], folder: string, spot: string): boolean =>
  names.some((name, at) => name === spot && (folder === '' || names[at - 1] === folder))
