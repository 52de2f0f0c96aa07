// Carries staged changes over into the real folder: all of them exactly as they were shown, or none.
// The same steps as an undo takes, the other way round.
import { planUndo } from '../plan.ts'
import { restore, type RestoreDeps, type Restored } from '../restore/restore.ts'
import type { ScanDeps } from '../scan.ts'
import type { Staged } from './staged-manifests.ts'
import { shownPath, type Change } from '../state.ts'
import type { CommitEnd, Problem } from './commit-end.ts'

/** Changes that nobody could show in full or carry over exactly; with one of them nothing is. */
export function uncommittable(changes: readonly Change[]): readonly Problem[] {
  return changes.flatMap(({ path, before, after }): Problem[] => {
    const problem = (why: string): Problem[] => [{ path: shownPath(path), why }]
    if (after.k === 'other') return problem('is a pipe, socket or device')
    if (before.k === 'other') return problem('was a pipe, socket or device')
    if (after.k === 'file' && after.h === null) return problem('is too large to be kept')
    if ('u' in before && 'u' in after && (before.u !== after.u || before.g !== after.g))
      return problem('would change its owner')
    return []
  })
}

/**
 * @param needs for the real folder; only compares, for the contents are kept already
 * @param resumed a commit that was cut off: what it had begun with may lie between two states.
 *   Changes that somebody made since are left alone and named.
 */
export function commitStaged(
  { callId, root, changes }: Staged,
  needs: ScanDeps & RestoreDeps,
  resumed: boolean,
): CommitEnd {
  const all = new Set(changes.map(({ path }) => path))
  const plan = planUndo(root, changes.map(reversedChange), [], resumed ? all : new Set(), needs)
  if (plan.conflicts.length > 0 && !resumed)
    return { kind: 'conflicts', conflicts: plan.conflicts.map(named) }
  const mark = `.gatehouse-${callId}`
  const interrupted = resumed ? [...all] : []
  const { steps } = plan
  // Its contents were made durable before it began. Nobody needs them in the store once they are in
  // place: an undo keeps what is there then.
  const whole = { wholly: !resumed, spending: !resumed }
  const done = restore({ root, steps, mark, interrupted, ...whole }, needs)
  const failed = [...problemsOf(done), ...plan.conflicts.map(named)]
  const files = steps.filter(({ shown }) => shown).length
  if (failed.length === 0) return { kind: 'committed', files }
  if (resumed) return { kind: 'failed', failed, left: failed }
  const back = planUndo(root, changes, [], all, needs)
  const undone = restore({ root, steps: back.steps, mark }, needs)
  return { kind: 'failed', failed, left: [...problemsOf(undone), ...back.conflicts.map(named)] }
}

export const reversedChange = ({ path, before, after }: Change): Change => ({
  path,
  before: after,
  after: before,
})

const named = ({ path, why }: Problem): Problem => ({ path, why })

const problemsOf = ({ failed, stayed }: Restored): readonly Problem[] => [
  ...failed,
  ...stayed.map((path) => ({ path, why: 'holds things made since' })),
]
