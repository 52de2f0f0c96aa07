// What there is to say of one standing answer besides its sentence. Pure.
import type { Lease } from '../../../contract/approval/lease.ts'
import type { PolicyUsage } from '../../../contract/policy/policy-file.ts'
import { ago } from '../../ui/text/time-text.ts'

const words = {
  left: (uses: number, most: number) => `${Math.max(0, most - uses)} of ${most} uses left`,
  used: (uses: number) =>
    uses === 0 ? 'never used' : uses === 1 ? 'used once' : `used ${uses} times`,
  byHand: (when: string) => `given by hand ${when}`,
  onCard: (where: string | null, when: string) =>
    where === null ? `given on a card ${when}` : `given on a card (${where}) ${when}`,
  lastUsed: (when: string) => `last used ${when}`,
  revoked: (when: string) => `revoked ${when}`,
  expired: (when: string) => `ended ${when}`,
  usedUp: 'used up',
}

/** `over`: how it ended; null while it holds. */
export type LeaseLine = { readonly over: string | null; readonly facts: readonly string[] }

export function leaseLine(lease: Lease, usage: PolicyUsage | null, now: number): LeaseLine {
  const { revokedAt, expiresAt, maxUses, uses, effect, approvalId, createdAt, id } = lease
  const known = usage?.leases[id]
  const over =
    revokedAt !== null
      ? words.revoked(ago(now - revokedAt))
      : expiresAt !== null && expiresAt <= now
        ? words.expired(ago(now - expiresAt))
        : maxUses !== null && uses >= maxUses
          ? words.usedUp
          : null
  const when = ago(now - createdAt)
  return {
    over,
    facts: [
      // What is denied uses nothing up.
      ...(effect === 'deny'
        ? []
        : [maxUses === null ? words.used(uses) : words.left(uses, maxUses)]),
      approvalId === null ? words.byHand(when) : words.onCard(known?.givenOn ?? null, when),
      ...(known === undefined || known.lastAt === null
        ? []
        : [words.lastUsed(ago(now - known.lastAt))]),
    ],
  }
}
