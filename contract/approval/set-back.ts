// Whether the clock of the machine was set back: nothing can be earlier than the last row of the
// journal.
import type { Lease } from './lease.ts'

/** A clock that was a little ahead is put right by so much, and nobody gains more than that. */
const MARGIN_MS = 60_000

/** @param lastAt when the last row was written, in epoch milliseconds; 0: there is none */
export const wasSetBack = (lastAt: number, now: number): boolean => lastAt > now + MARGIN_MS

/** It lasts until a time, so a start takes it back where the clock was set back. */
export const goesByClock = ({ expiresAt, revokedAt }: Lease): boolean =>
  expiresAt !== null && revokedAt === null
