// What configurations are checked against: the tools there are, and how wide hosts reach.
import { catalog } from '../../tools/catalog.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { isSuffixWide } from '../egress/allowlist.ts'
import { hostForm } from '../egress/host-name.ts'
import { isGuarded } from '../gate/touch-facts.ts'
import { matchName } from '../gate/path-glob.ts'
import { nativeTool } from '../clients/hook/native-tool.ts'
import { redactionRules } from '../secrets/redact/find.ts'

/**
 * @param now epoch milliseconds.
 * @param workspaceProblem left out, the workspace is not looked at: only the text of a
 *   configuration is to be checked.
 */
export const policyFacts = (
  now: () => number,
  workspaceProblem?: PolicyFacts['workspaceProblem'],
  hasPlugin?: PolicyFacts['hasPlugin'],
): PolicyFacts => ({
  tools: catalog.map(({ manifest }) => manifest),
  isAgentTool: (name) => nativeTool(name) !== null,
  redactionRules,
  matchName,
  namesGuarded: isGuarded,
  isPublicSuffix: isSuffixWide,
  isPublicName: (host) => hostForm(host) === 'public-name',
  ...(workspaceProblem === undefined ? {} : { workspaceProblem }),
  ...(hasPlugin === undefined ? {} : { hasPlugin }),
  now,
})
