// The plugins of a Gatehouse that does not run. What reads them takes a while to load, and most people have
// none.
import { ok } from '../../../contract/result.ts'
import { knownTools } from '../../../tools/known-tools.ts'
import { wirePlugins, type WiredPlugins } from '../execution/plugins.ts'
import { sha256 } from '../sha256.ts'
import type { AtRest } from './policy/policy-at-rest.ts'
import type { StoredOfPlugins } from './stored-from-outside.ts'

/** @param ofServers names of the tools of servers. */
export function openPluginsAtRest(
  { config, policy, workspace }: AtRest,
  dataDir: string,
  { pins, newest }: StoredOfPlugins,
  ofServers: readonly string[],
): Promise<WiredPlugins> {
  const otherTools = [...knownTools.map(({ name }) => name), ...ofServers]
  return wirePlugins({
    config: () => config,
    policy: () => policy,
    dataDir,
    workspace: () => workspace,
    // A plugin that changed since its review is shown as changed; to close it is the start's.
    table: { all: () => [...pins], change: () => {} },
    record: async () => ok(null),
    newest: () => newest,
    sha256,
    otherTools: () => otherTools,
    changed: () => {},
    broken: () => {},
  })
}
