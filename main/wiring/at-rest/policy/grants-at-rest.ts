// What each agent may do where no Gatehouse runs: what its file says, and its organisation's. Loaded where
// there are such files.
import { NOTHING } from '../../../../contract/agent/grant.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { agentGrant, startFault } from '../../../policy/agent-grant.ts'
import { grantOf, type GrantOf, type GrantSources } from '../../../policy/grant-of.ts'
import { withinOrganisation } from '../../../policy/within-organisation.ts'
import type { AgentsNow } from '../../../schedule/job-refusal.ts'
import { agentFilesAtRest, type MakerOf } from '../agents-at-rest.ts'
import type { BundlesAtRest } from './bundles-at-rest.ts'

export type GrantsAtRest = AgentsNow & {
  /** Of whom a question supposes. */
  readonly of: GrantOf
  /** Of the person's own agents. */
  names(): readonly string[]
}

export function grantsAtRest(
  folder: string,
  config: Pick<Config, 'model'>,
  bundles: BundlesAtRest | null,
  makerOf: MakerOf,
  client: GrantSources['client'] = () => NOTHING,
): GrantsAtRest {
  const { get, list } = agentFilesAtRest(folder, config, makerOf)
  const agent = withinOrganisation(agentGrant(get), () => bundles?.agents() ?? NO_FILES)
  return {
    fault: (name) => startFault(get, name),
    grant: agent,
    names: () => list().map(({ name }) => name),
    // Nobody asks here in the name of a run.
    of: grantOf({ agent, subagent: () => NOTHING, client }),
  }
}

const NO_FILES = {}
