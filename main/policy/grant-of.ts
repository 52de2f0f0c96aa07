// What a caller was granted. The one answer behind what it is shown and what it may call: the policy
// of each caller carries it, and both the view and the gate read it there.
import { EVERYTHING } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { assertNever } from '../../contract/never.ts'

export type GrantSources = {
  /** Of an agent of Gatehouse, by its name. */
  readonly agent: (name: string) => Grant
}

/** The same object while nothing about it changed: policies are remembered by it. */
export type GrantOf = (principal: Principal) => Grant

export const grantOf =
  ({ agent }: GrantSources): GrantOf =>
  (principal) => {
    switch (principal.kind) {
      case 'agent':
        return agent(principal.name)
      case 'subagent':
      case 'schedule':
      case 'person':
      case 'mcp-client':
      case 'cli':
        return EVERYTHING
      default:
        return assertNever(principal, 'grantOf')
    }
  }
