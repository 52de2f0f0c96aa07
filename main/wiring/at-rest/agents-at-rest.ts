// The person's own agents, as a Gatehouse that does not run would list them.
import type { MadeAgent } from '../../../contract/agent/agent-maker.ts'
import type { OwnAgent } from '../../../contract/agent/own-agent.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { knownModels, unsetModel } from '../../../contract/policy/config/model-names.ts'
import { openAgentFiles, type AgentFiles } from '../../config/agents/agent-files.ts'
import { sha256 } from '../sha256.ts'
import type { BundlesAtRest } from './policy/bundles-at-rest.ts'

/** Which program made an agent; null: none did. */
export type MakerOf = (name: string) => MadeAgent | null

/** As they are now: nobody watches them. */
export function agentFilesAtRest(
  folder: string,
  { model }: Pick<Config, 'model'>,
  makerOf: MakerOf,
): Pick<AgentFiles, 'list' | 'get'> {
  const files = openAgentFiles(
    folder,
    () => ({ models: knownModels(model), unsetModel: (name) => unsetModel(name, model) }),
    // Which of them are gone, the next start writes down.
    { get: makerOf, put: () => {}, remove: () => {}, names: () => [], sha256 },
  )
  files.dispose()
  return files
}

export function agentsAtRest(
  folder: string,
  config: Pick<Config, 'model'>,
  makerOf: MakerOf,
  bundles: BundlesAtRest | null,
): { readonly folder: string; readonly agents: readonly OwnAgent[] } {
  const listed = agentFilesAtRest(folder, config, makerOf).list()
  const agents = listed.map(({ grant: _grant, text: _text, ...agent }) => {
    const organisation = bundles?.agentHeldBy(agent.name) ?? null
    return organisation === null ? agent : { ...agent, organisation }
  })
  return { folder, agents }
}
