// From what is chosen in the panel to the answer that is sent. Pure.
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { LeasePatterns } from '../../../../contract/approval/lease.ts'

/** In seconds, as the list offers them. */
export const expiries = ['3600', '28800', '86400', '604800', 'none'] as const

export type Draft = {
  readonly answer: 'scope' | 'always' | 'deny-always'
  /** Which of the limits that the approval proposes. */
  readonly proposal: number
  /** As typed; empty: any number of times. */
  readonly uses: string
  readonly expiry: (typeof expiries)[number]
  /**
   * The limits as the person changed them, one a line; left out: as proposed. Main refuses what
   * fits none of this call.
   */
  readonly limits?: Limits
}

export const limitKinds = ['paths', 'hosts', 'commands'] as const
export type Limits = Readonly<Record<(typeof limitKinds)[number], string>>

export const limitsOf = ({ paths, hosts, commands }: LeasePatterns): Limits => ({
  paths: paths.join('\n'),
  hosts: hosts.join('\n'),
  commands: commands.join('\n'),
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * What cannot be typed over goes along as proposed: methods, calls of servers, values of arguments,
 * what is named by itself.
 */
export const patternsOf = (
  { paths, hosts, commands }: Limits,
  proposed: LeasePatterns,
): LeasePatterns => ({
  ...proposed,
  paths: linesOf(paths),
  hosts: linesOf(hosts),
  commands: linesOf(commands),
})

const isEmpty = ({ paths, hosts, commands, calls = [] }: LeasePatterns): boolean =>
  paths.length + hosts.length + commands.length + calls.length === 0

/** Null for no limit, undefined for what is no whole number from 1 to 10,000. */
export function readUses(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const uses = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  return uses >= 1 && uses <= 10_000 ? uses : undefined
}

/** Null while something is wrong with it. */
export function replyOf(
  { answer, proposal, uses, expiry, limits }: Draft,
  proposals: Approval['proposals'],
): Reply | null {
  if (answer !== 'scope') return { answer }
  const chosen = proposals[proposal]
  const maxUses = readUses(uses)
  if (chosen === undefined || maxUses === undefined) return null
  const patterns = limits === undefined ? chosen.patterns : patternsOf(limits, chosen.patterns)
  if (isEmpty(patterns)) return null
  return {
    answer,
    scope: { patterns, maxUses, expiresInSeconds: expiry === 'none' ? null : Number(expiry) },
  }
}
