import { randomBytes } from 'node:crypto'

/** `run_` and the like, then the time and 80 random bits: ids sort by age and cannot be guessed. */
export const newId = <P extends string>(prefix: P): `${P}_${string}` =>
  `${prefix}_${Date.now().toString(36).padStart(9, '0')}${randomBytes(10).toString('hex')}`
