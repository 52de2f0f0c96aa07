// The topics of agents: those of other programs that were found on this machine, and our own.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { commandLines } from '../../clients/audit/command-lines.ts'
import { nodeProgram } from '../../sandbox/node-program.ts'
import { agentsService } from '../../services/agents/agents-service.ts'
import { programOfApp } from '../../services/agents/program-of-app.ts'
import { ownAgentsService } from '../../services/own-agents/own-agents-service.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'
import type { TopicParts } from './topic-parts.ts'

export function agentsTopics(
  { paths }: Pick<AppOptions, 'paths'>,
  { policy, execution, calls }: Layers,
  { gateway }: Pick<TopicParts, 'gateway'>,
  { now }: Clock,
  { screens }: Events,
) {
  return {
    ...agentsService({
      recordFile: join(paths.dataDir, 'connections.json'),
      hostFacts: () => ({
        env: process.env,
        platform: process.platform,
        homedir: homedir(),
        cwd: policy.workspacePath(),
      }),
      program: programOfApp(nodeProgram(), process.env['GATEHOUSE_HOME'], import.meta.dirname),
      running: commandLines,
      endToken: (name) => void gateway.clients.remove(name),
      changed: () => screens.send({ kind: 'clients-changed' }),
      sha256,
      now,
    }),
    ...ownAgentsService({
      files: policy.agentFiles,
      folder: paths.agentsDir,
      heldBy: policy.bundles.agentHeldBy,
      registry: execution.registry,
      tiers: () => policy.policy().tiers,
      agent: calls.agent,
      fromSuggestion: (id) => calls.records.useSuggestion(id, calls.agentFromSuggestion, null),
      sha256,
      record: execution.record,
    }),
  }
}
