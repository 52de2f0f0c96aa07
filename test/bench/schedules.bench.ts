// How soon jobs begin that are due at once, over the real tables on a disk: a thousand of one time,
// and many runs of one job that may run five times at once.
//
//   npm run bench -- schedules
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { RunId } from '../../contract/ids.ts'
import { ok } from '../../contract/result.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'
import { openJournal } from '../../main/journal/journal.ts'
import { newId } from '../../main/pipeline/new-id.ts'
import { openScheduler } from '../../main/schedule/scheduler.ts'
import { openSchedules } from '../../main/schedule/schedules.ts'
import { jobRunsTable } from '../../main/store/tables/job-runs-table.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openStore } from '../../main/store/open.ts'
import { schedulesTable } from '../../main/store/tables/schedules-table.ts'
import type { BenchLine } from './line.ts'

const JOBS = 1_000
const AT_ONCE = 5
const EVENTS = 50

export async function run(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const store = await openStore(join(folder, 'data.db'), { now: Date.now })
  if (!store.ok) throw new Error(store.error.text)
  const journal = openJournal({
    table: journalTable(store.value.db),
    headFile: join(folder, 'head'),
    earlierRowsFile: join(folder, 'earlier'),
    removed: () => false,
    now: Date.now,
  })
  if (!journal.ok) throw new Error(journal.error.text)
  const jobs = schedulesTable(store.value.db)
  const runs = jobRunsTable(store.value.db)
  const clock = { at: Date.parse('2026-11-23T12:00:00Z') }
  const started: number[] = []
  const most = { now: 0, ever: 0 }
  const scheduler = openScheduler({
    jobs,
    runs,
    now: () => clock.at,
    newId,
    barred: () => null,
    stopped: () => false,
    refusal: () => null,
    async start(_run: JobRun, begun) {
      started.push(performance.now())
      most.now += 1
      most.ever = Math.max(most.ever, most.now)
      begun(RunId.parse(newId('run')))
      await setTimeout(5)
      most.now -= 1
      return { kind: 'succeeded', text: 'Done.' }
    },
    begun: () => null,
    show: () => undefined,
    record: async (entry) => {
      const written = await journal.value.append(entry)
      return written.ok ? ok(null) : written
    },
    changed: () => undefined,
    report(fault) {
      throw fault
    },
  })
  const schedules = openSchedules({
    table: jobs,
    scheduler,
    now: () => clock.at,
    newId: () => newId('job'),
    sources: () => [],
    zone: () => 'UTC',
    barred: () => null,
    refusal: () => null,
    endApprovals: () => undefined,
  })
  const by = { maker: { kind: 'person', name: 'you' }, seen: [] } as const
  const draft = { type: 'agent', message: 'Look.' } as const
  try {
    for (let number = 0; number < JOBS; number++)
      schedules.add(
        { ...draft, name: `Job ${number}`, trigger: { kind: 'delay', seconds: 60 } },
        { ...by, seen: [] },
      )
    scheduler.begin()
    clock.at += 60_000
    const from = performance.now()
    scheduler.wake()
    while (started.length < JOBS) await setTimeout(5)
    const last = (started.at(-1) ?? Number.NaN) - from
    await scheduler.idle()
    const all = performance.now() - from
    most.ever = 0
    const event = { id: 1, source: 'build', text: 'failed' }
    schedules.add(
      {
        ...draft,
        name: 'Events',
        maxConcurrent: AT_ONCE,
        trigger: { kind: 'event', pattern: 'failed', source: null },
      },
      { ...by, seen: [] },
    )
    for (let number = 0; number < EVENTS; number++)
      scheduler.event(
        () => event,
        () => 'yes',
        () => undefined,
      )
    await scheduler.idle()
    return [
      {
        name: `${JOBS} jobs due at once, the last has started`,
        value: `${last.toFixed(0)} ms`,
        goal: 'under 2000 ms',
        holds: last < 2_000,
      },
      { name: 'and all have ended', value: `${all.toFixed(0)} ms`, goal: null, holds: null },
      {
        name: `${EVENTS} runs of a job that may run ${AT_ONCE} times at once, the most at once`,
        value: `${most.ever}`,
        goal: `${AT_ONCE}`,
        holds: most.ever === AT_ONCE,
      },
    ]
  } finally {
    scheduler.close()
    await journal.value.close()
    store.value.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
