// Every capability there is, and what a list of them grants. The one place that knows which names
// hold which tools: agent files, sub-agents, schedules and the screens ask here.
import { NOTHING, uniteGrants, type Grant, type ToolGrant } from '../grant.ts'
import { nearest } from '../../nearest.ts'
import type { Scope, ScopeName } from '../scope.ts'
import type { Capability } from './capability.ts'
import { legacyNames } from './legacy-names.ts'
import { ownNames } from './own-names.ts'
import { sharedNames } from './shared-names.ts'

export const capabilities: readonly Capability[] = [...sharedNames, ...ownNames, ...legacyNames]

const byName = new Map(capabilities.map((capability) => [capability.name, capability]))

export const capabilityNamed = (name: string): Capability | null => byName.get(name) ?? null

/** What was meant by a name that is none. */
export const nearestCapability = (name: string): string | null =>
  nearest(
    name,
    capabilities.map((capability) => capability.name),
  )

/** A capability as an agent has it; null: without limits. */
export type Granted = { readonly name: string; readonly scope: Scope | null }

/** What these capabilities cover together. Throws on a name that is none: who asks has checked it. */
export const grantFor = (given: readonly Granted[]): Grant =>
  given.length === 0 ? NOTHING : uniteGrants(given.map(partsOf))

function partsOf({ name, scope }: Granted): Grant {
  const capability = byName.get(name)
  if (capability === undefined) throw new Error(`There is no capability named ${name}.`)
  if (capability.scopes.includes('servers')) return serverParts(scope)
  return capability.tools.map(({ tool, actions = null }) => ({
    tool,
    actions,
    scopes: scope === null ? [] : [scope],
  }))
}

/** Tools of a server are named by it; without a server there is nothing. */
const serverParts = (scope: Scope | null): readonly ToolGrant[] =>
  (scope?.servers ?? []).map((server) => ({
    tool: `${server}__*`,
    actions: null,
    scopes: [{ servers: [server] }],
  }))

/** Why a capability cannot be limited like this, or has to be; null: it can. */
export function scopeFault(
  { name, scopes }: Capability,
  scope: Scope | null,
): { readonly key: ScopeName | null; readonly text: string; readonly hint: string } | null {
  const written = Object.keys(scope ?? {}) as ScopeName[]
  const foreign = written.find((key) => !scopes.includes(key))
  if (foreign !== undefined)
    return {
      key: foreign,
      text: `${foreign} limits nothing in ${name}.`,
      hint:
        scopes.length === 0
          ? `${name} has no scopes. Remove it.`
          : `${name} can be limited by ${scopes.join(', ')}.`,
    }
  if (scope !== null && written.length === 0)
    return {
      key: null,
      text: `The scope of ${name} is empty, so it would not limit anything.`,
      hint: 'Write the limits, or only the name.',
    }
  return scopes.includes('servers') && scope?.servers === undefined
    ? {
        key: null,
        text: `${name} has to say of which servers.`,
        hint: `Write ${name}: {servers: [NAME]}.`,
      }
    : null
}

/** Most that an agent may have which was made by a program, and none of them may send. */
export const MOST_GENERATED = 8

/** Why a generated agent may not have these; null: it may. */
export function generatedFault(names: readonly string[]): string | null {
  if (names.length > MOST_GENERATED)
    return `An agent that was made by an agent may have ${MOST_GENERATED} capabilities at most, and this one has ${names.length}.`
  const sends = names.filter((name) => byName.get(name)?.sends === true)
  return sends.length === 0
    ? null
    : `An agent that was made by an agent may have no capability that sends: ${sends.join(', ')}.`
}
