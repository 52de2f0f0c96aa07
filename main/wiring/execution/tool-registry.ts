// Every tool there is, by where it comes from, and whether it can be used here and now.
import { homedir } from 'node:os'
import { HERE } from '../../../contract/call/tool-source.ts'
import { findBrowser } from '../../browsing/find-browser.ts'
import { hookToolSource } from '../../clients/hook/hook-tool-source.ts'
import { isListed } from '../../egress/allowlist.ts'
import { openInstalledPrograms } from '../../policy/installed-programs.ts'
import { toolAvailability } from '../../policy/tool-availability.ts'
import { openRegistry, type builtInSource } from '../../registry/registry.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { PolicyLayer } from '../policy.ts'
import { hostsFor } from '../policy/policy.ts'
import { sha256 } from '../sha256.ts'
import { clientFolders } from './client-folders.ts'
import type { wirePlugins } from './plugins.ts'
import type { WiredServers } from './servers/servers.ts'

/** As its tool requires it: any of those that can be driven. */
const BROWSER = 'chromium'

export const browserProgram = (): string | null => findBrowser(process.env)

export type ToolRegistryDeps = {
  readonly builtIn: ReturnType<typeof builtInSource>
  readonly servers: Pick<WiredServers, 'external'>
  readonly plugins: Pick<Awaited<ReturnType<typeof wirePlugins>>, 'offered' | 'broken'>
  readonly runner: Runner
  readonly credentials: Credentials
}

export function wireToolRegistry(
  { paths, systemPermission }: AppOptions,
  { config, policy, own, workspace }: PolicyLayer,
  { now }: Clock,
  { builtIn, servers, plugins, runner, credentials }: ToolRegistryDeps,
) {
  const installed = openInstalledPrograms({
    path: () => process.env['PATH'] ?? '',
    now,
    platform: process.platform,
  })
  return openRegistry({
    sources: [
      builtIn,
      { kind: 'listed', execution: HERE, offered: servers.external },
      { kind: 'listed', execution: HERE, offered: plugins.offered, broken: plugins.broken },
      hookToolSource({
        folders: (client) => config.current().gateway.clients[client]?.folders ?? [],
        zoneIn: clientFolders({ stop: paths.stop, own, home: homedir() }),
        sha256,
      }),
    ],
    sha256,
    availability: toolAvailability({
      policy,
      workspace,
      sandboxWith: runner.enforced,
      isStored: (name) => credentials.known(name).ok,
      unusable: credentials.unusableAt,
      isInstalled: (name) => (name === BROWSER ? browserProgram() !== null : installed(name)),
      isListed: (listedHost, method) =>
        isListed(
          { protocol: 'https:', host: listedHost, port: 443 },
          hostsFor(config.current().allowlist.hosts, method),
        ),
      permission: systemPermission ?? (() => 'unknown'),
      platform: process.platform,
    }),
  })
}
