// What a link and a cookie carry, and the hash under which each is held.
import { createHash, randomBytes } from 'node:crypto'

/** 256 bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Hashes are compared in place of what was sent: of equal length, they take the same time to compare. */
export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
