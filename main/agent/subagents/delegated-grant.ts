// What a sub-agent may call now: what was handed on to it, as far as those it works for and the agent
// that it is still have it. Nothing once it was revoked, has expired, or is not what was written down.
import { isGenuine, whyEnded, type Delegation } from '../../../contract/agent/delegation.ts'
import { EVERYTHING, intersectGrants, NOTHING, type Grant } from '../../../contract/agent/grant.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Run } from '../../../contract/agent/run.ts'
import { principalOf } from '../principal-of.ts'

export type DelegatedGrantDeps = {
  readonly run: (id: RunId) => Run | null
  readonly now: () => number
  /** Milliseconds that only ever grow. */
  readonly monotonic: () => number
  readonly sha256: (text: string) => string
  /** Of the run that started it. */
  readonly grantOf: (principal: Principal) => Grant
  /** Of the agent that it is, by its name. */
  readonly agentGrant: (name: string) => Grant
}

type Known = {
  /** The token as it was read: its hash alone does not say that its terms are still the same. */
  readonly token: string
  readonly above: Grant
  readonly own: Grant
  readonly grant: Grant
}

/** The same object while nothing about it changed. */
export function openDelegatedGrants(deps: DelegatedGrantDeps) {
  const { run: find, now, monotonic, sha256, grantOf, agentGrant } = deps
  const known = new Map<RunId, Known>()
  const opened = now() - monotonic()
  /** A clock that is set back while this runs gives nobody more time. */
  const time = (): number => Math.max(now(), Math.floor(opened + monotonic()))
  return (id: RunId): Grant => {
    const run = find(id)
    if (run?.parent === undefined) return NOTHING
    const { delegation, run: parentId } = run.parent
    if (whyEnded(delegation, time()) !== null) return NOTHING
    const parent = find(parentId)
    if (parent === null || !cameFrom(delegation, parent)) return NOTHING
    const above = grantOf(principalOf(parent))
    const own = agentGrant(run.agent)
    const token = JSON.stringify(delegation)
    const before = known.get(id)
    if (before?.token === token && before.above === above && before.own === own) return before.grant
    if (!isGenuine(delegation, sha256)) return NOTHING
    const handed = intersectGrants(delegation.grant, above)
    const grant = own === EVERYTHING ? handed : intersectGrants(handed, own)
    if (known.size >= MOST) known.clear()
    known.set(id, { token, above, own, grant })
    return grant
  }
}

/** That run handed it on, with the token that it has now. */
const cameFrom = ({ parentHash }: Delegation, parent: Run): boolean =>
  parentHash === (parent.parent?.delegation.hash ?? null)

const MOST = 1_000
