// How a staged call ended whose changes were let be written by a process that was killed meanwhile:
// undo has finished or not begun it, and says which.
import type { CallResult, Route } from '../../contract/call/call.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import { failure } from '../../contract/failure.ts'
import type { CallId } from '../../contract/ids.ts'
import type { UndoRecord } from '../../contract/call/undo.ts'
import { refusal } from '../pipeline/refusals.ts'
import type { CommitEnd } from '../undo/staged/commit-end.ts'

/** @param end how the writing ended; undefined: it had not begun. */
export function endOfCommit(
  id: CallId,
  route: Route,
  decision: Decision | null,
  end: CommitEnd | undefined,
): { readonly result: CallResult; readonly undo: UndoRecord | null } {
  if (end?.kind === 'committed') {
    const written = `It ran in a staged copy and its changes were written: ${end.files} paths. Gatehouse quit meanwhile, so its output is lost.`
    const result = refusal(id, route, failure('call.interrupted', written), decision)
    const done = { ...result, ok: true, status: 'done' as const, error: null }
    return { result: done, undo: { kind: 'kept', files: end.files } }
  }
  const left = end?.kind === 'failed' ? end.left : []
  if (left.length > 0) {
    const half = failure(
      'commit.failed',
      `Gatehouse quit while it wrote the changes, and could neither finish nor take back ${left.map(({ path }) => path).join(', ')}.`,
      'Look at these files before you go on.',
    )
    return { result: { ...refusal(id, route, half, decision), status: 'unknown' }, undo: null }
  }
  return { result: refusal(id, 'program-end', unwritten, decision), undo: null }
}

const unwritten = failure(
  'commit.unwritten',
  'It ran in a staged copy, and Gatehouse quit before its changes were written. The workspace is as it was.',
  'Run the command again if it is still needed.',
)
