// What is said beside a name that there is not: the one that was probably meant, and those there are.
import { nearest } from '../../contract/nearest.ts'

/** So many a person takes in; with a longer list behind it nobody would find the guess. */
const MOST_BESIDE_A_GUESS = 12

/** `before`: what leads to the list. */
export function nameHint(name: string, known: readonly string[], before = 'Known here'): string {
  const list = known.length === 0 ? 'None.' : `${before}: ${known.join(', ')}.`
  const meant = nearest(name, known)
  if (meant === null) return list
  const guess = `Did you mean "${meant}"?`
  return known.length > MOST_BESIDE_A_GUESS ? guess : `${guess} ${list}`
}
