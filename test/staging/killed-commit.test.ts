// kill -9 at every step of a commit leaves the old state or the new one, and the journal says which:
// a real headless app, killed just before the n-th thing that it writes after the approval, in main or in
// the thread of undo, and in some rounds once more while the next start finishes it.
// GATEHOUSE_SOAK=1: at every step; GATEHOUSE_ROUNDS says at how many of them, spread over all.
// @module-tag whole
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { openFaultApp } from '../faults/driver/app.ts'
import type { FaultApp } from '../faults/driver/app.ts'
import { until } from '../faults/driver/until.ts'
import { own } from '../sandbox/rehearsal/fixture.ts'
import { soak } from '../soak.ts'
import { afterwards, apart, linesOf, runFor } from './lines.ts'

const linux = process.platform === 'linux'
const why = linux ? '' : ` (skipped on ${process.platform}: nothing is staged there)`

const before = `mkdir -p src/deep old 'odd name'
for n in 1 2 3 4 5 6 7 8 9; do echo "before $n" > "src/f$n"; done
echo deep > src/deep/a; echo gone > old/gone; ln -s ../src old/link; echo x > 'odd name/x'; chmod 755 src/f1`
const change = `for n in 2 3 4 5; do echo "after $n" > "src/f$n"; done
rm src/f6 src/f7; rm -r old; mkdir -p new/empty; echo new > new/file; ln -s file new/link
chmod 700 src/f1; mv src/deep/a src/deep/b; rm 'odd name/x'; mkdir 'odd name/x'; echo y > 'odd name/x/y'
true`
const config =
  'preset: ask\nrules: []\ntools: { exec: { rateLimits: { perMinute: 0 } } }\ngateway: { clients: { agent: { perMinute: 0 } } }\n'

/** How many kills there are at most. */
const most = Number(process.env['GATEHOUSE_ROUNDS'] ?? Infinity)

const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'kill-at-step.ts')).href}`

type Round = { readonly steps: number; readonly killed: boolean; readonly is: 'old' | 'new' }

let rounds = 0

/** In one step: an app that wrote something beside it and read it half written was killed at once. */
function arm(armed: string, steps: number): void {
  writeFileSync(`${armed}.next`, String(steps))
  renameSync(`${armed}.next`, armed)
}

/** One commit that is killed after so many steps. `again`: and its recovery after so many. */
async function round(
  app: FaultApp,
  owner: 'user' | 'root',
  at: number,
  again: number | null,
): Promise<Round> {
  const { workspace, base } = app
  rounds += 1
  // The same call is not made again after a restart.
  const line = `${change} # ${rounds}`
  const [armed, steps] = [join(base, 'armed'), join(base, 'steps')]
  const env = { NODE_OPTIONS: preload, GATEHOUSE_KILL_FOLDER: base }
  for (const file of [armed, steps]) rmSync(file, { force: true })
  rmSync(workspace, { recursive: true })
  mkdirSync(workspace)
  if (owner === 'user') own(workspace)
  runFor(owner, before, workspace)
  const [old, fresh] = [linesOf(workspace), afterwards(owner, line, workspace)]

  const program = await app.start({ env })
  const agent = await app.agent()
  // A command that reached its time limit in the copy is asked about as it is: a minute is short there.
  const call = agent.call('exec', { command: line, timeout_seconds: 600 }).catch(() => null)
  const early = call.then((result) => {
    throw new Error(`It was not held: ${JSON.stringify(result)}`)
  })
  const [approval] = await Promise.race([app.held(), early])
  early.catch(() => {})
  if (approval === undefined || approval.staged === null)
    throw new Error(
      `It was not run in a copy: ${JSON.stringify((await app.journal()).filter(({ kind }) => kind === 'staged'))}`,
    )
  const { callId } = approval
  arm(armed, at)
  void app.answer(approval, 'once').catch(() => null)
  const given = await Promise.race([program.ended.then(() => null), call])
  const killed = given === null
  rmSync(armed, { force: true })
  const done = existsSync(steps) ? statSync(steps).size : 0
  program.child.kill('SIGKILL')
  await program.ended
  agent.close()

  if (again !== null) {
    rmSync(steps, { force: true })
    arm(armed, again)
    const second = await app.start({ env }).catch(() => null)
    // A start with less to write than that goes on, and is killed as it is.
    second?.child.kill('SIGKILL')
    await second?.ended
    rmSync(armed, { force: true })
  }
  const last = await app.start()
  const entries = await until('an end or a question', async () => {
    const rows = (await app.journal()).filter((row) => 'callId' in row && row.callId === callId)
    const held = await app.held(0)
    const waits = held.some((one) => one.callId === callId)
    // An approval that was not used up is withdrawn at the next start: that is its end too.
    const ended = rows.some(
      (row) => row.kind === 'outcome' || (row.kind === 'answered' && row.route === 'program-end'),
    )
    return waits || ended ? rows : null
  })
  const said = entries.findLast(
    (entry): entry is Extract<JournalEntry, { kind: 'outcome' }> => entry.kind === 'outcome',
  )
  const now = linesOf(workspace)
  const is = said?.status === 'done' ? 'new' : 'old'
  const what = `after ${at} steps${again === null ? '' : ` and ${again} of the start`}`
  expect([what, is, apart(is === 'new' ? fresh : old, now)]).toEqual([what, is, []])
  expect(entries.filter(({ kind }) => kind === 'outcome').length).toBeLessThanOrEqual(1)
  expect(said?.undo?.kind ?? 'none').toBe(is === 'new' ? 'kept' : 'none')
  for (const one of await app.held(0)) await app.answer(one, 'deny-once')
  last.child.kill('SIGKILL')
  await last.ended
  return { steps: done, killed, is }
}

describe.runIf(linux).each(['user', 'root'] as const)(
  `a commit that is killed, in a workspace of %s${why}`,
  (owner) => {
    it(
      'leaves the old state or the new one, and the journal says which',
      { timeout: 7_200_000 },
      async () => {
        const app = openFaultApp(config)
        try {
          const whole = await round(app, owner, 1_000_000, null)
          expect(whole).toMatchObject({ killed: false, is: 'new' })
          const { steps } = whole
          // Several at least for each file, or nothing was counted.
          expect(steps).toBeGreaterThan(20)
          const every = Math.max(1, Math.ceil(steps / most))
          const points: readonly (readonly [at: number, again: number | null])[] = soak
            ? Array.from(
                { length: Math.ceil(steps / every) },
                (_, n) => [n * every, n % 3 === 1 ? (n * every) % 17 : null] as const,
              )
            : [
                [Math.floor(steps * 0.1), null],
                [Math.floor(steps * 0.55), 3],
              ]
          const killed: Round[] = []
          for (const [at, again] of points) killed.push(await round(app, owner, at, again))
          // Where the app wrote less after this answer than after the first, the last points are past
          // its end.
          const missed = killed.filter((one, n) => !one.killed && one.steps > (points[n]?.[0] ?? 0))
          expect(missed).toEqual([])
          process.stderr.write(
            `${owner}: ${steps} steps, killed at ${killed.filter((one) => one.killed).length} of ${points.length}; ${killed.filter(({ is }) => is === 'new').length} were new then\n`,
          )
        } finally {
          await app.dispose()
        }
      },
    )
  },
)
