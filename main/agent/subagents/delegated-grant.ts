// What a sub-agent may call now: what was handed on to it, as far as those it works for still have
// it. Nothing once it was revoked, has expired, or is not what was written down.
import { isGenuine, whyEnded } from '../../../contract/agent/delegation.ts'
import { intersectGrants, NOTHING, type Grant } from '../../../contract/agent/grant.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Run } from '../../../contract/agent/run.ts'
import { principalOf } from '../principal-of.ts'

export type DelegatedGrantDeps = {
  readonly run: (id: RunId) => Run | null
  readonly now: () => number
  readonly sha256: (text: string) => string
  /** Of the run that started it. */
  readonly grantOf: (principal: Principal) => Grant
}

type Known = { readonly hash: string; readonly above: Grant; readonly grant: Grant }

/** The same object while nothing about it changed. */
export function openDelegatedGrants({ run: find, now, sha256, grantOf }: DelegatedGrantDeps) {
  const known = new Map<RunId, Known>()
  return (id: RunId): Grant => {
    const run = find(id)
    if (run?.parent === undefined) return NOTHING
    const { delegation, run: parentId } = run.parent
    if (whyEnded(delegation, now()) !== null) return NOTHING
    const parent = find(parentId)
    if (parent === null) return NOTHING
    const above = grantOf(principalOf(parent))
    const before = known.get(id)
    if (before !== undefined && before.hash === delegation.hash && before.above === above)
      return before.grant
    if (!isGenuine(delegation, sha256)) return NOTHING
    const grant = intersectGrants(delegation.grant, above)
    if (known.size >= MOST) known.clear()
    known.set(id, { hash: delegation.hash, above, grant })
    return grant
  }
}

const MOST = 1_000
