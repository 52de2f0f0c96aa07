// Jobs come due while the app is killed, at a random moment between "moved on" and "ran", again and
// again: no job is lost silently, and none runs twice. The app is the real headless one.
// @module-tag whole
import { expect, it } from 'vitest'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobRunId } from '../../contract/ids.ts'
import { openFaultApp } from './driver/app.ts'
import type { FaultApp } from './driver/app.ts'
import { until, pause } from './driver/until.ts'
import { soak } from '../soak.ts'

const rounds = Number(process.env['GATEHOUSE_ROUNDS'] ?? (soak ? 60 : 3))
const JOBS = 12
/** Looked at together: the app lists the newest 500 runs, and has the newest 100 failures. */
const ROUNDS_AT_ONCE = 8
const linux = process.platform === 'linux'

it.runIf(linux)(
  'a kill while jobs come due loses none and runs none twice',
  { timeout: 120_000 * rounds },
  async () => {
    const app = openFaultApp('preset: flow\n')
    try {
      let first = await app.start()
      let names: string[] = []
      for (let round = 0; round < rounds; round++) {
        const person = await app.person()
        for (let number = 0; number < JOBS; number++) {
          const name = `round ${round} job ${number}`
          const added = await person.call('schedules.add', {
            name,
            type: 'agent',
            message: `write r${round}j${number}.txt: ran`,
            // Due while the loop below waits for its kill, and made up for after it.
            trigger: { kind: 'delay', seconds: 1 },
            catchUp: 'once',
          })
          if (!added.ok) throw new Error(added.error.text)
          names.push(name)
        }
        await pause(700 + Math.random() * 900)
        first.child.kill('SIGKILL')
        await first.ended
        first = await app.start()
        if ((round + 1) % ROUNDS_AT_ONCE !== 0 && round + 1 < rounds) continue
        await eachRanOnce(app, names)
        names = []
      }
      // And none ran again in a later round.
      const ran = await namesOfRuns(app)
      expect([ran.length, new Set(ran).size]).toEqual([rounds * JOBS, rounds * JOBS])
      // No session of a job has written twice.
      const writes = (await app.journal()).flatMap((entry) =>
        entry.kind === 'running' ? [entry.callId] : [],
      )
      expect(new Set(writes).size).toBe(writes.length)
      expect(writes.length).toBeLessThanOrEqual(rounds * JOBS)
    } finally {
      await app.dispose()
    }
  },
)

/** Waits for the end of these jobs: each has one run, its work or its failure, and nothing else. */
async function eachRanOnce(app: FaultApp, names: readonly string[]): Promise<void> {
  const person = await app.person()
  const runs = await until('the end of every run', async () => {
    const listed = await person.call('schedules.history', { id: null, before: null, limit: 500 })
    if (!listed.ok) return null
    const own = listed.value.filter(({ jobName }) => names.includes(jobName))
    const ended = own.filter(({ state }) => state !== 'queued' && state !== 'running')
    return ended.length >= names.length ? own : null
  })
  const failed = await person.call('schedules.failed', { state: null })
  const letters = failed.ok ? failed.value : []
  for (const name of names) {
    const own = runs.filter(({ jobName }) => jobName === name)
    // One run for each job, that either came to its end or is known to have been cut off.
    expect([name, own.map(({ state }) => state).join()]).toEqual([
      name,
      expect.stringMatching(/^(succeeded|failed)$/),
    ])
    expect([name, letters.filter(({ jobName }) => jobName === name).length]).toEqual([
      name,
      own[0]?.state === 'failed' ? 1 : 0,
    ])
    // What came to its end did its work; what was cut off may have.
    expect([name, own[0]?.state === 'failed' ? 'ran' : writtenBy(app.workspace, name)]).toEqual([
      name,
      'ran',
    ])
  }
}

/** Of every run there is, page by page. */
async function namesOfRuns(app: FaultApp): Promise<readonly string[]> {
  const person = await app.person()
  const pageBefore = (before: JobRunId | null) =>
    person.call('schedules.history', { id: null, before, limit: 500 })
  const names: string[] = []
  for (let before: JobRunId | null = null; ;) {
    const page = await pageBefore(before)
    if (!page.ok) throw new Error(page.error.text)
    names.push(...page.value.map(({ jobName }) => jobName))
    before = page.value.at(-1)?.id ?? null
    if (before === null) return names
  }
}

/** What the job left in its file; empty where there is none. */
function writtenBy(workspace: string, name: string): string {
  const [, round, number] = /round (\d+) job (\d+)/.exec(name) ?? []
  const file = join(workspace, `r${round}j${number}.txt`)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}
