// What a caller was granted. The one answer behind what it is shown and what it may call: the policy
// of each caller carries it, and both the view and the gate read it there.
import { EVERYTHING, intersectGrants, type Grant } from '../../contract/agent/grant.ts'
import { SUPPOSED_RUN, type RunId } from '../../contract/ids.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { assertNever } from '../../contract/never.ts'

export type GrantSources = {
  /** Of an agent of Gatehouse, by its name. */
  readonly agent: (name: string, supposed?: boolean) => Grant
  /** Of a sub-agent, by its run. */
  readonly subagent: (run: RunId) => Grant
  /** Of a client of the gateway, by its name. */
  readonly client: (name: string) => Grant
}

/** The same object while nothing about it changed: policies are remembered by it. */
export type GrantOf = (principal: Principal) => Grant

export function grantOf({ agent, subagent, client }: GrantSources): GrantOf {
  const both = openIntersections()
  /** What the agent of a job and the one who made the job both have. */
  const scheduled = ({ agent: name = 'main', maker }: ScheduleCaller): Grant =>
    maker?.kind === 'agent' ? both(agent(name), agent(maker.name)) : agent(name)
  return (principal) => {
    switch (principal.kind) {
      case 'agent':
        return agent(principal.name, principal.runId === SUPPOSED_RUN)
      case 'subagent':
        // One that is only supposed was handed everything, so that what applies to all is
        // explained.
        return principal.runId === SUPPOSED_RUN ? EVERYTHING : subagent(principal.runId)
      case 'schedule':
        return scheduled(principal)
      case 'mcp-client':
        return client(principal.name)
      case 'person':
      case 'cli':
        return EVERYTHING
      default:
        return assertNever(principal, 'grantOf')
    }
  }
}

type ScheduleCaller = Extract<Principal, { kind: 'schedule' }>

/** The same object for the same two. */
function openIntersections(): (a: Grant, b: Grant) => Grant {
  const known = new WeakMap<Grant, WeakMap<Grant, Grant>>()
  return (a, b) => {
    if (a === b) return a
    const ofA = known.get(a) ?? new WeakMap<Grant, Grant>()
    known.set(a, ofA)
    const found = ofA.get(b) ?? intersectGrants(a, b)
    ofA.set(b, found)
    return found
  }
}
