// How long the command line takes from its start to its end, for what people type most: alone, and
// beside a Gatehouse that runs.
//
//   npm run bench -- command-line
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliFile } from '../running-app.ts'
import { type BenchLine, median } from './line.ts'

const ROUNDS = 15
const GOAL_MS = 150

const alone: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['version'],
  ['config', 'path'],
  ['config', 'check'],
  ['audit', 'tail'],
  ['audit', 'search', 'tool:exec'],
  ['approvals', 'list'],
  ['leases', 'list'],
  ['runs', 'list'],
  ['policy', 'hash'],
  ['plugins', 'list'],
]
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
  ['audit', 'summary'],
]

export async function run(): Promise<BenchLine[]> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-bench-cli-'))
  const env = { ...process.env, GATEHOUSE_HOME: join(base, 'home') }
  const line = (words: readonly string[], where: string): BenchLine => {
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      const { status } = spawnSync(process.execPath, [cliFile, ...words], { env, stdio: 'ignore' })
      if (status !== 0) throw new Error(`gatehouse ${words.join(' ')} ended with ${status}`)
      return performance.now() - started
    })
    const middle = median(times)
    return {
      name: `gatehouse ${words.join(' ')}, ${where}`,
      value: `${middle.toFixed(0)} ms`,
      goal: `under ${GOAL_MS} ms`,
      holds: middle < GOAL_MS,
    }
  }
  try {
    const bare = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' })
      return performance.now() - started
    })
    // A home that has been used, as every home but a new one: what is compiled is kept in it.
    spawnSync(process.execPath, [cliFile, 'tools', 'list'], { env, stdio: 'ignore' })
    const lines = alone.map((words) => line(words, 'alone'))
    const app = spawn(process.execPath, [cliFile, 'serve', '--port', '0', '--no-open', '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(app.stdout, 'data')
    lines.push(...beside.map((words) => line(words, 'beside a running one')))
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
