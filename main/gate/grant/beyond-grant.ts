// Pure. What of a call its caller was not granted: the tool, the action, or how far it reaches.
import { grantedActions } from '../../../contract/agent/grant.ts'
import type { Scope } from '../../../contract/agent/scope.ts'
import type { Reason } from '../../../contract/policy/decision.ts'
import type { DecisionRequest } from '../decision-request.ts'
import type { CompiledGrant } from './compiled-grant.ts'
import { beyondScope } from './within-scope.ts'

/** Null: it was granted. That decides nothing else about the call. */
export function beyondGrant(
  compiled: CompiledGrant,
  request: DecisionRequest,
  foldsCase: boolean,
): Reason | null {
  if (compiled.everything) return null
  const { manifest, action, principal } = request
  if (grantedActions(compiled.grant, manifest.name) === 'none')
    return {
      code: 'grant.tool',
      text: `${manifest.name} is not one of the tools of ${principal.name}.`,
    }
  const parts = compiled.scopesFor(manifest.name, action)
  if (parts.length === 0)
    return {
      code: 'grant.action',
      text: `${action ?? 'A call without an action'} is not one of the actions that ${principal.name} has of ${manifest.name}.`,
    }
  const limits = parts.map((scopes) =>
    scopes.find((scope) => beyondScope(scope, request, foldsCase) !== null),
  )
  const [first] = limits
  return limits.includes(undefined) || first === undefined
    ? null
    : {
        code: 'grant.scope',
        text: `${principal.name} may use ${manifest.name} only within its scope: ${sentenceOf(first.scope)}.`,
      }
}

const sentenceOf = (scope: Scope): string =>
  Object.entries(scope)
    .map(([name, values = []]) => `${name} ${values.join(', ')}`)
    .join('; ')
