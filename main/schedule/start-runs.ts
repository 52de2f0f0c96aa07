// Runs that are due: each waits here for its turn, is marked as begun on disk, and only then begins.
// So a kill finds either a run that has done nothing, or one that is known to have begun.
import { withHint } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import type { JobId } from '../../contract/ids.ts'
import type { Job } from '../../contract/schedule/job.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import { letterOf } from './dead-letters.ts'
import type { JobEnd, SchedulerDeps } from './scheduler-deps.ts'

export type StartRuns = {
  /** Runs whose rows are `queued` already. */
  add(runs: readonly JobRun[]): void
  /** Begins what may begin now. */
  pump(): void
  /** Runs of this job that go on or wait. */
  active(job: JobId): number
  /** Takes what waits away, as missed for this reason, where the job says so. */
  drop(which: (run: JobRun, job: Job | null) => boolean, text: string): void
  /** Resolves when all that goes on has ended. */
  idle(): Promise<void>
  /** Writes nothing any more: the next start finds a run by its session. */
  close(): void
}

export function openStartRuns(deps: SchedulerDeps): StartRuns {
  const { jobs, runs, now, record, report } = deps
  let waiting: readonly JobRun[] = []
  /** Begun, and those that are about to. */
  const going = new Map<JobRun['id'], JobRun>()
  const works = new Set<Promise<void>>()
  const ofJob = (job: JobId): number => {
    let count = 0
    for (const run of going.values()) if (run.job === job) count += 1
    return count
  }

  const missed = (run: JobRun, text: string): JobRun => ({
    ...run,
    state: 'missed',
    endedAt: now(),
    text,
  })

  function pump(): void {
    if (waiting.length === 0 || deps.barred() !== null) return
    const free = new Map<JobId, number>()
    const starting: JobRun[] = []
    const not: JobRun[] = []
    const later: JobRun[] = []
    for (const run of waiting) {
      const job = jobs.get(run.job)
      const left = free.get(run.job) ?? (job?.maxConcurrent ?? 1) - ofJob(run.job)
      if (left <= 0) {
        later.push(run)
        continue
      }
      const refused = deps.refusal(run.payload)
      if (refused !== null) not.push(missed(run, withHint(refused)))
      else {
        free.set(run.job, left - 1)
        starting.push(startedRun(run, now()))
      }
    }
    if (starting.length + not.length === 0) return
    runs.write({ runs: [...starting, ...not] })
    waiting = later
    for (const run of not) recordEnd(run)
    for (const run of starting) if (run.state === 'running') going.set(run.id, run)
    for (const run of starting) {
      const work = launch(run).catch(report)
      works.add(work)
      letGo(work.then(() => works.delete(work)))
    }
    deps.changed()
  }

  /** Many begin together, and each write waits for the disk, so what came together is written once. */
  let noted: JobRun['id'][] = []
  let closed = false
  function noteTranscript(id: JobRun['id']): void {
    noted.push(id)
    if (noted.length > 1) return
    setImmediate(() => {
      const known = noted.flatMap((each) => going.get(each) ?? [])
      noted = []
      // Those that have ended meanwhile said so themselves.
      if (known.length === 0 || closed) return
      try {
        runs.write({ runs: known })
        deps.changed()
      } catch (fault) {
        // Where it began is found by its session as well.
        report(fault)
      }
    })
  }

  async function launch(run: JobRun): Promise<void> {
    if (run.state === 'succeeded') {
      deps.show(run)
      return recordEnd(run)
    }
    const written = await record(entryOf(run, 'started', run.why))
    // No record, no run: it waits for a journal that can be written again.
    if (!written.ok) {
      const again: JobRun = { ...run, state: 'queued', startedAt: null }
      runs.write({ runs: [again] })
      going.delete(run.id)
      waiting = [...waiting, again]
      return
    }
    let known = run
    const end = await deps.start(run, (id) => {
      known = { ...known, run: id }
      going.set(run.id, known)
      noteTranscript(run.id)
    })
    finish(known, end)
  }

  function finish(run: JobRun, end: JobEnd): void {
    going.delete(run.id)
    // Its row says that it went on; the next start closes it.
    if (end.kind === 'left') return
    const at = now()
    const ended: JobRun = { ...run, state: end.kind, endedAt: at, text: end.text.slice(0, 2_000) }
    const earlier = run.letter === null ? null : runs.letter(run.letter)
    const letters =
      end.kind === 'failed'
        ? [letterOf(ended, { ...end, error: end.text, at }, earlier, () => deps.newId('dl'))]
        : earlier === null
          ? []
          : [
              {
                ...earlier,
                state: end.kind === 'succeeded' ? ('succeeded' as const) : ('failed' as const),
                nextAt: null,
              },
            ]
    runs.write({ runs: [ended], letters })
    recordEnd(ended)
    deps.changed()
    pump()
  }

  function recordEnd(run: JobRun): void {
    if (run.state === 'queued' || run.state === 'running') return
    letGo(record(entryOf(run, run.state, run.text)))
  }

  return {
    add: (added) => void (waiting = [...waiting, ...added]),
    pump,
    active: (job) => ofJob(job) + waiting.filter((run) => run.job === job).length,
    drop(which, text) {
      const gone = waiting.filter((run) => which(run, jobs.get(run.job)))
      if (gone.length === 0) return
      const rows = gone.map((run) => missed(run, text))
      runs.write({ runs: rows })
      waiting = waiting.filter((run) => !gone.includes(run))
      for (const row of rows) recordEnd(row)
      deps.changed()
    },
    async idle() {
      while (works.size > 0) await Promise.all(works)
    },
    close: () => void (closed = true),
  }
}

/** A message is shown with its row: the row is all there is to it. */
const startedRun = (run: JobRun, at: number): JobRun =>
  run.payload.type === 'echo'
    ? { ...run, state: 'succeeded', startedAt: at, endedAt: at, text: run.payload.message }
    : { ...run, state: 'running', startedAt: at }

export const entryOf = (
  run: Pick<JobRun, 'jobName' | 'job'>,
  change: 'started' | 'succeeded' | 'failed' | 'missed' | 'stopped',
  text: string,
) =>
  ({
    kind: 'schedule',
    change,
    name: run.jobName,
    job: run.job,
    text: text.slice(0, 500),
    surface: null,
  }) as const
