// Pure. Whether a rule speaks of those whose work a call is: who makes it, and for whom. Asking
// another agent, or being asked by one, never allows more.
import type { Effect } from '../../../contract/policy/decision.ts'
import { matchName } from '../path-glob.ts'

export type Workers = {
  readonly principalName: string
  /** All whose work it is, itself first: for a sub-agent also those that it works for. */
  readonly workers?: readonly string[] | undefined
}

/**
 * A rule that restricts an agent restricts all that work for it. One that allows has to name each of
 * them.
 */
export function namesWorkers(
  effect: Effect,
  agents: readonly string[],
  { principalName, workers = [principalName] }: Workers,
): boolean {
  const named = (name: string): boolean => agents.some((glob) => matchName(glob, name))
  return effect === 'allow' ? workers.every(named) : workers.some(named)
}

/** What restricts agents restricts those that they start. */
export const namesKind = (effect: Effect, kinds: readonly string[], kind: string): boolean =>
  kinds.includes(kind) || (effect !== 'allow' && kind === 'subagent' && kinds.includes('agent'))
