// Where tools come from: Gatehouse itself, MCP servers, plugins.
import { homedir } from 'node:os'
import type { Services } from '../../../contract/policy/config/services.ts'
import { toolsFor } from '../../../tools/catalog.ts'
import { knownSchemas } from '../../../tools/listings-for.ts'
import { toolRegistration } from '../../plugins/registry/registration.ts'
import { strictSource } from '../../plugins/registry/strict-source.ts'
import { builtInSource } from '../../registry/registry.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import { realWorkspace } from '../../workspace/workspace.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import { memoize } from '../memoize.ts'
import type { PolicyLayer } from '../policy.ts'
import type { Storage } from '../storage.ts'
import { sha256 } from '../sha256.ts'
import type { wireNetwork } from './network.ts'
import { wirePlugins } from './plugins.ts'
import { missedFacts } from './servers/missed-facts.ts'
import { wireServers, type ServerDeps } from './servers/servers.ts'

export type ToolSourcesDeps = Pick<
  ReturnType<typeof wireNetwork>,
  'credentials' | 'outbound' | 'redactor'
> & {
  readonly runner: Runner
  readonly record: ServerDeps['record']
}

export async function wireToolSources(
  { host, paths, version, browse }: AppOptions,
  { journal, tables }: Storage,
  policyLayer: PolicyLayer,
  { now }: Clock,
  events: Events,
  { runner, record, credentials, outbound, redactor }: ToolSourcesDeps,
) {
  const { config, policy, own, workspacePath, stop, bundles } = policyLayer
  const servers = wireServers({
    version,
    record,
    runner,
    outbound,
    credentials,
    redactor,
    sha256,
    page: journal.page,
    table: tables.pins,
    browse,
    now,
    config: () => config.current().servers,
    cpuSeconds: () => config.current().limits.serverCpuSeconds,
    dataDir: paths.dataDir,
    socketFolder: paths.runDir,
    missedFacts: missedFacts({ stop: paths.stop, home: homedir(), own }),
    eager: host !== 'cli',
    barred: stop.barred,
    organisationPins: bundles.pins,
    changed: () => events.emit({ kind: 'servers-changed' }),
  })
  events.on('config-changed', () => {
    servers.follow()
    events.emit({ kind: 'servers-changed' })
  })
  const builtIn = strictSource(
    builtInSource(
      memoize((): [Services] => [config.current().services], toolsFor),
      memoize((): [] => [], knownSchemas),
    ),
    () => config.current().plugins.strict,
    toolRegistration(sha256),
  )
  const realRoot = (): string => realWorkspace(workspacePath())
  const plugins = await wirePlugins({
    config: config.current,
    policy,
    record,
    sha256,
    dataDir: paths.dataDir,
    workspace: realRoot,
    table: tables.pluginPins,
    newest: () => {
      const entry = journal.page(
        { kinds: ['plugin'], tool: null, effect: null, callId: null, runId: null, text: '' },
        undefined,
        1,
      )[0]?.entry
      return entry?.kind === 'plugin' ? entry : null
    },
    otherTools: () =>
      [...builtIn.offered(), ...servers.external()].map(({ tool }) => tool.manifest.name),
    changed: () => events.emit({ kind: 'servers-changed' }),
    broken: events.report,
  })
  events.on('config-changed', plugins.follow)
  return { servers, builtIn, plugins, realRoot }
}
