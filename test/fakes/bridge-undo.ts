// What the fake Gatehouse of the development window knows of undoing: every call can be, once;
// three ids mean the hard cases.
import type { CallId } from '../../contract/ids.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { Result } from '../../contract/result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { UndoPreview } from '../../contract/call/undo-preview.ts'
import { callId, workspace } from './bridge-data.ts'

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint: string): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})

type Topic = Extract<keyof Handlers, `undo.${string}`>

const changes: UndoPreview['changes'] = [
  { path: 'README.md', kind: 'restored', is: 'file', bytesNow: 143, bytesThen: 120 },
  { path: 'public/index.html', kind: 'restored', is: 'file', bytesNow: 2_048, bytesThen: 1_912 },
  { path: 'build/old.js', kind: 'recreated', is: 'file', bytesNow: null, bytesThen: 88 },
  { path: 'out.log', kind: 'removed', is: 'file', bytesNow: 18_204, bytesThen: null },
  { path: 'public/2026', kind: 'removed', is: 'folder', bytesNow: null, bytesThen: null },
]
const previews: UndoPreview['previews'] = [
  {
    path: 'README.md',
    before: '# Site\n\nRun `npm start`.\n\nSee the guide.\n',
    after: '# Site\n\nRun `make`.\n',
  },
  { path: 'build/old.js', before: null, after: 'export const old = 1\n' },
]

/** `conflicts`: two paths changed since the call, and one of them cannot be put back. */
export function fakeUndo(conflicts: boolean): Pick<Handlers, Topic> {
  const undone = new Map<CallId, CallId>()
  let next = 700
  const asWas = (id: CallId): UndoPreview => ({
    callId: id,
    at: Date.now() - 60_000,
    root: workspace,
    changes: [],
    total: 0,
    conflicts: [],
    previews: [],
    notes: [],
  })
  const hard = [
    { path: 'README.md', why: 'its text is not what the call left' },
    { path: 'public/index.html', why: 'it was deleted and made again' },
  ]
  return {
    'undo.preview': async ({ callId: id }) => {
      if (id === callId(62))
        return fault(
          'undo.unknown',
          'Nothing was kept of this call.',
          'What it changed, if anything, stays.',
        )
      if (undone.has(id)) return fine(asWas(id))
      return fine({
        ...asWas(id),
        changes: [...changes],
        total: conflicts ? 1_204 : changes.length,
        conflicts: conflicts ? hard : [],
        previews: [...previews],
        notes: conflicts
          ? [
              'At the same time call_0000001q ran in this folder; what it did may be among the changes.',
            ]
          : [],
      })
    },
    'undo.apply': async ({ callId: id, force }) => {
      if (conflicts && force !== 'all' && force.length < hard.length)
        return fault(
          'undo.conflicts',
          'Not undone: README.md is not as the call left it.',
          'Force it by name, or all.',
        )
      const undoId = callId((next += 1))
      undone.set(id, undoId)
      const failed = conflicts
        ? [{ path: 'public/index.html', why: 'its folder cannot be written' }]
        : []
      return fine({
        callId: id,
        undoId,
        files: changes.length - failed.length,
        forced: conflicts ? ['README.md'] : [],
        failed,
        notes: conflicts ? ['Left in place, because they contain newer files: public/2026.'] : [],
      })
    },
  }
}
