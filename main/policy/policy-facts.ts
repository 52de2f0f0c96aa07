// What configurations are checked against: the tools there are, and how wide hosts reach.
import { isSuffixWide } from '../egress/allowlist.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { quickFacts } from './quick-facts.ts'

/**
 * @param now epoch milliseconds.
 * @param workspaceProblem left out, the workspace is not looked at: only the text of a
 *   configuration is to be checked.
 */
export const policyFacts = (
  now: () => number,
  workspaceProblem?: PolicyFacts['workspaceProblem'],
  hasPlugin?: PolicyFacts['hasPlugin'],
): PolicyFacts => quickFacts(isSuffixWide, { now, workspaceProblem, hasPlugin })
