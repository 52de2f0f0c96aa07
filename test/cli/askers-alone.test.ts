// What each asker would have and meet where no Gatehouse runs (agents, jobs, calls of tools that are not there,
// recorded decisions under other rules), held against the answers of a whole one over the same home, byte for byte.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Run } from '../../contract/agent/run.ts'
import { CallId, JobId, JobRunId, LeaseId, RunId, SessionId } from '../../contract/ids.ts'
import type { Input, IpcChannel } from '../../contract/ipc/ipc.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import { SupposedCall } from '../../contract/policy/supposed.ts'
import { Job, usualLimits } from '../../contract/schedule/job.ts'
import type { ExpectedCall } from '../../contract/schedule/preflight.ts'
import type { AppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { openClientDelegations } from '../../main/policy/client-delegations.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openStore } from '../../main/store/open.ts'
import { clientsTable } from '../../main/store/tables/clients-table.ts'
import { jobRunsTable } from '../../main/store/tables/job-runs-table.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { runsTable } from '../../main/store/tables/runs-table.ts'
import { schedulesTable } from '../../main/store/tables/schedules-table.ts'
import { stoppedTable } from '../../main/store/tables/stopped-table.ts'
import { clientDelegationsFile } from '../../main/wiring/policy/client-delegations-file.ts'
import { sha256 } from '../../main/wiring/sha256.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import {
  at,
  beside,
  type Ask,
  copyOf,
  followed,
  fromDifference,
  homes,
  opened,
  outsideRoot,
  pathsIn,
  seed,
  set,
} from './outside-home.ts'

const sandbox = await startsBubblewrap()
const SECRET = 'ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6'
const FAR = Date.parse('2099-01-01T00:00:00Z')

const FILES: Readonly<Record<string, string>> = {
  scout: 'name: scout\ncapabilities: [fs_read]\n',
  narrow:
    'name: narrow\ncapabilities: [jobs_read, notes_read, terminal_read, github_read, {server_tools: {servers: [forge]}}]\n',
  steward: 'name: steward\ncapabilities: [fs_write, command_run, text_tools, subagents]\n',
  broken: 'name: [',
}

/** What earlier runs called, or a person expects. */
const calls: readonly ExpectedCall[] = [
  { tool: 'read_file', args: { path: 'a.txt' } },
  { tool: 'write_file', args: { path: 'out/a.txt', content: `token=${SECRET}` } },
  { tool: 'exec', args: { command: 'ls' } },
  { tool: 'exec', args: { command: 'git push --force' } },
  { tool: 'http', args: { method: 'GET', url: 'https://example.org/a' } },
  { tool: 'math_eval', args: { expression: '6 * 7' } },
  { tool: 'forge__list_issues', args: { path: 'a.txt' } },
  { tool: 'drift__find_notes', args: { path: 'a.txt' } },
  { tool: 'fresh__see_page', args: {} },
  { tool: 'reviewed', args: { text: 'abc' } },
  { tool: 'altered', args: { text: 'abc' } },
  { tool: 'broken', args: { text: 'abc' } },
  { tool: 'nobody_has_it', args: {} },
  { tool: 'read_file', args: {} },
  { tool: 'spawn', args: { task: 'look' } },
]
/** What other tables know, and what a terminal would. */
const elsewhere: readonly ExpectedCall[] = [
  { tool: 'query_memory', args: { query: 'notes' } },
  { tool: 'memory_search', args: { action: 'delete', id: 9 } },
  { tool: 'cron', args: { action: 'get', job_id: 'job_0000000003' } },
  { tool: 'update_decision', args: { decision_id: 9, status: 'executed' } },
  { tool: 'process_webhook_event', args: { event_id: 9 } },
  { tool: 'secrets_get', args: { name: 'github-token' } },
  { tool: 'tmux', args: { action: 'read', session_name: 'watch' } },
]

const person = { kind: 'person', name: 'you' } as const
const jobs: Readonly<Record<string, Partial<Job>>> = {
  shown: { type: 'echo' },
  'of the main agent': {},
  'of an agent': { agent: 'scout' },
  'of one with few actions': { agent: 'narrow' },
  'by an agent for another': { agent: 'steward', maker: { kind: 'agent', name: 'narrow' } },
  'of one that is broken': { agent: 'broken' },
  'of one that is not there': { agent: 'nobody' },
  'by nobody': { maker: null },
  'by a client': { maker: { kind: 'mcp-client', name: 'claude-code' } },
  'by a client with few tools': { maker: { kind: 'mcp-client', name: 'ci' } },
  'at an event': { trigger: { kind: 'event', pattern: 'failed', source: null } },
  paused: { paused: true },
}
const jobIds = Object.keys(jobs).map((_name, nth) =>
  JobId.parse(`job_${String(nth).padStart(10, '0')}`),
)

