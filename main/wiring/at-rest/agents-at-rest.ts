// The person's own agents, as a Gatehouse that does not run would list them.
import type { MadeAgent } from '../../../contract/agent/agent-maker.ts'
import type { OwnAgent } from '../../../contract/agent/own-agent.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { knownModels, unsetModel } from '../../../contract/policy/config/model-names.ts'
import {
  openAgentFiles,
  type AgentEntry,
  type AgentFiles,
} from '../../config/agents/agent-files.ts'
import {
  noAgent,
  shownAgent,
  wholeAgent,
  type ToolsNow,
} from '../../services/own-agents/whole-agent.ts'
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
  const heldBy = bundles?.agentHeldBy ?? (() => null)
  return { folder, agents: listed.map((agent) => shownAgent(agent, heldBy(agent.name))) }
}

/** One of them, with what it may do now. */
export function agentAtRest(
  entry: AgentEntry | null,
  name: string,
  tools: ToolsNow,
  bundles: BundlesAtRest | null,
) {
  if (entry === null) return err(noAgent(name))
  return ok(wholeAgent(entry, bundles?.agentHeldBy(name) ?? null, tools))
}
