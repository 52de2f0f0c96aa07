// What the end of an earlier process left: a run that had begun is closed, one that had not is taken
// up as it was.
import { letGo } from '../../contract/let-go.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import { letterOf } from './dead-letters.ts'
import { entryOf } from './start-runs.ts'
import type { SchedulerDeps } from './scheduler-deps.ts'

const CUT_OFF =
  'Gatehouse ended while it ran. It may have done a part of its work: look at its run before you repeat it.'

/** Gives the runs that wait for their turn. */
export function recoverRuns(deps: SchedulerDeps): readonly JobRun[] {
  const { runs, now, newId, record } = deps
  const at = now()
  const cut = runs.inState('running').map((run): JobRun => {
    const known = deps.begun(run.session)
    return known === null
      ? { ...run, state: 'queued', startedAt: null }
      : { ...run, state: 'failed', run: known, endedAt: at, text: CUT_OFF }
  })
  const failed = cut.filter(({ state }) => state === 'failed')
  const held = new Set([...cut, ...runs.inState('queued')].flatMap(({ letter }) => letter ?? []))
  const stranded = runs
    .letters('running')
    .filter(({ id }) => !held.has(id))
    .map((letter) => ({ ...letter, state: 'failed' as const }))
  const letters = failed.map((run) =>
    letterOf(
      run,
      { error: CUT_OFF, untouched: false, at },
      run.letter === null ? null : runs.letter(run.letter),
      () => newId('dl'),
    ),
  )
  runs.write({ runs: cut, letters: [...stranded, ...letters] })
  for (const run of failed) letGo(record(entryOf(run, 'failed', CUT_OFF)))
  return runs.inState('queued')
}
