// Joins undo to the road: which part of what a call reaches can be kept. And to a person, who alone
// undoes.
import { parse, relative, sep } from 'node:path'
import type { FilePreview } from '../../contract/approval/approval.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { CallId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { UndoKept } from '../../contract/call/undo.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { EvaluatedCall } from '../pipeline/evaluate.ts'
import type { UndoPort } from '../pipeline/run.ts'
import type { UndoService } from '../ipc/handlers/undo.ts'
import type { Wanted } from '../undo/checkpoint-store.ts'
import { rawPath } from '../undo/state.ts'
import type { Undo } from '../undo/undo.ts'
import { newId } from '../pipeline/new-id.ts'

/** What can be kept of a call; in words why nothing can; or null where it changes nothing. */
type Reach = { readonly wanted: Wanted } | { readonly why: string } | null

/** @param workspace real path. @param own the folder of Gatehouse's data, real path. */
export function undoPort(undo: Undo, workspace: () => string, own: string): UndoPort {
  const reach = (judged: EvaluatedCall): Reach => reachOf(judged, workspace, own)
  return {
    async forecast(judged) {
      const found = reach(judged)
      if (found === null) return null
      if ('why' in found) return { kind: 'none', text: `It cannot be undone: ${found.why}.` }
      const forecast = await undo.forecast(found.wanted)
      const sends =
        forecast.kind === 'files' &&
        judged.decision.touches.some(({ kind }) => kind === 'net.connect')
      return sends
        ? { ...forecast, text: `${forecast.text} What it does on other machines stays.` }
        : forecast
    },
    async before(judged, promised) {
      const found = reach(judged)
      if (found === null) return ok(null)
      if ('wanted' in found) return undo.before(judged.call.id, found.wanted, promised)
      const none: UndoKept = { kind: 'none', why: found.why }
      return ok({ after: async () => none, drop: async () => {} })
    },
  }
}

function reachOf({ decision, tool }: EvaluatedCall, workspace: () => string, own: string): Reach {
  const { touches } = decision
  if (touches.some(({ kind }) => kind === 'proc.run')) {
    const root = workspace()
    if (isWithin(own, root)) return { why: "the folder it runs in holds Gatehouse's own data" }
    return { wanted: { root, paths: null } }
  }
  const writes = touches.flatMap((touch) => (touch.kind === 'fs.write' ? [touch] : []))
  if (writes.length > 0) {
    const [first] = writes
    const root = writes.every(({ zone }) => zone === 'workspace')
      ? workspace()
      : parse(first?.path ?? '').root
    return {
      wanted: {
        root,
        paths: writes.map(({ path }) => rawPath(relative(root, path).split(sep).join('/'))),
      },
    }
  }
  if (touches.some(({ kind }) => kind === 'net.fetch') && tool.manifest.sideEffects)
    return { why: 'what it does on another machine stays' }
  return null
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)

export type UndoServiceDeps = {
  readonly undo: Undo
  readonly presence: StepUp
  readonly record: (entry: JournalEntry) => Promise<Result<unknown, Failure>>
  readonly redact: (text: string) => Promise<string>
}

/** What the topic `undo` can do. Every undo is in the journal, before it happens and after. */
export function undoService({ undo, presence, record, redact }: UndoServiceDeps): UndoService {
  const redacted = async ({ path, before, after }: FilePreview): Promise<FilePreview> => ({
    path,
    before: before === null ? null : await redact(before),
    after: await redact(after),
  })
  return {
    async preview(callId) {
      const found = await undo.preview(callId, 'quick')
      return found.ok
        ? ok({ ...found.value, previews: await Promise.all(found.value.previews.map(redacted)) })
        : found
    },
    async apply(callId, force, proof, surface) {
      // As for a yes: on the command line anybody who can type can be a program.
      if (presence.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(failure('approval.step-up', 'An undo here needs the Gatehouse passphrase.'))
            : await presence.prove(proof)
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
