// From what is chosen in the panel to the answer that is sent. Pure.
import type { Approval, Reply } from '../../../contract/approval.ts'

/** In seconds, as the list offers them. */
export const expiries = ['3600', '28800', '86400', '604800', 'none'] as const

export type Draft = {
  readonly answer: 'scope' | 'always' | 'deny-always'
  /** Which of the limits that the approval proposes. */
  readonly proposal: number
  /** As typed; empty: any number of times. */
  readonly uses: string
  readonly expiry: (typeof expiries)[number]
}

/** Null for no limit, undefined for what is no whole number from 1 to 10,000. */
export function readUses(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const uses = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  return uses >= 1 && uses <= 10_000 ? uses : undefined
}

/** Null while something is wrong with it. */
export function replyOf({ answer, proposal, uses, expiry }: Draft, proposals: Approval['proposals']): Reply | null {
  if (answer !== 'scope') return { answer }
  const chosen = proposals[proposal]
  const maxUses = readUses(uses)
  if (chosen === undefined || maxUses === undefined) return null
  return { answer, scope: { patterns: chosen.patterns, maxUses, expiresInSeconds: expiry === 'none' ? null : Number(expiry) } }
}