/** Each job has run twice, and called what `calls` has: most of them in the second run. */
async function seedJobs(paths: AppPaths): Promise<void> {
  const { databaseFile, dataDir, agentsDir } = paths
  // A name that no rule speaks of is nobody's, and of nobody a question is refused.
  const agents = Object.keys(FILES)
  set((config) => ({
    ...config,
    rules: [{ id: 'named', when: { agents }, effect: 'confirm', reason: 'Named.' }],
  }))(paths)
  mkdirSync(agentsDir, { recursive: true })
  for (const [name, text] of Object.entries(FILES))
    writeFileSync(join(agentsDir, `${name}.yaml`), text)
  const store = await openStore(databaseFile, { now: () => 42 })
  const key = openAtRest(join(dataDir, 'approvals.key'))
  if (!store.ok || !key.ok) throw new Error('no home')
  const { db } = store.value
  const runs = runsTable(db)
  Object.entries(jobs).forEach(([name, more], nth) => {
    const id = jobIds[nth] ?? JobId.parse('')
    const job = Job.parse({
      ...usualLimits,
      id,
      name,
      type: 'agent',
      agent: 'main',
      message: `Good night. ${SECRET}`,
      trigger: { kind: 'at', at: FAR },
      paused: false,
      madeBy: 'you',
      maker: person,
      createdAt: nth,
      updatedAt: nth,
      runs: 0,
      lastAt: null,
      ...more,
    })
    schedulesTable(db).put(job, FAR)
    for (const turn of [0, 1]) {
      const run = RunId.parse(`run_${String(nth * 2 + turn).padStart(10, '0')}`)
      const session = SessionId.parse(`ses_${String(nth * 2 + turn).padStart(10, '0')}`)
      const { type, message, agent, maker, seen } = job
      runs.put(
        Run.parse({
          id: run,
          session,
          title: name,
          agent,
          model: 'fake',
          state: 'idle',
          createdAt: turn,
          updatedAt: turn,
          steps: 1,
          tokensIn: 0,
          tokensOut: 0,
        }),
      )
      jobRunsTable(db).write({
        runs: [
          {
            id: JobRunId.parse(`jrun_${String(nth * 2 + turn).padStart(10, '0')}`),
            job: id,
            jobName: name,
            state: 'succeeded',
            why: 'due',
            dueAt: turn,
            startedAt: turn,
            endedAt: turn,
            payload: { type, message, agent, maker, seen, event: null },
            session,
            run: nth === 0 ? null : run,
            text: '',
            letter: null,
          },
        ],
      })
      calls.slice(turn * 3, turn === 0 ? 4 : 12).forEach(({ tool, args }, item) =>
        runs.putItem(run, {
          kind: 'call',
          id: item + 1,
          at: item,
          callId: CallId.parse(`call_000000${nth}${turn}${item}`),
          modelCallId: 'c',
          tool,
          args,
          state: { kind: 'deciding' },
        }),
      )
    }
  })
  const clients = clientsTable(db)
  clients.put({ id: 'client_1', name: 'claude-code' }, 'ab'.repeat(32), 7)
  const narrowed = openClientDelegations({
    table: clients,
    ...clientDelegationsFile(join(dataDir, 'client-delegations.json')),
    asGrant: clientGrant,
    sha256,
    lastAt: 0,
    now: Date.now,
    monotonic: () => 0,
  }).add('client_2', { tools: ['read_file', 'exec'], seconds: null, calls: null })
  if (!narrowed.ok) throw new Error(narrowed.error.text)
  clients.put({ id: 'client_2', name: 'ci' }, 'cd'.repeat(32), 7, narrowed.value.hash)
  leasesTable(db, key.value).insert({
    id: LeaseId.parse('lease_00000001'),
    createdAt: 0,
    effect: 'allow',
    text: 'Write out/a.txt',
    lasts: null,
    approvalId: null,
    session: null,
    principal: null,
    job: jobIds[1],
    tool: 'write_file',
    action: null,
    touches: [],
    patterns: { ...noPatterns, paths: ['out/**'] },
    bounds: [],
    raisers: [],
    args: {},
    maxUses: 3,
    expiresAt: FAR,
    uses: 1,
    revokedAt: null,
  })
  store.value.close()
}

