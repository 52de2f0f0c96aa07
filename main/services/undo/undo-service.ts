// The topic `undo`: what putting back a call would change, and putting it back. Only a person does.
// Every undo is in the journal, before it happens and after.
import { failure, type Failure } from '../../../contract/failure.ts'
import { CallId } from '../../../contract/ids.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { Undo } from '../../undo/undo.ts'
import { shownPreview } from './shown-preview.ts'
import { newId } from '../../pipeline/new-id.ts'

export type UndoServiceDeps = {
  readonly undo: Undo
  readonly stepUp: StepUp
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly redact: (text: string) => Promise<string>
}

export function undoService({
  undo,
  stepUp,
  record,
  redact,
}: UndoServiceDeps): TopicHandlers<'undo'> {
  return {
    async 'undo.preview'({ callId }) {
      const found = await undo.preview(callId, 'quick')
      return found.ok ? ok(await shownPreview(found.value, redact)) : found
    },
    async 'undo.apply'({ callId, force, proof }, { surface }) {
      // As for an approval: on the command line anybody who can type can be a program.
      if (stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(failure('approval.step-up', 'An undo here requires the Gatehouse passphrase.'))
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      // Exact, for what is refused below writes no row.
      const seen = await undo.preview(callId, 'exact')
      if (!seen.ok) return seen
      const conflicts = seen.value.conflicts.map(({ path }) => path)
      const forced = conflicts.filter((path) => force === 'all' || force.includes(path))
      // What is refused for its conflicts changes nothing and needs no row.
      if (forced.length < conflicts.length)
        return undo.apply(callId, CallId.parse(newId('call')), force)
      const undoId = CallId.parse(newId('call'))
      const row = { kind: 'undone', callId, undoId, surface, forced: forced.slice(0, 100) } as const
      const written = await record({
        ...row,
        change: 'started',
        files: seen.value.total,
        failed: 0,
        error: null,
      })
      if (!written.ok) return written
      const done = await undo.apply(callId, undoId, force)
      const how = done.ok
        ? { files: done.value.files, failed: done.value.failed.length, error: null }
        : { files: 0, failed: 0, error: done.error }
      await record({ ...row, change: 'ended', ...how })
      return done
    },
  }
}
