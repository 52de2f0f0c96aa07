// Whether an approval may still be used after the files changed that its rehearsal started from.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Rehearsal } from '../../../../contract/call/rehearsal.ts'
import type { Rehearser } from '../../../sandbox/rehearsal/rehearser.ts'
import { sameButForItself, sameEffect } from '../../../rehearsal/effect.ts'
import { named, touchedBy } from '../../../rehearsal/same-effect.ts'

export type RehearsedInputsDeps = {
  readonly rehearser: Pick<Rehearser, 'changedSince'>
  /** The folder that a rehearsal copies. */
  readonly workspaceOf: (approval: Approval) => Promise<string>
  /** As the gate names that folder. */
  readonly rootOf: (approval: Approval) => Promise<string>
  /** Under the limits of the first; null: it could not be. */
  readonly again: (approval: Approval, first: Rehearsal) => Promise<Rehearsal | null>
}

/** Empty: nothing. Null: something, and nobody can say what. */
async function changedSince(
  approval: Approval,
  { rehearser, workspaceOf }: RehearsedInputsDeps,
): Promise<readonly string[] | null> {
  const { rehearsal, decision } = approval
  return rehearsal === null
    ? []
    : rehearser.changedSince(rehearsal.inputs, decision.touches, await workspaceOf(approval))
}

const runs = ({ decision }: Approval): boolean =>
  decision.touches.some(({ kind }) => kind === 'proc.run')

/** What of that which the call touches is not as it was when it was rehearsed; null: nothing. */
export async function inputsChanged(
  approval: Approval,
  deps: RehearsedInputsDeps,
): Promise<string | null> {
  // What is approved has happened, in a layer; whether it still fits the commit itself sees.
  if (approval.staged !== null) return null
  const changed = await changedSince(approval, deps)
  if (changed === null) return 'the workspace it was rehearsed in'
  const touched = runs(approval)
    ? touchedBy(approval, changed, await deps.rootOf(approval))
    : changed
  return touched.length === 0 ? null : `${named(touched)}, on which it was rehearsed,`
}

/**
 * Null while the approval may be used. A change of what a command names or changed ends it; after
 * any other change it is rehearsed again, since nobody can tell what a program reads, and holds
 * only if it would still do just the same.
 */
export async function outdatedBy(
  approval: Approval,
  deps: RehearsedInputsDeps,
): Promise<string | null> {
  const { rehearsal } = approval
  const changed = await changedSince(approval, deps)
  if (rehearsal === null || changed?.length === 0) return null
  const all = changed === null || changed.length === 0 ? '' : ` (${named(changed)})`
  if (!runs(approval)) return all
  const touched = changed === null ? [] : touchedBy(approval, changed, await deps.rootOf(approval))
  if (touched.length > 0) return ` (${named(touched)})`
  const once = await deps.again(approval, rehearsal)
  if (once === null || sameEffect(rehearsal, once)) return once === null ? all : null
  const twice = await deps.again(approval, rehearsal)
  const same =
    twice !== null && once.inputs === twice.inputs && sameButForItself(rehearsal, once, twice)
  return same ? null : all
}
