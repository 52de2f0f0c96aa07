// The jobs of a home where no Gatehouse runs, held against the answer of a whole one over the same home.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { JobId } from '../../contract/ids.ts'
import { Job, usualLimits, type JobListing } from '../../contract/schedule/job.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openStore } from '../../main/store/open.ts'
import { agentMakersTable } from '../../main/store/tables/agent-makers-table.ts'
import { inboundEventsTable } from '../../main/store/tables/inbound-events-table.ts'
import { schedulesTable } from '../../main/store/tables/schedules-table.ts'
import { stoppedTable } from '../../main/store/tables/stopped-table.ts'
import { webhooksTable } from '../../main/store/tables/webhooks-table.ts'
import { openApp } from '../../main/wiring/app.ts'
import { signedBundle, signingKey } from '../bundle/bundles.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { makeFolder } from '../store/fixture.ts'

const key = signingKey()
const FAR = Date.parse('2099-01-01T00:00:00Z')
const person = { kind: 'person', name: 'you' } as const
const scout = { kind: 'agent', name: 'scout' } as const

/** By name: what of each is another. `due`: as its row has it. */
const kept: Readonly<Record<string, Partial<Job> & { readonly due?: number }>> = {
  'shown by a person': { type: 'echo' },
  'run by the main agent': {},
  'every newyear': { trigger: { kind: 'cron', expression: '0 0 1 1 *', zone: 'Europe/Vienna' } },
  paused: { paused: true },
  missed: { due: 5, trigger: { kind: 'at', at: 5 } },
  'out of date': { expiresAt: 7 },
  'run by an agent': { agent: 'scout' },
  'run by an agent that is not there': { agent: 'nobody' },
  'run by one that is broken': { agent: 'broken' },
  'run by one that a program made': { agent: 'generated' },
  'by an agent': { maker: scout },
  'shown by an agent': { maker: scout, type: 'echo' },
  'by an agent for another': { maker: scout, agent: 'writer' },
  'by an agent that is gone': { maker: { kind: 'agent', name: 'gone' } },
  'by nobody': { maker: null },
  'at an event': { trigger: { kind: 'event', pattern: 'failed', source: null } },
  'at an event of a webhook': { trigger: { kind: 'event', pattern: '', source: 'build' } },
  'at an event that came': { trigger: { kind: 'event', pattern: '', source: 'mails' } },
  'at an event of nothing': { trigger: { kind: 'event', pattern: '', source: 'biuld' } },
}

const agents: Readonly<Record<string, string>> = {
  scout: 'name: scout\ncapabilities: [fs_read]\n',
  writer: 'name: writer\ncapabilities: [fs_write]\n',
  generated: 'name: generated\ncapabilities: [fs_read]\n',
  broken: 'name: [',
}
const withAgents = ({ agentsDir }: AppPaths): void => {
  mkdirSync(agentsDir, { recursive: true })
  for (const [name, text] of Object.entries(agents))
    writeFileSync(join(agentsDir, `${name}.yaml`), text)
}

type Db = Parameters<typeof schedulesTable>[0]
const stop = (body: unknown) => (_paths: AppPaths, db: Db) => stoppedTable(db).put(body)
const follow = (signed: string | null) => (paths: AppPaths) => {
  withAgents(paths)
  const organisation = { name: 'Example', source: '/srv/policy', keys: [key.text] }
  writeFileSync(paths.configFile, JSON.stringify({ organisation }))
  if (signed === null) return
  mkdirSync(join(paths.dataDir, 'organisation'), { recursive: true })
  writeFileSync(join(paths.dataDir, 'organisation', 'in-force.json'), signed)
}

/** `held`: how many of the jobs do not run; null: left to the whole. */
const rows: Readonly<
  Record<string, readonly [change: (paths: AppPaths, db: Db) => void, held: number | null]>
> = {
  'agents of each kind': [withAgents, 8],
  'no agents of one’s own': [() => {}, 10],
  'an organisation that limits an agent @whole': [
    follow(
      signedBundle(key, { agents: { scout: 'name: scout\ncapabilities: [notifications]\n' } }),
    ),
    9,
  ],
  'an organisation without its bundle @whole': [follow(null), 8],
  'an emergency stop @whole': [
    (paths, db) => {
      withAgents(paths)
      stop({ stoppedAt: 5, surface: 'window' })(paths, db)
    },
    19,
  ],
  'an emergency stop that cannot be read @whole': [stop({ zebra: 1 }), 19],
  'a fault in the configuration': [
    (paths) => {
      withAgents(paths)
      writeFileSync(paths.configFile, 'preset: nope\n')
    },
    null,
  ],
}

async function homeOf(change: (paths: AppPaths, db: Db) => void) {
  const folder = makeFolder()
  const env = { GATEHOUSE_HOME: join(folder, 'home'), PATH: process.env['PATH'] }
  const paths = findAppPaths({ env, platform: 'linux', homedir: folder })
  for (const each of [paths.dataDir, paths.defaultWorkspace]) mkdirSync(each, { recursive: true })
  const store = await openStore(paths.databaseFile, { now: () => 42 })
  if (!store.ok || !openAtRest(join(paths.dataDir, 'approvals.key')).ok) throw new Error('no home')
  const { db } = store.value
  Object.entries(kept).forEach(([name, { due = FAR, ...more }], at) => {
    const id = JobId.parse(`job_${String(at).padStart(10, '0')}`)
    const job = Job.parse({
      ...usualLimits,
      id,
      name,
      type: 'agent',
      message: 'Good night.',
      trigger: { kind: 'at', at: FAR },
      paused: false,
      madeBy: 'you',
      maker: person,
      createdAt: at,
      updatedAt: at,
      runs: 0,
      lastAt: null,
      ...more,
    })
    schedulesTable(db).put(job, due)
  })
  webhooksTable(db).put({ name: 'build', createdAt: 1, paused: false, usedAt: 2, received: 3 })
  agentMakersTable(db).put('generated', { maker: { kind: 'generated' }, untrusted: null, on: null })
  inboundEventsTable(db).add({
    channel: 'command',
    source: 'mails',
    type: '',
    state: 'pending',
    text: 'Done.',
    receivedAt: 9,
    processedAt: null,
    bytes: 5,
    flags: [],
    jobs: [],
  })
  change(paths, db)
  store.value.close()
  return { paths, env }
}

it.each(Object.entries(rows))(
  'lists jobs as a running Gatehouse would, with %s',
  async (_name, row) => {
    const [change, held] = row
    const { paths, env } = await homeOf(change)
    const here = await answerAtRest(fakeCliContext({ env }), paths, 'schedules.list', {})
    const app = await openApp({ host: 'cli', paths, version: '1', queryOnly: true })
    if (!app.ok) throw new Error(app.error.text)
    const whole = await app.value.call('schedules.list', {}, { surface: 'cli' })
    await app.value.dispose()
    expect(here).toEqual(held === null ? null : whole)
    const listed = (here?.ok === true ? here.value : []) as readonly JobListing[]
    expect(listed.length).toBe(held === null ? 0 : Object.keys(kept).length)
    expect(listed.filter((job) => job.held !== null).length).toBe(held ?? 0)
  },
)
