// How long the command line takes from its start to its end, for every command that only looks: over a new
// home, over one with two servers and a plugin, and over one that has one of everything, alone, beside a Gatehouse that runs, and by the launcher
// of a clone. By the clock, and by the processor, which other work does not slow down as much.
//
//   npm run bench -- command-line
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { lines, onlyRead } from '../cli/every-command-lines.ts'
import { wordsOf } from '../cli/command-line.ts'
import { seededHome } from '../cli/seeded-home.ts'
import { shellPlugin, writeShellPlugin } from '../plugins/shell-plugin.ts'
import { cliFile, root } from '../running-app.ts'
import { type BenchLine, median } from './line.ts'

/** At most so many of each, and all together no longer than this: what is left of it is shared. */
const ROUNDS = 10
const BUDGET_MS = 600_000
const GOAL_MS = 150
/** Arguments of a call that leaves a journal, and something to undo. */
const USED = '{"path":"a.txt","content":"6 * 7"}'
const launcher = join(root, 'main/host/launch/gatehouse.cjs')

/** What people type beside the lines of the commands. */
const more: readonly string[] = [
  '--version',
  '--help',
  'help --all',
  'help policy explain',
  'config schema',
  'policy explain --command ls',
  'policy explain --mount .',
  'runs list words',
  'audit export',
  'audit receipt {call} --row 0',
]
/** What is read of servers and plugins. */
const outside: readonly string[] = [
  'servers list',
  'servers export --format vscode',
  'plugins list',
  'agents capabilities',
  'tools list',
  'policy explain --command ls',
  'policy explain --mount .',
]
const typed: readonly string[] = [
  ...more,
  ...onlyRead.map((name) => `${name} ${lines[name]?.more}`),
]
/** Calls that name what is in a table, in the credential store or live, other askers, and texts with a fault. */
const aboutOthers: readonly string[] = [
  `policy explain --tool query_memory --args '{"query":"build"}'`,
  `policy explain --tool memory_search --args '{"action":"delete","id":1}'`,
  `policy explain --tool update_decision --args '{"decision_id":1,"status":"executed"}'`,
  `policy explain --tool complete_reminder --args '{"reminder_id":1}'`,
  `policy explain --tool cron --args '{"action":"get","job_id":"{job}"}'`,
  `policy explain --tool get_webhook_event --args '{"event_id":{event}}'`,
  `policy explain --tool secrets_get --args '{"name":"forge-token"}'`,
  `policy explain --tool http --args '{"url":"https://api.forge.example","credential":"forge-token"}'`,
  `policy explain --tool tmux --args '{"action":"create","session_name":"watch","command":"ls"}'`,
  `policy explain --tool math_eval --args '{"expression":"6 * 7"}'`,
  `policy explain --tool write_file --args '{"path":"a.txt","content":""}' --principal mcp-client --agent {client}`,
  `policy explain --command ls --agent nobody`,
  `policy explain --command ls --rules {base}/cases.yaml`,
  `policy simulate --rules {base}/cases.yaml`,
]
/** Only where there is one of everything. */
const typedOfAll: readonly string[] = [
  ...typed,
  `policy explain --tool {server}__list_issues --args '{}'`,
  `policy explain --tool nobody_has_it --args '{}'`,
  `policy explain --tool github --args '{"action":"notifications"}'`,
  `policy explain --tool get_calendar_events --args '{"start_date":"2026-12-01","end_date":"2026-12-02"}'`,
  `policy explain --tool send_email --args '{"to":["ada@example.org"],"subject":"a","body":"b"}'`,
  ...aboutOthers,
]
/** Checks and searches, which do more than look. */
const whole: readonly string[] = ['doctor', 'servers search']
/** What a line names, in a home that has none of it. */
const absent: Readonly<Record<string, string>> = {
  approval: 'apr_0123456789',
  event: '1',
  job: 'job_0123456789',
  run: 'run_0123456789',
  server: 'forge',
}

type Home = {
  readonly name: string
  readonly env: NodeJS.ProcessEnv
  words(line: string): readonly string[]
}

type Place = {
  readonly home: Home
  readonly where: string
  readonly program: string
  readonly goal: number | null
}

/** Shares the time that is left between the lines that are left. */
function openClock(all: number) {
  const until = performance.now() + BUDGET_MS
  let left = all
  return (): number => performance.now() + Math.max(0, until - performance.now()) / left--
}

