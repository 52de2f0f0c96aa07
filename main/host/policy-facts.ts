// What configurations are checked against: the tools there are, and how wide hosts reach.
import { catalog } from '../../tools/catalog.ts'
import type { PolicyFacts } from '../config/facts.ts'
import { isSuffixWide } from '../egress/allowlist.ts'
import { hostForm } from '../egress/host-name.ts'
import { matchName } from '../gate/path-glob.ts'
import { redactionRules } from '../secrets/find.ts'
import { pathOfWorkspace } from './workspace.ts'
import { workspaceProblem, type WorkspaceWorld } from './workspace-problem.ts'

/**
 * @param now epoch milliseconds.
 * @param world left out, the workspace is not looked at: only the text of a configuration is to be checked.
 */
export const policyFacts = (now: () => number, world?: WorkspaceWorld): PolicyFacts => ({
  tools: catalog.map(({ manifest }) => manifest),
  redactionRules,
  matchName,
  isPublicSuffix: isSuffixWide,
  isPublicName: (host) => hostForm(host) === 'public-name',
  ...(world === undefined
    ? {}
    : {
        workspaceProblem: (chosen) => {
          const problem = workspaceProblem(pathOfWorkspace(chosen, chosen), world)
          return problem?.kind === 'refused' ? problem : null
        },
      }),
  now,
})
