// What configurations are checked against, without what takes long to load: the tools themselves, what
// finds secrets, and the list of public suffixes, which few configurations need.
import { knownTools } from '../../tools/known-tools.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { readNativeName } from '../clients/hook/native-name.ts'
import { hostForm } from '../egress/host-name.ts'
import { isGuarded } from '../gate/touch-facts.ts'
import { matchName } from '../gate/path-glob.ts'
import { redactionRules } from '../secrets/redact/rule-names.ts'

type Here = {
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly workspaceProblem?: PolicyFacts['workspaceProblem']
  readonly hasPlugin?: PolicyFacts['hasPlugin']
}

export const quickFacts = (
  isPublicSuffix: PolicyFacts['isPublicSuffix'],
  { now, workspaceProblem, hasPlugin }: Here,
): PolicyFacts => ({
  tools: knownTools,
  isAgentTool: (name) => readNativeName(name) !== null,
  redactionRules,
  matchName,
  namesGuarded: isGuarded,
  isPublicSuffix,
  isPublicName: (host) => hostForm(host) === 'public-name',
  ...(workspaceProblem === undefined ? {} : { workspaceProblem }),
  ...(hasPlugin === undefined ? {} : { hasPlugin }),
  now,
})
