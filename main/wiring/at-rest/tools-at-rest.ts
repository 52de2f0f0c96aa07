// The built-in tools, as a Gatehouse that does not run would list them.
import { SessionId } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Gap, ToolListing } from '../../../contract/call/manifest.ts'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AllowedHost } from '../../../contract/policy/allowed-host.ts'
import { findBrowser } from '../../browsing/find-browser.ts'
import type { AppPaths } from '../../config/paths.ts'
import { openInstalledPrograms } from '../../policy/installed-programs.ts'
import type { RequirementFacts } from '../../policy/missing-requirements.ts'
import { toolAvailability } from '../../policy/tool-availability.ts'
import { toolListing } from '../../registry/tool-listing.ts'
import type { Availability } from '../../registry/tool-listing.ts'
import { startsBubblewrap } from '../../sandbox/quick-trial.ts'
import { inspectWorkspace, pathOfWorkspace } from '../../workspace/workspace.ts'
import { knownListings } from '../../../tools/known-listings.ts'
import { hostsFor } from '../policy/policy.ts'
import { accountsAtRest, credentialsAtRest } from './credentials-at-rest.ts'
import { hasOnlyBuiltIn } from './has-plugins.ts'
import { policyAtRest } from './policy-at-rest.ts'

export type HostEnv = Readonly<Record<string, string | undefined>>

/** Nobody tried it for a list: what has to hold takes as long as all the rest to find out. */
const UNTRIED: Gap = {
  what: 'The sandbox was not tested for this list.',
  how: 'To test it: gatehouse doctor',
  uncertain: true,
}

/** For whom lists are. */
const PERSON = { kind: 'person', name: 'you', session: SessionId.parse('ses_00000000') } as const

/**
 * Null where more counts than the tools that are built in: servers, plugins, a service that is set, an
 * account that is signed in, or another way to run commands than the sandbox, which has to start here.
 */
export async function toolsAtRest(
  paths: AppPaths,
  env: HostEnv,
): Promise<readonly ToolListing[] | null> {
  // Meanwhile the configuration is read.
  const starts = startsBubblewrap()
  const found = await policyAtRest(paths)
  if (found === null || !hasOnlyBuiltIn(found.config, paths)) return null
  const { config, policy } = found
  if (config.runner === 'container') return null
  if (canonicalJson(config.services) !== canonicalJson(Services.parse({}))) return null
  const credentials = await credentialsAtRest(paths.home)
  if (accountsAtRest(credentials).some(({ signedIn }) => signedIn)) return null
  if (!(await starts)) return null
  const workspace = inspectWorkspace(pathOfWorkspace(config.workspace, paths.defaultWorkspace))
  const installed = openInstalledPrograms({
    path: () => env['PATH'] ?? '',
    now: Date.now,
    platform: process.platform,
  })
  const isListed = await listing(config.allowlist.hosts)
  const { missing, ...availability } = toolAvailability({
    policy: () => policy,
    workspace: () => workspace,
    sandboxWith: () => ({ ok: true, text: '' }),
    isStored: (name) => credentials.known(name).ok,
    unusable: credentials.unusableAt,
    isInstalled: (name) => (name === 'chromium' ? findBrowser(env) !== null : installed(name)),
    isListed,
    permission: () => 'unknown',
    platform: process.platform,
  })(PERSON)
  const now: Availability = {
    ...availability,
    missing: (requirement) => (requirement.kind === 'sandbox' ? UNTRIED : missing(requirement)),
  }
  return knownListings().map((tool) =>
    toolListing({ ...tool, source: 'built-in', closed: null, trust: null, review: null }, now),
  )
}

/** Judging a host pattern needs the list of public suffixes, which is most of what such a command loads. */
async function listing(entries: readonly AllowedHost[]): Promise<RequirementFacts['isListed']> {
  if (entries.length === 0) return () => false
  const { isListed } = await import('../../egress/allowlist.ts')
  return (host, method) =>
    isListed({ protocol: 'https:', host, port: 443 }, hostsFor(entries, method))
}
