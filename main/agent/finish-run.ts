// How a turn of a run ends: its items are tidied, and its state and the journal say how it ended.
import type { CallResult } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Result } from '../../contract/result.ts'
import type { RunWriter } from './run-writer.ts'
import type { AgentPorts } from './ports.ts'
import { endedWithUs } from './results.ts'
import { heldCalls } from './transcript.ts'

type Change = Extract<JournalEntry, { kind: 'run' }>['change']
type Ending = (id: CallId) => CallResult

export type Rest = {
  /**
   * Whatever happened: nothing rests that still streams, decides or runs. Held calls stay, unless
   * `held` ends them.
   */
  readonly tidy: (id: RunId, unseen: Ending, held: Ending | null) => void
  /** Writes a change of a run into the journal, its text without secrets. */
  readonly record: (
    id: RunId,
    change: Change,
    text: string,
    /** Of one that is not stored yet: the run that started it. */
    parent?: RunId,
  ) => Promise<Result<unknown, Failure>>
  /**
   * For ends: they have happened, so what cannot be recorded is at least said in the transcript.
   */
  readonly recordEnd: (id: RunId, change: Change, text: string) => Promise<void>
  /** What a process that ends, or has ended, leaves behind. Held calls stay questions. */
  readonly interrupt: (id: RunId) => Promise<void>
}

export function openRest(
  { runs, redact, journal }: Pick<AgentPorts, 'runs' | 'redact' | 'journal'>,
  runWriter: RunWriter,
): Rest {
  function tidy(id: RunId, unseen: Ending, held: Ending | null): void {
    for (const item of runs.moving(id)) {
      if (item.kind === 'assistant' && item.streaming)
        runWriter.put(id, { ...item, streaming: false })
      if (item.kind !== 'call') continue
      const { kind } = item.state
      if (kind === 'deciding' || kind === 'running')
        runWriter.put(id, { ...item, state: { kind: 'ended', result: unseen(item.callId) } })
      if (kind === 'held' && held !== null)
        runWriter.put(id, { ...item, state: { kind: 'ended', result: held(item.callId) } })
    }
  }

  async function record(
    runId: RunId,
    change: Change,
    text: string,
    parent: RunId | undefined = runs.get(runId)?.parent?.run,
  ): Promise<Result<unknown, Failure>> {
    const clean = await redact(text)
    return journal({
      kind: 'run',
      runId,
      change,
      text: typeof clean === 'string' ? clean : '',
      ...(parent === undefined ? {} : { parent }),
    })
  }

  async function recordEnd(id: RunId, change: Change, text: string): Promise<void> {
    const written = await record(id, change, text)
    if (!written.ok)
      runWriter.notice(
        id,
        'error',
        `The journal could not be written: ${written.error.text}`,
        written.error.hint ?? '',
      )
  }

  async function interrupt(id: RunId): Promise<void> {
    tidy(id, endedWithUs, null)
    const waits = heldCalls(runs.moving(id)).length > 0
    runWriter.notice(
      id,
      'info',
      'Gatehouse ended while this run was at work.',
      waits
        ? 'Its held call still waits for your answer. Press Resume to go on.'
        : 'Press Resume to go on, or send a message.',
    )
    runWriter.change(id, { state: 'interrupted' })
    await recordEnd(id, 'interrupted', 'Gatehouse quit in the middle of it.')
  }

  return { tidy, record, recordEnd, interrupt }
}
