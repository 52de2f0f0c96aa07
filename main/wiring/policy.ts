// Layer 2: what may happen. The configuration and the policy made from it, the folder agents work in,
// the emergency stop, and step-up.
import { hasPlugin } from '../config/plugin-files.ts'
import { join } from 'node:path'
import { knownModels, unsetModel } from '../../contract/policy/config/model-names.ts'
import type { Run } from '../../contract/agent/run.ts'
import type { RunId } from '../../contract/ids.ts'
import { openAgentFiles } from '../config/agents/agent-files.ts'
import { openConfig } from '../config/config.ts'
import { openStepUp } from '../approvals/step-up.ts'
import { openDelegatedGrants } from '../agent/subagents/delegated-grant.ts'
import { EVERYTHING } from '../../contract/agent/grant.ts'
import { agentGrant } from '../policy/agent-grant.ts'
import { PLAIN_HELPER } from '../policy/requested-grant.ts'
import { openClientDelegations } from '../policy/client-delegations.ts'
import { clientGrant } from '../policy/client-grant.ts'
import { withinOrganisation } from '../policy/within-organisation.ts'
import { grantOf, type GrantOf } from '../policy/grant-of.ts'
import { policyFacts } from '../policy/policy-facts.ts'
import { openRelaxation } from '../policy/relaxation.ts'
import { FINISH_MS, openWindDown } from '../recovery/wind-down.ts'
import { refusedWorkspace, workspaceFacts } from '../workspace/workspace-problem.ts'
import type { AppOptions } from './app-options.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { wireBundles } from './policy/bundles.ts'
import { clientDelegationsFile } from './policy/client-delegations-file.ts'
import { openStop } from './policy/stop.ts'
import { wireWorkspaceContext } from './policy/workspace-context.ts'
import { sha256 } from './sha256.ts'
import type { Storage } from './storage.ts'

export type PolicyLayer = Awaited<ReturnType<typeof openPolicy>>

export async function openPolicy(
  { host, paths, yieldInstance, safe, touchId }: AppOptions,
  { journal, tables, write, lastAt }: Storage,
  { now, monotonic }: Clock,
  events: Events,
) {
  const facts = policyFacts(now, refusedWorkspace(workspaceFacts(paths)), hasPlugin(paths))
  const config = await openConfig({
    file: paths.configFile,
    facts,
    markFile: join(paths.dataDir, 'config-in-force'),
  })
  const agentFiles = openAgentFiles(
    paths.agentsDir,
    () => {
      const { model } = config.current()
      return { models: knownModels(model), unsetModel: (name) => unsetModel(name, model) }
    },
    { ...tables.agentMakers, sha256 },
  )
  const bundles = wireBundles(
    join(paths.dataDir, 'organisation'),
    () => config.current().organisation,
    now,
  )
  const clientDelegations = openClientDelegations({
    ...clientDelegationsFile(join(paths.dataDir, 'client-delegations.json')),
    asGrant: clientGrant,
    table: tables.clients,
    sha256,
    lastAt,
    now,
    monotonic,
  })
  const agentGranted = withinOrganisation(agentGrant(agentFiles.get), bundles.agents)
  /** Runs that are played again, which are in no table. */
  const played = new Map<RunId, Run>()
  const granted: GrantOf = grantOf({
    client: clientDelegations.grantOf,
    agent: agentGranted,
    subagent: openDelegatedGrants({
      run: (id: RunId) => played.get(id) ?? tables.runs.get(id),
      now,
      monotonic,
      sha256,
      grantOf: (principal) => granted(principal),
      agentGrant: (name) => (name === PLAIN_HELPER ? EVERYTHING : agentGranted(name)),
    }),
  })
  const stopWatching = [
    // Which models an agent can name is in the configuration.
    config.onChange(agentFiles.reload),
    // What an agent may do is policy: what is held is decided again.
    agentFiles.onChange(() => events.emit({ kind: 'config-changed' })),
  ]
  bundles.onChange(() => events.emit({ kind: 'config-changed' }))
  const unwatch = (): void => stopWatching.forEach((stop) => stop())
  const windDown = openWindDown(journal.open, yieldInstance === undefined ? 0 : FINISH_MS)
  const stop = openStop(tables.stopped, now, windDown.ending)
  const stepUp = openStepUp({
    table: tables.stepUp,
    now,
    ...(touchId === undefined
      ? {}
      : { system: { ...touchId, on: () => config.current().desktop.touchId } }),
    // The row holds no text of anybody, so nothing in it has to be redacted.
    noted: async (change) =>
      void (await write({ kind: 'step-up', change, surface: host === 'cli' ? 'cli' : 'window' })),
  })
  return {
    config,
    /** What a configuration is checked against. */
    facts,
    ...wireWorkspaceContext(config, paths, sha256, granted, bundles.current),
    bundles,
    grantOf: granted,
    played,
    clientDelegations,
    agentFiles,
    agentGranted,
    windDown,
    /** In safe mode nothing may begin either. */
    stop: { ...stop, barred: safe?.barred ?? stop.barred },
    stepUp,
    relaxation: openRelaxation(stepUp),
    /** From now on a change of the configuration changes nothing any more. */
    unwatch,
    async dispose(): Promise<void> {
      agentFiles.dispose()
      config.dispose()
    },
  }
}
