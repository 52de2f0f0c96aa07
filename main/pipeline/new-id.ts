// Ids of calls, approvals, runs and the like.
import { randomUUID } from 'node:crypto'

/** `run_` and the like, then the time and 80 random bits: ids sort by age and cannot be guessed. */
export const newId = <P extends string>(prefix: P): `${P}_${string}` => {
  // Node keeps random bytes at hand for these. First and last part of one are all random.
  const random = randomUUID()
  return `${prefix}_${Date.now().toString(36).padStart(9, '0')}${random.slice(0, 8)}${random.slice(24)}`
}