function measured(line: string, { home, where, program, goal }: Place, ends: number): BenchLine {
  const words = home.words(line)
  const times: { readonly taken: number; readonly used: number }[] = []
  const runOnce = () => {
    const started = performance.now()
    const { stderr } = spawnSync(
      'bash',
      [
        '-c',
        `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>&1`,
        'bash',
        process.execPath,
        program,
        ...words,
      ],
      { env: home.env, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
    )
    const used = stderr
      .trim()
      .split(' ')
      .reduce((sum, part) => sum + Number(part) * 1000, 0)
    return { taken: performance.now() - started, used }
  }
  // The first one compiles what later ones find.
  runOnce()
  do times.push(runOnce())
  while (times.length < ROUNDS && performance.now() < ends)
  const middle = median(times.map(({ taken }) => taken))
  const least = Math.min(...times.map(({ taken }) => taken))
  const used = median(times.map((one) => one.used))
  const aims = goal === null || whole.some((name) => line.startsWith(name)) ? null : goal
  return {
    name: `gatehouse ${line.trim()}, ${home.name}, ${where}`,
    value: `${middle.toFixed(0)} ms (least ${least.toFixed(0)}, processor ${used.toFixed(0)} ms)`,
    goal: aims === null ? null : `under ${aims} ms`,
    holds: aims === null ? null : middle < aims,
  }
}

async function besideApp<T>({ env }: Home, work: () => T): Promise<T> {
  const app = spawn(process.execPath, [cliFile, 'serve', '--port', '0', '--no-open', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(app.stdout, 'data')
  try {
    return work()
  } finally {
    app.kill()
    await once(app, 'exit')
  }
}

const Ran = z.object({ requestId: z.string() })

/** A home that has been used, as every home but a new one: what is compiled is kept in it. Gives its call. */
function firstCall(env: NodeJS.ProcessEnv, base: string): string {
  const config = join(base, 'flow.yaml')
  writeFileSync(config, 'preset: flow\n')
  const { stdout } = spawnSync(
    process.execPath,
    [cliFile, 'tools', 'run', 'write_file', '--args', USED, '--json', '--config', config],
    { env, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
  )
  return Ran.parse(JSON.parse(stdout)).requestId
}

const SERVERS = `preset: careful
plugins: { allowExternal: true }
servers:
  forge: { transport: stdio, command: forge, args: [], trust: local }
  docs: { transport: http, url: 'https://docs.example.org/mcp' }
`

/** Nobody has reviewed them, and none is started. */
function addServers(home: string): void {
  writeShellPlugin(
    join(home, 'data/plugins/external'),
    'word_count',
    shellPlugin('word_count', 'Counts words.'),
  )
  writeFileSync(join(home, 'config.yaml'), SERVERS)
}

export async function run(): Promise<BenchLine[]> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-bench-cli-'))
  const seeded = await seededHome()
  const named = (line: string, of: (name: string) => string): readonly string[] =>
    wordsOf(line).map((word) => word.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => of(name)))
  const seedOf = (name: string): string => seeded.seeds.get(name) ?? ''
  const newHome = (name: string, folder: string): Home => {
    const env = { ...process.env, HOME: base, GATEHOUSE_HOME: join(base, folder) }
    const call = firstCall(env, base)
    const there: Readonly<Record<string, string>> = { ...absent, call }
    return { name, env, words: (line) => named(line, (one) => there[one] ?? seedOf(one)) }
  }
  const full: Home = {
    name: 'one of everything',
    // With a passphrase at hand the whole is composed, which opens the credential store.
    env: { ...process.env, HOME: base, GATEHOUSE_HOME: seeded.home.folder },
    words: (line) => named(line, seedOf),
  }
  try {
    await seeded.endApp()
    const bare = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' })
      return performance.now() - started
    })
    const fresh = newHome('a new home', 'home')
    const served = newHome('two servers and a plugin', 'served')
    addServers(join(base, 'served'))
    const ends = openClock(typed.length * 3 + outside.length + typedOfAll.length * 2)
    const all = (place: Place, some?: readonly string[]) =>
      (some ?? (place.home === full ? typedOfAll : typed)).map((line) =>
        measured(line, place, ends()),
      )
    const goal = GOAL_MS
    const measuredLines = [
      ...all({ home: fresh, where: 'alone', program: cliFile, goal }),
      ...all({ home: served, where: 'alone', program: cliFile, goal }, outside),
      ...all({ home: fresh, where: 'by the launcher', program: launcher, goal }),
      ...(await besideApp(fresh, () =>
        all({ home: fresh, where: 'beside a running one', program: cliFile, goal }),
      )),
      ...all({ home: full, where: 'alone', program: cliFile, goal }),
      ...(await besideApp(full, () =>
        all({ home: full, where: 'beside a running one', program: cliFile, goal }),
      )),
    ]
    return [
      { name: 'Node itself', value: `${median(bare).toFixed(0)} ms`, goal: null, holds: null },
      ...measuredLines,
    ]
  } finally {
    await seeded.remove()
    rmSync(base, { recursive: true, force: true })
  }
}
