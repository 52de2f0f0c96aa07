// Pure. A grant made ready to decide by: the patterns of its scopes are read once.
import { coveringParts, EVERYTHING } from '../../../contract/agent/grant.ts'
import type { Grant } from '../../../contract/agent/grant.ts'
import type { Scope } from '../../../contract/agent/scope.ts'
import { readCommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { CommandPattern } from '../../../contract/policy/command-pattern.ts'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { HostRule } from '../../../contract/policy/host-pattern.ts'
import { pathPattern } from '../path-glob.ts'
import type { PathPattern, PathRoots } from '../path-glob.ts'

export type CompiledScope = {
  readonly scope: Scope
  readonly paths: readonly PathPattern[] | null
  readonly hosts: readonly HostRule[] | null
  readonly commands: readonly CommandPattern[] | null
}

export type CompiledGrant = {
  readonly grant: Grant
  /** Limits nothing, so nothing has to be looked at. */
  readonly everything: boolean
  /**
   * For each part that covers the action of the tool, the scopes that have to hold; empty: it is not
   * covered. Of nobody's asking twice: remembered by tool and action.
   */
  scopesFor(tool: string, action: string | null): readonly (readonly CompiledScope[])[]
}

/** Tools and actions that are remembered at once; a flood of names cannot fill memory. */
const MOST = 2_000

export function compileGrant(grant: Grant, roots: PathRoots): CompiledGrant {
  const scopes = new Map<Scope, CompiledScope>()
  const compiled = (scope: Scope): CompiledScope => {
    const known = scopes.get(scope) ?? compileScope(scope, roots)
    scopes.set(scope, known)
    return known
  }
  const known = new Map<string, readonly (readonly CompiledScope[])[]>()
  return {
    grant,
    everything: grant === EVERYTHING,
    scopesFor(tool, action) {
      const key = `${tool} ${action ?? ''}`
      const found =
        known.get(key) ??
        coveringParts(grant, tool, action).map((part) => part.scopes.map(compiled))
      if (known.size >= MOST) known.clear()
      known.set(key, found)
      return found
    },
  }
}

const compileScope = (scope: Scope, roots: PathRoots): CompiledScope => ({
  scope,
  paths: scope.paths?.map((glob) => pathPattern(glob, roots)) ?? null,
  hosts: scope.hosts?.map(readHostPattern) ?? null,
  commands: scope.commands?.map(readCommandPattern) ?? null,
})
