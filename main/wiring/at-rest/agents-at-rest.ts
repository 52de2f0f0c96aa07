// The person's own agents, as a Gatehouse that does not run would list them.
import type { OwnAgent } from '../../../contract/agent/own-agent.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { knownModels, unsetModel } from '../../../contract/policy/config/model-names.ts'
import { openAgentFiles } from '../../config/agents/agent-files.ts'
import type { AgentMakers } from '../../config/agents/made-agents.ts'
import { sha256 } from '../sha256.ts'
import type { BundlesAtRest } from './bundles-at-rest.ts'

export function agentsAtRest(
  folder: string,
  { model }: Config,
  makerOf: AgentMakers['get'],
  bundles: BundlesAtRest | null,
): { readonly folder: string; readonly agents: readonly OwnAgent[] } {
  const files = openAgentFiles(
    folder,
    () => ({ models: knownModels(model), unsetModel: (name) => unsetModel(name, model) }),
    // Which of them are gone, the next start writes down.
    { get: makerOf, put: () => {}, remove: () => {}, names: () => [], sha256 },
  )
  files.dispose()
  const agents = files.list().map(({ grant: _grant, text: _text, ...agent }) => {
    const organisation = bundles?.agentHeldBy(agent.name) ?? null
    return organisation === null ? agent : { ...agent, organisation }
  })
  return { folder, agents }
}