/** Decisions about tools of each kind, one of which is gone by now. */
const recorded: readonly ExpectedCall[] = [
  ...calls.filter(({ tool }) => !['spawn', 'nobody_has_it', 'broken'].includes(tool)),
  { tool: 'forge__add_issue', args: { path: '/etc/passwd' } },
  { tool: 'word_count', args: { text: 'abc' } },
]

/** Each is approved three times, so that a rule could have saved it. */
const approved: readonly ExpectedCall[] = [0, 1, 2].flatMap((nth) => [
  { tool: 'write_file', args: { path: `out/${nth}.txt`, content: 'x' } },
  { tool: 'forge__add_issue', args: { path: `src/${nth}` } },
  { tool: 'reviewed', args: { text: 'abc' } },
])
async function approveAll(ask: Ask): Promise<void> {
  for (const { tool, args } of approved) {
    let over = false
    const done = ask('tools.run', { tool, args, wait: true }, 'cli').finally(() => (over = true))
    while (!over) {
      const [held] = await ask('approvals.list', { states: ['pending'], limit: 1 })
      if (held !== undefined) await ask('approvals.answer', { id: held.id, answer: 'once' })
      await new Promise((next) => setTimeout(next, 5))
    }
    await done
  }
}

/** As rows were before the journal had the parts of commands. */
async function withoutParts({ databaseFile }: AppPaths): Promise<void> {
  const store = await openStore(databaseFile, { now: () => 42 })
  if (!store.ok) throw new Error(store.error.text)
  const { db } = store.value
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal'`,
    )
    .all()
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  db.exec(
    `UPDATE journal SET body = json_remove(body, '$.entry.decision.touches[0].parts')
     WHERE kind = 'decision' AND tool = 'exec'`,
  )
  for (const { sql } of triggers) db.exec(sql)
  store.value.close()
}

const rules = (tools: string, more = '') =>
  `preset: careful\nrules:\n  - { id: mine, when: { tools: [${tools}] }, effect: deny, reason: No. }\n${more}`
const explained = [
  ...(['agent', 'subagent', 'schedule', 'person', 'cli'] as const).flatMap((principal) =>
    ['exce', 'spawn', 'read_result'].map((tool) => ({ tool, args: {}, principal })),
  ),
  ...['scout', 'narrow', 'steward', 'broken'].flatMap((agent) => [
    { tool: 'nobody_has_it', args: {}, agent },
    { tool: 'github', args: { action: 'list_issues' }, agent },
    { tool: 'http', args: { method: 'GET', url: 'https://example.org/a' }, agent },
    { tool: 'forge__list_issues', args: { path: 'a.txt' }, agent },
  ]),
].map((call) => SupposedCall.parse(call))

const channels: readonly (readonly [IpcChannel, unknown])[] = [
  ['own-agents.list', {}],
  ...[...Object.keys(FILES), 'main', 'nobody'].map((name) => ['own-agents.get', { name }] as const),
  ...jobIds.map((id) => ['schedules.preflight', { id, expected: calls.slice(10) }] as const),
  ['schedules.preflight', { id: jobIds[0], expected: [] }],
  ['schedules.preflight', { id: jobIds[3], expected: [] }],
  ...jobIds.map((id) => ['schedules.preflight', { id, expected: elsewhere }] as const),
  ['schedules.preflight', { id: 'job_9999999999', expected: [] }],
  ...['', rules('forge__*'), rules('forge__add_issue, read_file', 'stop: ["**/a.txt"]\n')].map(
    (text) => ['policy.simulate', { text, limit: 1000 }] as const,
  ),
  ['policy.simulate', { text: '', limit: 3 }],
  ['policy.simulate', { text: `stop: ['**']\n${rules('exec')}`, limit: 1000 }],
  ['audit.attention', { hours: 24 }],
  ['policy.simulate', { text: 'preset: nope\n', limit: 3 }],
  ['policy.explain', { calls: explained }],
  ...explained
    .filter((_call, nth) => nth % 4 === 0)
    .map((call) => ['policy.explain', { calls: [call] }] as const),
  ['policy.explain', { calls: explained.slice(0, 3), text: rules('exec') }],
]

