// An agent of a name that an organisation has a file for can do no more than that file says, whatever
// the person's own file says.
import { EVERYTHING, intersectGrants, NOTHING, type Grant } from '../../contract/agent/grant.ts'
import { grantIn } from '../config/agents/parse-agent.ts'

type GrantOfAgent = (name: string, supposed?: boolean) => Grant

/** @param agents the organisation's files by name; the same object while they are the same. */
export function withinOrganisation(
  own: GrantOfAgent,
  agents: () => Readonly<Record<string, string>>,
): GrantOfAgent {
  let known: {
    readonly of: Readonly<Record<string, string>>
    readonly theirs: Map<string, Grant>
    readonly both: WeakMap<Grant, Map<string, Grant>>
  } | null = null
  return (name, supposed) => {
    const granted = own(name, supposed)
    const of = agents()
    if (!Object.hasOwn(of, name)) return granted
    if (known?.of !== of) known = { of, theirs: new Map(), both: new WeakMap() }
    const theirs = known.theirs.get(name) ?? grantIn(of[name] ?? '') ?? NOTHING
    known.theirs.set(name, theirs)
    // The same object for the same two: policies are remembered by it.
    const created = known.both.get(granted) ?? new Map<string, Grant>()
    known.both.set(granted, created)
    const both =
      created.get(name) ?? (granted === EVERYTHING ? theirs : intersectGrants(granted, theirs))
    created.set(name, both)
    return both
  }
}
