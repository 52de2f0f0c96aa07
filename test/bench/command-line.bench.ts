// How long the command line takes from its start to its end, for what people type most: alone, and
// beside a Gatehouse that runs. By the clock, and by the processor, which other work does not slow down
// as much.
//
//   npm run bench -- command-line
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliFile } from '../running-app.ts'
import { type BenchLine, median } from './line.ts'

/** At most so many of each, and all together no longer than this: what is left of it is shared. */
const ROUNDS = 9
const BUDGET_MS = 105_000
const GOAL_MS = 150
/** Arguments of a call that leaves a journal. */
const USED = '{"expression":"6 * 7"}'

const alone: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['version'],
  ['config', 'path'],
  ['config', 'check'],
  ['config', 'diff'],
  ['config', 'schema'],
  ['audit', 'tail'],
  ['audit', 'search', 'tool:exec'],
  ['audit', 'report'],
  ['audit', 'summary'],
  ['audit', 'verify'],
  ['approvals', 'list'],
  ['leases', 'list'],
  ['runs', 'list'],
  ['schedules', 'list'],
  ['policy', 'hash'],
  ['plugins', 'list'],
  ['policy', 'check'],
  ['clients', 'list'],
  ['webhooks', 'list'],
  ['events', 'list'],
  ['accounts', 'list'],
  ['secrets', 'list'],
  ['agents', 'list'],
  ['servers', 'list'],
  ['servers', 'questions'],
  ['fleet', 'status'],
  ['step-up'],
  ['schedules', 'history'],
  ['schedules', 'failed'],
  ['policy', 'bundle', 'status'],
  // Of an id that is not there.
  ['approvals', 'show', 'apr_0123456789'],
  ['runs', 'show', 'run_0123456789'],
  ['runs', 'list', 'words'],
  ['audit', 'key'],
  ['agents', 'capabilities'],
  ['tools', 'list'],
  ['tools', 'describe', 'exec'],
  ['policy', 'explain', '--command', 'ls'],
  ['policy', 'explain', '--mount', '.'],
  ['audit', 'attention'],
]
/** A check, which composes the whole and tries the sandbox: the guide says why, and the goal is not its own. */
const whole: readonly (readonly string[])[] = [['doctor']]
/** Those that only look. Not among them is what goes through the whole journal, such as `audit verify`. */
const beside: readonly (readonly string[])[] = [
  ['version'],
  ['approvals', 'list'],
  ['runs', 'list'],
  ['leases', 'list'],
  ['audit', 'tail'],
  ['audit', 'search', 'tool:exec'],
  ['policy', 'hash'],
  ['tools', 'list'],
  ['servers', 'list'],
  ['plugins', 'list'],
  ['agents', 'list'],
  ['clients', 'list'],
  ['schedules', 'list'],
  ['webhooks', 'list'],
  ['events', 'list'],
  ['accounts', 'list'],
  ['secrets', 'list'],
  ['tools', 'describe', 'exec'],
  ['policy', 'explain', '--command', 'ls'],
  ['policy', 'explain', '--mount', '.'],
  ['policy', 'check'],
  ['audit', 'summary'],
  ['audit', 'attention'],
  ['audit', 'report'],
  ['audit', 'key'],
  ['agents', 'capabilities'],
  ['plugins', 'check'],
  ['fleet', 'status'],
  ['restore'],
  ['step-up'],
  ['doctor'],
  // Of an id that is not there.
  ['approvals', 'show', 'apr_0123456789'],
  ['runs', 'show', 'run_0123456789'],
  ['schedules', 'show', 'job_0123456789'],
  ['events', 'show', '1'],
  ['undo', 'call_0123456789', '--preview'],
]

export async function run(): Promise<BenchLine[]> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-bench-cli-'))
  const env = { ...process.env, GATEHOUSE_HOME: join(base, 'home') }
  const until = performance.now() + BUDGET_MS
  let left = alone.length + whole.length + beside.length
  const line = (words: readonly string[], where: string, goal: number | null): BenchLine => {
    const ends = performance.now() + Math.max(0, until - performance.now()) / left
    left -= 1
    const times: { readonly taken: number; readonly used: number }[] = []
    do {
      const started = performance.now()
      const { status, stderr } = spawnSync(
        'bash',
        [
          '-c',
          `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1`,
          'bash',
          process.execPath,
          cliFile,
          ...words,
        ],
        { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
      )
      if (status !== 0 && status !== 1)
        throw new Error(`gatehouse ${words.join(' ')} ended with ${status}`)
      const used = stderr
        .trim()
        .split(' ')
        .reduce((sum, part) => sum + Number(part) * 1000, 0)
      times.push({ taken: performance.now() - started, used })
    } while (times.length < ROUNDS && performance.now() < ends)
    const middle = median(times.map(({ taken }) => taken))
    const least = Math.min(...times.map(({ taken }) => taken))
    const used = median(times.map((one) => one.used))
    return {
      name: `gatehouse ${words.join(' ')}, ${where}`,
      value: `${middle.toFixed(0)} ms (least ${least.toFixed(0)}, processor ${used.toFixed(0)} ms)`,
      goal: goal === null ? null : `under ${goal} ms`,
      holds: goal === null ? null : middle < goal,
    }
  }
  try {
    const bare = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' })
      return performance.now() - started
    })
    // A home that has been used, as every home but a new one: what is compiled is kept in it.
    spawnSync(process.execPath, [cliFile, 'tools', 'run', 'math_eval', '--args', USED], {
      env,
      stdio: 'ignore',
    })
    const lines = [
      ...alone.map((words) => line(words, 'alone', GOAL_MS)),
      ...whole.map((words) => line(words, 'alone, with the whole', null)),
    ]
    const app = spawn(process.execPath, [cliFile, 'serve', '--port', '0', '--no-open', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(app.stdout, 'data')
    lines.push(...beside.map((words) => line(words, 'beside a running one', GOAL_MS)))
    app.kill()
    await once(app, 'exit')
    return [
      { name: 'Node itself', value: `${median(bare).toFixed(0)} ms`, goal: null, holds: null },
      ...lines,
    ]
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}
