// What is missing here for what a tool requires, and how to get it.
import type { Gap, OsPermission, Requirement } from '../../contract/call/manifest.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ServiceRequirement } from '../../contract/call/own-service.ts'
import { assertNever } from '../../contract/never.ts'
import type { Method } from '../../contract/call/touch.ts'
import type { Enforced } from '../sandbox/runner-powers.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** How things are on this machine, as far as tools require anything of it. */
export type RequirementFacts = {
  readonly workspace: Workspace
  readonly sandboxWith: (protections: readonly string[]) => Enforced
  readonly isStored: (credential: string) => boolean
  /** Why a stored credential cannot be sent to an address; null when it can. */
  readonly unusable: (credential: string, url: string) => Failure | null
  /** Whether a program of that name can be started. */
  readonly isInstalled: (program: string) => boolean
  /** Whether the allowlist names the host for that method. */
  readonly isListed: (host: string, method: Method) => boolean
  readonly permission: (permission: OsPermission) => PermissionState
  readonly platform: NodeJS.Platform
}

/** `unknown`: this system does not tell, or asks by itself when it is used. */
export type PermissionState = 'granted' | 'denied' | 'unknown'

/** Null when it is met. */
export function missingRequirements(requirement: Requirement, facts: RequirementFacts): Gap | null {
  switch (requirement.kind) {
    case 'workspace':
      return facts.workspace.ready
        ? null
        : { what: facts.workspace.text, how: 'Choose a folder in Settings.' }
    case 'sandbox': {
      const sandbox = facts.sandboxWith(requirement.protections ?? [])
      if (sandbox.ok) return null
      // Nobody knows yet: a call waits for it.
      const uncertain = sandbox.trying ? ({ uncertain: true } as const) : {}
      return { what: sandbox.text, how: sandbox.how, ...uncertain }
    }
    case 'program':
      if (facts.isInstalled(requirement.name)) return null
      return {
        what:
          requirement.name === 'chromium'
            ? 'A browser is needed, and none was found.'
            : `The program ${requirement.name} is needed and was not found.`,
        how: `Install ${requirement.name === 'chromium' ? 'Chrome, Edge or Chromium' : requirement.name}. Gatehouse finds it within ten seconds, without a restart.`,
      }
    case 'credential': {
      const { name, host } = requirement
      if (!facts.isStored(name))
        return { what: `The credential ${name} is needed.`, how: storing(requirement) }
      // Stored for another host, it could never go along. A locked store says so when it is used.
      const why = host === undefined ? null : facts.unusable(name, `https://${host}`)
      return why === null || why.code === 'secrets.locked'
        ? null
        : { what: why.text, how: storing(requirement) }
    }
    case 'setting':
      return {
        what: `The setting ${requirement.key} is needed.`,
        how: `Set it in Settings, or write ${requirement.key} in the configuration file.`,
      }
    case 'allowlist': {
      const { host, method = 'GET' } = requirement
      if (facts.isListed(host, method)) return null
      return {
        what: `The host ${host} is not on your allowlist for ${method}.`,
        how: 'Add it in Settings, or under allowlist.hosts in the configuration.',
      }
    }
    case 'service':
      return serviceGap(requirement, facts)
    case 'permission':
      return permissionGap(requirement.permission, facts)
    default:
      return assertNever(requirement, 'missing')
  }
}

function serviceGap(
  { title, url, setting, credential, signIn }: ServiceRequirement,
  { unusable }: RequirementFacts,
): Gap | null {
  if (url === null)
    return {
      what: `No address is set for ${title}.`,
      how: `Set it under Capabilities, or with the key ${setting} of the configuration.`,
    }
  const why = credential === null ? null : unusable(credential, url)
  if (why === null || credential === null) return null
  if (why.code !== 'secrets.unknown')
    return { what: why.text, how: why.hint ?? `Store the credential ${credential} again.` }
  return signIn === undefined
    ? {
        what: `The credential ${credential} is needed.`,
        how: `Store it under Capabilities, or run: gatehouse secrets set ${credential}`,
      }
    : {
        what: `Nobody is signed in to ${title}.`,
        how: `Sign in under Capabilities, or run: gatehouse accounts connect ${signIn}`,
      }
}

/** The command that stores it as the tool needs it. */
function storing({
  name,
  host,
  header,
  template,
}: Extract<Requirement, { kind: 'credential' }>): string {
  const command = [
    `gatehouse secrets set ${name}`,
    ...(host === undefined ? [] : [`--host ${host}`]),
    ...(header === undefined ? [] : [`--header ${header}`]),
    ...(template === undefined ? [] : [`--template '${template}'`]),
  ].join(' ')
  return `Store it in Settings, Credentials, or run: ${command}`
}

function permissionGap(
  permission: OsPermission,
  { permission: stateOf, platform }: RequirementFacts,
): Gap | null {
  const { name, macos } = permissions[permission]
  const state = stateOf(permission)
  if (state === 'granted') return null
  if (state === 'denied')
    return {
      what: `Gatehouse has no permission for ${name}.`,
      how: platform === 'darwin' ? macos : 'Allow it in the privacy settings of the system.',
    }
  return {
    what: `It needs permission for ${name}, and this cannot be checked here.`,
    how:
      platform === 'linux'
        ? 'The system asks for it when it is used, where it does at all.'
        : macos,
    uncertain: true,
  }
}

const inSettings = (page: string): string =>
  `Allow Gatehouse in System Settings, Privacy & Security, ${page}.`
const permissions: Readonly<
  Record<OsPermission, { readonly name: string; readonly macos: string }>
> = {
  screen: { name: 'screen recording', macos: inSettings('Screen & System Audio Recording') },
  microphone: { name: 'the microphone', macos: inSettings('Microphone') },
  camera: { name: 'the camera', macos: inSettings('Camera') },
  accessibility: { name: 'accessibility', macos: inSettings('Accessibility') },
  'full-disk': { name: 'full disk access', macos: inSettings('Full Disk Access') },
}
