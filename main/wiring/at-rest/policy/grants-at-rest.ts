// What each agent may do where no Gatehouse runs: what its file says, and its organisation's. Loaded where
// there are such files.
import { NOTHING } from '../../../../contract/agent/grant.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { agentGrant, startFault } from '../../../policy/agent-grant.ts'
import { grantOf, type GrantOf } from '../../../policy/grant-of.ts'
import { withinOrganisation } from '../../../policy/within-organisation.ts'
import type { AgentsNow } from '../../../schedule/job-refusal.ts'
import { agentFilesAtRest, type MakerOf } from '../agents-at-rest.ts'
import type { BundlesAtRest } from './bundles-at-rest.ts'

export type GrantsAtRest = AgentsNow & {
  /** Of whom a question supposes. */
  readonly of: GrantOf
  /** Whether the person has an agent of that name. */
  hasFile(agent: string): boolean
}

export function grantsAtRest(
  folder: string,
  config: Pick<Config, 'model'>,
  bundles: BundlesAtRest | null,
  makerOf: MakerOf,
): GrantsAtRest {
  const { get } = agentFilesAtRest(folder, config, makerOf)
  const agent = withinOrganisation(agentGrant(get), () => bundles?.agents() ?? NO_FILES)
  return {
    fault: (name) => startFault(get, name),
    grant: agent,
    hasFile: (name) => get(name) !== null,
    // Neither of a run nor of a client is asked here.
    of: grantOf({ agent, subagent: () => NOTHING, client: () => NOTHING }),
  }
}

const NO_FILES = {}
