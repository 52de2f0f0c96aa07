// Whether a lease has ended: revoked, expired or used up.
import type { Lease } from './lease.ts'

export const isOver = ({ revokedAt, expiresAt, maxUses, uses }: Lease, now: number): boolean =>
  revokedAt !== null ||
  (expiresAt !== null && expiresAt <= now) ||
  (maxUses !== null && uses >= maxUses)
