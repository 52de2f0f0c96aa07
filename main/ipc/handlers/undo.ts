import type { Proof } from '../../../contract/approval/approval.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import type { Result } from '../../../contract/result.ts'
import type { UndoDone, UndoForce, UndoPreview } from '../../../contract/call/undo-preview.ts'

export type UndoService = {
  preview(callId: CallId): Promise<Result<UndoPreview, Failure>>
  apply(
    callId: CallId,
    force: UndoForce,
    proof: Proof | undefined,
    surface: Surface,
  ): Promise<Result<UndoDone, Failure>>
}

export const undoHandlers = (undo: UndoService): Pick<Handlers, 'undo.preview' | 'undo.apply'> => ({
  'undo.preview': ({ callId }) => undo.preview(callId),
  'undo.apply': ({ callId, force, proof }, { surface }) =>
    undo.apply(callId, force, proof, surface),
})
