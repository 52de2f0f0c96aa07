// What is due begins here. A job is moved on in the one transaction that keeps its run, before the
// run begins. Looks at the time of day again and again, so that sleep and clocks that are set are
// seen. Decides nothing about a call: a run goes the way of every call.
import { readJson } from '../../contract/read-json.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { JobId } from '../../contract/ids.ts'
import { letGo } from '../../contract/let-go.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { dueTooFar, nextDue, planDue } from '../../contract/schedule/due.ts'
import type { DeadLetter, Job } from '../../contract/schedule/job.ts'
import { JobPayload, type JobRun } from '../../contract/schedule/job-run.ts'
import type { StartingEvent } from '../../contract/schedule/scheduled-text.ts'
import type { SchedulerDeps, Written } from './scheduler-deps.ts'
import { newRuns } from './new-runs.ts'
import { recoverRuns } from './recover-runs.ts'
import { entryOf, openStartRuns } from './start-runs.ts'
import { startedBy, type Matched } from './started-by-event.ts'

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

  function takeDue(): boolean {
    const at = now()
    const due = jobs.due(at)
    if (due.length === 0) return false
    const taken = due.map(({ job, dueAt }) => {
      const plan = planDue(job, dueAt, at)
      const own = fresh.planned(job, plan, dueAt, starts.active(job.id))
      const begins = own.filter(({ state }) => state === 'queued').length
      const counted = { ...job, runs: job.runs + begins, lastAt: begins > 0 ? at : job.lastAt }
      return { own, moved: { job: counted, nextAt: plan.next } }
    })
    keep({ moved: taken.map(({ moved }) => moved), runs: taken.flatMap(({ own }) => own) })
    return true
  }

  /** Failed runs whose next try has come. */
  function takeLetters(): boolean {
    const due = runs.dueLetters(now())
    if (due.length === 0) return false
    const repeated = due.map((letter) => ({ letter, run: repeatOf(letter) }))
    keep({
      letters: repeated.map(({ letter, run }) =>
        run === null
          ? { ...letter, state: 'discarded', nextAt: null }
          : { ...letter, state: 'running', nextAt: null },
      ),
      runs: repeated.flatMap(({ run }) => run ?? []),
    })
    return true
  }

  /** Null: its job is gone, or what was kept cannot be read. */
  function repeatOf(letter: DeadLetter): JobRun | null {
    const job = jobs.get(letter.job)
    const payload = readJson(letter.payload, JobPayload)
    return job === null || payload === null
      ? null
      : { ...fresh.of(job, { why: 'repeated', dueAt: now(), letter: letter.id }), payload }
  }

  /** The clock was set back: what lies too far ahead is counted again. */
  function mindClock(): void {
    const at = now()
    if (at < lastLook - 1_000) {
      const moved = jobs.list().flatMap((job) => {
        const dueAt = jobs.dueAt(job.id)
        return dueAt !== null && dueTooFar(job, dueAt, at)
          ? [{ job, nextAt: nextDue(job, at) }]
          : []
      })
      if (moved.length > 0) runs.write({ moved })
    }
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
        const changed = [takeDue(), takeLetters()].includes(true)
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

  const ready = (id: string): Result<Job, Failure> => {
    const barred = deps.barred()
    if (barred !== null) return err(barred)
    const job = jobs.get(id as JobId)
    return job === null
      ? err(failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'))
      : ok(job)
  }
  const letterAt = (id: string): Result<DeadLetter, Failure> => {
    const letter = runs.letter(id)
    return letter === null
      ? err(failure('schedule.no-letter', `There is no failed run ${id}.`, 'List the failed runs.'))
      : ok(letter)
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
    /** Runs a job now, once. Fails while everything is stopped, and where it runs already. */
    runNow(id: string): Result<JobRun, Failure> {
      const found = ready(id)
      if (!found.ok) return found
      const job = found.value
      if (starts.active(job.id) >= job.maxConcurrent)
        return err(
          failure(
            'schedule.busy',
            `${job.name} runs already, as often at the same time as it may.`,
            'Wait until it has ended, or raise how many of it may run at the same time.',
          ),
        )
      const run = fresh.of(job, { why: 'by-hand', dueAt: now() })
      const refused = deps.refusal(run.payload)
      if (refused !== null) return err(refused)
      const counted = { ...job, runs: job.runs + 1, lastAt: now() }
      keep({ moved: [{ job: counted, nextAt: jobs.dueAt(job.id) }], runs: [run] })
      starts.pump()
      deps.changed()
      return ok(runs.get(run.id) ?? run)
    },
    /** Runs a failed run again, with what it was given then. */
    repeat(id: string): Result<DeadLetter, Failure> {
      const found = letterAt(id)
      if (!found.ok) return found
      const letter = found.value
      const job = ready(letter.job)
      if (!job.ok) return job
      if (letter.state === 'running') return err(runsAgain(letter))
      runs.write({ letters: [{ ...letter, state: 'queued', nextAt: now() }] })
      wake()
      return ok(runs.letter(id) ?? letter)
    },
    /** Nobody wants it repeated; it stays in the list. */
    discard(id: string): Result<DeadLetter, Failure> {
      const found = letterAt(id)
      if (!found.ok) return found
      if (found.value.state === 'running') return err(runsAgain(found.value))
      const letter: DeadLetter = { ...found.value, state: 'discarded', nextAt: null }
      runs.write({ letters: [letter] })
      deps.changed()
      return ok(letter)
    },
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

const runsAgain = ({ jobName }: DeadLetter): Failure =>
  failure('schedule.running', `This run of ${jobName} is being repeated now.`, 'Wait for its end.')
