// Staged commands without a sandbox: what a command would do is told beforehand, and is kept,
// written and thrown away as the real one keeps, writes and throws away files.
import type { CallId } from '../../contract/ids.ts'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type {
  CommitOutcome,
  StageEnd,
  StagedChanges,
  StagePort,
} from '../../main/pipeline/staging/stage-port.ts'

export type FakeStaging = StagePort & {
  /** What the next commands do in their layers; null: no layer can be laid here. */
  effect: StageEnd | null
  /** What a commit stumbles over. */
  conflicts: readonly string[]
  readonly layers: ReadonlyMap<CallId, StagedChanges>
  /** Calls whose changes were written. */
  readonly written: readonly CallId[]
  /** Commands that ran in a layer. */
  readonly ran: readonly string[]
}

export function fakeStaging(): FakeStaging {
  const layers = new Map<CallId, StagedChanges>()
  const written: CallId[] = []
  const ran: string[] = []
  const ended = (text: string): ProcessEnd => ({
    stdout: text,
    stderr: '',
    stdoutBytes: text.length,
    stderrBytes: 0,
    end: { kind: 'exited', code: 0 },
  })
  const fake: FakeStaging = {
    effect: null,
    conflicts: [],
    layers,
    written,
    ran,
    possible: () => fake.effect !== null,
    missing: () =>
      fake.effect === null ? failure('stage.large', 'Not tried here.', 'Mend it.') : null,
    run({ callId }) {
      const effect = fake.effect ?? { kind: 'live' as const, why: 'no layer', hosts: [] }
      const run = async ({ command }: { readonly command: string }) => {
        ran.push(command)
        if (effect.kind === 'changed') layers.set(callId, effect.changes)
        return ok(ended(`staged: ${command}`))
      }
      return { powers: { 'proc.run': { run } } as unknown as Powers, end: async () => effect }
    },
    commit({ callId }) {
      let outcome: CommitOutcome = { kind: 'stopped', conflicts: [], why: 'nothing was written' }
      const run = async () => {
        const changes = layers.get(callId)
        if (changes === undefined) return err(failure('staged.gone', 'It is not kept any more.'))
        layers.delete(callId)
        if (fake.conflicts.length > 0) {
          outcome = { kind: 'stopped', conflicts: fake.conflicts, why: 'changed meanwhile' }
          return err(failure('commit.conflicts', `${fake.conflicts.join(', ')} changed.`))
        }
        written.push(callId)
        outcome = { kind: 'committed', undo: { kind: 'kept', files: changes.touches.length } }
        return ok(ended('as it ended'))
      }
      return { powers: { 'proc.run': { run } } as unknown as Powers, outcome: () => outcome }
    },
    stored: async (callId) => layers.get(callId) ?? null,
    discard: async (callId) => void layers.delete(callId),
    forget: async () => {},
  }
  return fake
}
