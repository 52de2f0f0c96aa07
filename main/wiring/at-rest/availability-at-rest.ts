// What tools have and lack where no Gatehouse runs.
import type { Principal } from '../../../contract/call/principal.ts'
import type { AllowedHost } from '../../../contract/policy/allowed-host.ts'
import { findBrowser } from '../../browsing/find-browser.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { Policy } from '../../gate/policy.ts'
import { openInstalledPrograms } from '../../policy/installed-programs.ts'
import type { RequirementFacts } from '../../policy/missing-requirements.ts'
import { toolAvailability } from '../../policy/tool-availability.ts'
import type { RegistryDeps } from '../../registry/registry.ts'
import type { Enforced } from '../../sandbox/runner-powers.ts'
import { hostsFor } from '../policy/policy.ts'
import { credentialsAtRest } from './credentials-at-rest.ts'
import type { AtRest } from './policy/policy-at-rest.ts'
import { workspaceAtRest } from './workspace-at-rest.ts'

export type HostEnv = Readonly<Record<string, string | undefined>>

/** @param sandbox asked where a tool that runs commands is looked at. */
export async function availabilityAtRest(
  { config }: Pick<AtRest, 'config'>,
  paths: AppPaths,
  env: HostEnv,
  policy: (asker?: Principal) => Policy,
  sandbox: () => Enforced,
): Promise<RegistryDeps['availability']> {
  const credentials = await credentialsAtRest(paths.home)
  const workspace = workspaceAtRest(config, paths)
  const installed = openInstalledPrograms({
    path: () => env['PATH'] ?? '',
    now: Date.now,
    platform: process.platform,
  })
  return toolAvailability({
    policy,
    workspace: () => workspace,
    sandboxWith: sandbox,
    isStored: (name) => credentials.known(name).ok,
    unusable: credentials.unusableAt,
    isInstalled: (name) => (name === 'chromium' ? findBrowser(env) !== null : installed(name)),
    isListed: await listing(config.allowlist.hosts),
    permission: () => 'unknown',
    platform: process.platform,
  })
}

/** Judging a host pattern needs the list of public suffixes, which is most of what such a command loads. */
async function listing(entries: readonly AllowedHost[]): Promise<RequirementFacts['isListed']> {
  if (entries.length === 0) return () => false
  const { isListed } = await import('../../egress/allowlist.ts')
  return (host, method) =>
    isListed({ protocol: 'https:', host, port: 443 }, hostsFor(entries, method))
}
