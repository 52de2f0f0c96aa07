// What configurations are checked against: the tools there are, and how wide hosts reach.
import { catalog } from '../../tools/catalog.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { isSuffixWide } from '../egress/allowlist.ts'
import { hostForm } from '../egress/host-name.ts'
import { matchName } from '../gate/path-glob.ts'

/** @param now epoch milliseconds. */
export const policyFacts = (now: () => number): PolicyFacts => ({
  tools: catalog.map(({ manifest }) => manifest),
  matchName,
  isPublicSuffix: isSuffixWide,
  isPublicName: (host) => hostForm(host) === 'public-name',
  now,
})