/** What of a home is left to the whole. */
type Left = 'all' | 'nothing'
type Row = readonly [name: string, change: (typeof homes)[number][1], left: Left]
const rows: readonly Row[] = [
  ...homes.map(([name, change]): Row => [name, change, 'nothing']),
  [
    'no files of agents @whole',
    ({ agentsDir }) => rmSync(agentsDir, { recursive: true }),
    'nothing',
  ],
  [
    'an organisation that limits agents and tools',
    followed(() => ({
      tools: { math_eval: { disabled: true }, write_file: { tier: 'R4' } },
      agents: {
        main: 'name: main\ncapabilities: [fs_read, {server_tools: {servers: [drift]}}, jobs_read]\n',
        steward: 'name: steward\ncapabilities: [fs_read, text_tools]\n',
        narrow: 'name: narrow\ncapabilities: []\n',
      },
      rules: [{ id: 'no-push', when: { commands: ['git push'] }, effect: 'deny', reason: 'No.' }],
    })),
    'nothing',
  ],
  ['commands that were recorded without their parts @whole', withoutParts, 'nothing'],
  [
    'an emergency stop @whole',
    async ({ databaseFile }) => {
      const store = await openStore(databaseFile, { now: () => 42 })
      if (!store.ok) throw new Error(store.error.text)
      stoppedTable(store.value.db).put({ stoppedAt: 5, surface: 'window' })
      store.value.close()
    },
    'nothing',
  ],
  [
    'the strict registry',
    set(({ plugins, ...config }) => ({
      ...config,
      plugins: { ...(plugins as object), strict: true },
    })),
    'nothing',
  ],
  [
    'a service that is set @whole',
    set((config) => ({ ...config, services: { obsidian: { url: 'http://127.0.0.1:27123' } } })),
    'nothing',
  ],
  [
    'commands in containers @whole',
    set((config) => ({ ...config, runner: 'container' })),
    'nothing',
  ],
  ['a fault in the configuration @whole', set((config) => ({ ...config, preset: 'nope' })), 'all'],
]

/** All but what SQLite puts beside a database that is read. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:shm|wal)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => `${file} ${readFileSync(file, 'latin1')}`)
    .toSorted()

/** Without the bars of a chart, which follow the clock. */
const timeless = (answer: unknown): string =>
  JSON.stringify(answer, (key, value: unknown) => (key === 'bars' ? null : value))

/**
 * Of a job that is not there a table answers, whatever else counts, and of agents their files; of an asker who
 * has no such tool, its list.
 */
function expectedOf([channel, input]: (typeof channels)[number], left: Left): readonly string[] {
  const text = JSON.stringify(input)
  if (channel === 'own-agents.list') return ['the same', 'left to the whole']
  if (channel === 'schedules.preflight' && !jobIds.some((id) => text.includes(id)))
    return ['the same']
  // What is wrong with a text does not hang on what is set beside it.
  if (left === 'all' && text.includes('preset: nope')) return ['left to the whole', 'the same']
  return left === 'all' ? ['left to the whole'] : ['the same']
}

describe.runIf(sandbox)('with no Gatehouse running (skipped where there is no sandbox)', () => {
  beforeAll(async () => {
    outsideRoot.make('askers')
    await seed()
    await beside(async (ask) => {
      for (const { tool, args } of recorded)
        await ask('tools.run', { tool, args, wait: false }, 'cli')
      await approveAll(ask)
    })
    await seedJobs(pathsIn(at('home')))
  }, 600_000)
  afterAll(outsideRoot.remove)

  it.each(rows)('answers as a running Gatehouse would, over %s', async (_name, change, left) => {
    const paths = await copyOf(change)
    const context = fakeCliContext({
      env: { GATEHOUSE_HOME: paths.home, PATH: process.env['PATH'] },
      homedir: dirname(paths.home),
    })
    const before = filesIn(paths.home)
    const here: unknown[] = []
    for (const [channel, input] of channels)
      here.push(await answerAtRest(context, paths, channel, input))
    expect(filesIn(paths.home)).toEqual(before)
    const app = await opened(paths, 'cli')
    const whole: unknown[] = []
    for (const [channel, input] of channels)
      whole.push(await app.call(channel, input as Input<typeof channel>, { surface: 'cli' }))
    await app.dispose()
    const same = (nth: number): string =>
      here[nth] === null
        ? 'left to the whole'
        : fromDifference(timeless(here[nth]), timeless(whole[nth]))
    const said = (asked: (typeof channels)[number], nth: number): string => {
      const [expected, found] = [expectedOf(asked, left), same(nth)]
      return expected.includes(found) ? '' : `${JSON.stringify(asked)}: ${found}`
    }
    expect(channels.map(said).filter((text) => text !== '')).toEqual([])
  })
})
