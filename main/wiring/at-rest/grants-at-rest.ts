// What each agent may do where no Gatehouse runs: what its organisation's file says. Loaded where there is
// such a file.
import { NOTHING } from '../../../contract/agent/grant.ts'
import { agentGrant } from '../../policy/agent-grant.ts'
import { grantOf, type GrantOf } from '../../policy/grant-of.ts'
import { withinOrganisation } from '../../policy/within-organisation.ts'
import type { BundlesAtRest } from './bundles-at-rest.ts'

/** Of agents without files of their own. */
export const grantsAtRest = ({ agents }: Pick<BundlesAtRest, 'agents'>): GrantOf =>
  grantOf({
    agent: withinOrganisation(
      agentGrant(() => null),
      agents,
    ),
    // These are not asked about here.
    subagent: () => NOTHING,
    client: () => NOTHING,
  })
