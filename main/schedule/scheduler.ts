// What is due begins here. A job is moved on in the one transaction that keeps its run, before the
// run begins. Looks at the time of day again and again, so that sleep and clocks that are set are
// seen. Decides nothing about a call: a run goes the way of every call.
import type { JobId } from '../../contract/ids.ts'
import { letGo } from '../../contract/let-go.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import type { StartingEvent } from '../../contract/schedule/scheduled-text.ts'
import type { SchedulerDeps, Written } from './scheduler-deps.ts'
import { newRuns } from './new-runs.ts'
import { recoverRuns } from './recover-runs.ts'
import { entryOf, openStartRuns } from './start-runs.ts'
import { startedBy, type Matched } from './started-by-event.ts'
import { jobsByHand } from './by-hand.ts'
import { dueAfterClockWasSet, dueJobs, dueLetters } from './due-now.ts'

/** Timers pause while the machine sleeps, so they are short. */
const CHECK_MS = 15_000

export type Scheduler = ReturnType<typeof openScheduler>

export function openScheduler(deps: SchedulerDeps) {
  const { jobs, runs, now } = deps
  const starts = openStartRuns(deps)
  const fresh = newRuns(deps)
  let timer: NodeJS.Timeout | null = null
  let open = false
  let lastLook = now()
  let mayBegin = true

  function keep(changed: Written): void {
    runs.write(changed)
    put(changed.runs ?? [])
  }

  /** Their rows are written. */
  function put(rows: readonly JobRun[]): void {
    starts.add(rows.filter(({ state }) => state === 'queued'))
    for (const run of rows)
      if (run.state === 'missed') letGo(deps.record(entryOf(run, 'missed', run.text)))
  }

  /** Whether anything is. */
  function keepDue(): boolean {
    const due = { jobs, runs, now, fresh, active: starts.active }
    // In turn: the second sees what the first has written.
    const found = [dueJobs, dueLetters].map((find) => {
      const changed = find(due)
      if (changed !== null) keep(changed)
      return changed !== null
    })
    return found.includes(true)
  }

  function mindClock(): void {
    const at = now()
    const moved = at < lastLook - 1_000 ? dueAfterClockWasSet(jobs, at) : null
    if (moved !== null) runs.write(moved)
    lastLook = at
  }

  function look(): void {
    let soon = true
    try {
      mindClock()
      if (deps.stopped())
        starts.drop(
          (run, job) => run.why === 'by-hand' || job === null || job.catchUp === 'skip',
          'Everything was stopped when it was due.',
        )
      soon = deps.barred() === null
      if (soon) {
        const changed = keepDue()
        starts.pump()
        if (changed) deps.changed()
      }
    } catch (fault) {
      soon = false
      deps.report(fault)
    }
    wait(soon)
  }

  function wait(soon: boolean): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (!open) return
    timer = setTimeout(look, soon ? untilNext() : CHECK_MS).unref()
  }

  function untilNext(): number {
    const times = [jobs.nextDue(), runs.nextLetterAt()].filter((at) => at !== null)
    return Math.max(0, Math.min(CHECK_MS, ...times.map((at) => at - now())))
  }

  const wake = (): void => {
    if (open) look()
  }

  return {
    /** What an earlier process left is closed or taken up; then what is due begins. */
    begin(): void {
      open = true
      starts.add(recoverRuns(deps))
      lastLook = Number.POSITIVE_INFINITY
      look()
    },
    /** Something about the jobs, or whether anything may begin, is another. */
    wake,
    /** The same, where only a change of whether anything may begin matters. */
    stateChanged(): void {
      const may = deps.barred() === null
      if (may === mayBegin) return
      mayBegin = may
      wake()
    },
    active: starts.active,
    history: runs.newest,
    letters: runs.letters,
    clearLetters: runs.clearLetters,
    ...jobsByHand({ ...deps, fresh, starts, keep, wake }),
    /**
     * An event comes in: it is stored and the jobs that wait for one like it are put down, all of it
     * or nothing. `named`: which jobs those are.
     * @param receive stores it; null: it is here already
     */
    event(
      receive: () => StartingEvent | null,
      matches: (pattern: string) => Matched,
      named: (id: StartingEvent['id'], jobs: readonly string[]) => void,
    ): void {
      const started = runs.together(() => {
        const event = receive()
        if (event === null) return null
        const waiting = jobs.ofEvents()
        const found = startedBy(event, waiting, { fresh, now, active: starts.active, matches })
        runs.write(found)
        const queued = found.runs.filter(({ state }) => state === 'queued')
        if (queued.length > 0)
          named(
            event.id,
            queued.map(({ jobName }) => jobName),
          )
        return found
      })
      if (started === null || started.runs.length === 0) return
      put(started.runs)
      starts.pump()
      deps.changed()
    },
    /** The job is gone: what waits of it does not begin any more. */
    removed: (id: JobId): void =>
      starts.drop((run) => run.job === id, 'Its job was removed before it began.'),
    idle: starts.idle,
    /** Nothing begins afterwards. */
    close(): void {
      open = false
      wait(false)
      starts.close()
    },
  }
}
