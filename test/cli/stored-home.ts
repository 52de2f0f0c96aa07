// A home that has some of everything that calls name: notes, records of each kind, jobs, events, stored
// credentials, clients with and without limits, files to hand on; and what becomes of such a home.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { JobId } from '../../contract/ids.ts'
import type { RecordKind, RecordOf } from '../../contract/record/record.ts'
import { ok } from '../../contract/result.ts'
import { Job, usualLimits } from '../../contract/schedule/job.ts'
import { findAppPaths, type AppPaths } from '../../main/config/paths.ts'
import { openClientDelegations } from '../../main/policy/client-delegations.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { openCredentials } from '../../main/secrets/credentials.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import type { WriteDb } from '../../main/store/database.ts'
import { openStore } from '../../main/store/open.ts'
import { clientsTable } from '../../main/store/tables/clients-table.ts'
import { inboundEventsTable } from '../../main/store/tables/inbound-events-table.ts'
import { memoryTable } from '../../main/store/tables/memory-table.ts'
import { recordsTable } from '../../main/store/tables/records-table.ts'
import { schedulesTable } from '../../main/store/tables/schedules-table.ts'
import { clientDelegationsFile } from '../../main/wiring/policy/client-delegations-file.ts'
import { sha256 } from '../../main/wiring/sha256.ts'

export const SECRET = 'ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6'
export const JOB = 'job_0000000001'
const PASSPHRASE = 'correct horse battery'
const FAR = Date.parse('2099-01-01T00:00:00Z')
const HOUR = 3_600_000

const around = {
  dueAt: null,
  createdAt: 1,
  updatedAt: 2,
  madeBy: 'main',
  untrusted: null,
} as const
const noted = { source: '', notes: [] }
type Draft = { [K in RecordKind]: Omit<RecordOf<K>, 'id'> }[RecordKind]
/** In the order of their ids, from 1. */
const records: readonly Draft[] = [
  {
    of: 'decision',
    ...around,
    title: `Take the train ${SECRET}`,
    state: 'executed',
    body: {
      ...noted,
      description: '',
      context: '',
      decidedBy: 'you',
      owner: 'you',
      followUp: null,
      tags: [],
    },
  },
  {
    of: 'delegation',
    ...around,
    title: 'Tickets',
    state: 'open',
    body: { ...noted, delegatedTo: 'Ada', description: '', due: null, priority: 'low' },
  },
  {
    of: 'reminder',
    ...around,
    title: 'Call \u202eback\u0000',
    state: 'open',
    body: { list: '', due: null, zone: 'Asia/Tokyo', priority: 0, notes: '', shownAt: null },
  },
  {
    of: 'alert',
    ...around,
    title: 'Denials',
    state: 'enabled',
    body: {
      description: '',
      condition: { metric: 'denied_calls', over: 0, withinHours: 24, path: null },
      seen: null,
      checkedAt: null,
      firingSince: null,
      found: null,
      shownAt: null,
      dismissed: false,
    },
  },
  {
    of: 'suggestion',
    ...around,
    title: 'weekly report',
    state: 'open',
    body: {
      category: 'skill',
      why: '',
      skill: { tools: ['read_file'], pattern: 'weekly report', times: 3 },
    },
  },
]

const job = Job.parse({
  ...usualLimits,
  id: JobId.parse(JOB),
  name: 'Night watch',
  type: 'agent',
  agent: 'main',
  message: 'Look.',
  trigger: { kind: 'at', at: FAR },
  paused: false,
  madeBy: 'you',
  maker: { kind: 'person', name: 'you' },
  createdAt: 1,
  updatedAt: 3,
  runs: 0,
  lastAt: null,
})

/** Its passphrase is nowhere else, so that nothing opens it. */
async function seedVault({ home }: AppPaths): Promise<void> {
  const store = openCredentials({
    file: vaultFile(join(home, 'secrets.json')),
    system: null,
    fromEnvironment: () => null,
    confirm: async () => ok(null),
    listed: () => true,
    now: () => 42,
    changed: () => {},
    cost: { memory: 8_192, passes: 1 },
  })
  const opened = await store.unlock(PASSPHRASE)
  const added = await store.set({
    name: 'github-token',
    hosts: ['api.github.com'],
    header: 'Authorization',
    template: 'Bearer {value}',
    value: SECRET,
  })
  if (!opened.ok || !added.ok) throw new Error('no vault')
}

/** `plain` has everything, `ci` few tools, `late` had an hour, `before` is of before rows knew, `lost` is in no file. */
function seedClients(db: WriteDb, { dataDir }: AppPaths): void {
  const table = clientsTable(db)
  const file = clientDelegationsFile(join(dataDir, 'client-delegations.json'))
  const at = (now: number) =>
    openClientDelegations({
      table,
      ...file,
      asGrant: clientGrant,
      sha256,
      lastAt: 0,
      now: () => now,
      monotonic: () => 0,
    })
  const put = (id: string, name: string, now: number, seconds: number | null) => {
    const tools = ['read_file', 'notes_read', 'tmux.read']
    const given = at(now).add(id, { tools, seconds, calls: 2 })
    if (!given.ok) throw new Error(given.error.text)
    const token = sha256(name)
    table.put({ id, name }, token, 7, id === 'client_before' ? null : given.value.hash)
  }
  table.put({ id: 'client_plain', name: 'claude-code' }, sha256('plain'), 7)
  put('client_ci', 'ci', Date.now(), null)
  put('client_late', 'late', Date.now() - 2 * HOUR, 3_600)
  put('client_before', 'before', Date.now(), null)
  put('client_lost', 'lost', Date.now(), null)
  const written = JSON.parse(readFileSync(join(dataDir, 'client-delegations.json'), 'utf8')) as {
    clients: { client: string }[]
  }
  file.write(
    JSON.stringify({
      clients: written.clients.flatMap((one) => {
        if (one.client === 'client_lost') return []
        return one.client === 'client_before' ? [{ ...one, used: 1 }] : [one]
      }),
    }),
  )
}

export const withTables =
  (work: (db: WriteDb) => void) =>
  async ({ databaseFile }: AppPaths): Promise<void> => {
    const store = await openStore(databaseFile, { now: () => 42 })
    if (!store.ok) throw new Error(store.error.text)
    work(store.value.db)
    store.value.close()
  }

export type StoredHome = { readonly paths: AppPaths; readonly env: NodeJS.ProcessEnv }

export async function storedHome(folder: string, config: string): Promise<StoredHome> {
  const env = { ...process.env, GATEHOUSE_HOME: join(folder, 'home') }
  const paths = findAppPaths({ env, platform: 'linux', homedir: folder })
  const { dataDir, defaultWorkspace, configFile, agentsDir } = paths
  for (const each of [dataDir, defaultWorkspace, dirname(configFile), agentsDir])
    mkdirSync(each, { recursive: true })
  writeFileSync(configFile, config)
  writeFileSync(
    join(agentsDir, 'scout.yaml'),
    'name: scout\ncapabilities: [fs_read, notes_read, jobs_read, terminal_read]\n',
  )
  const file = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(defaultWorkspace, name), content)
  file('notes.txt', 'x\n')
  file('keys.txt', `The code is ${SECRET}\n`)
  file('picture.bin', Uint8Array.from([0, 255, 1, 254]))
  file('long.txt', `${'word '.repeat(500_000)}${SECRET}`)
  mkdirSync(join(defaultWorkspace, 'src'))
  symlinkSync('/etc/hostname', join(defaultWorkspace, 'link'))
  if (!openAtRest(join(dataDir, 'approvals.key')).ok) throw new Error('no home')
  await withTables((db) => {
    for (const draft of records) recordsTable(db).add(draft)
    const memory = memoryTable(db)
    const own = { category: '', key: '', agent: 'agent:main', untrusted: null, at: 3 }
    memory.add({ ...own, source: 'notes', text: `The door code is ${SECRET}.` })
    memory.add({ ...own, source: 'knowledge:handbook', text: 'A person wrote this.' })
    memory.add({ ...own, source: 'notes', text: `${'a'.repeat(1_999)}😀${'b'.repeat(3_000)}` })
    inboundEventsTable(db).add({
      channel: 'webhook',
      source: 'build',
      type: 'push',
      state: 'pending',
      text: 'Done.',
      receivedAt: 9,
      processedAt: null,
      bytes: 5,
      flags: [],
      jobs: [],
    })
    schedulesTable(db).put(job, FAR)
    seedClients(db, paths)
  })(paths)
  await seedVault(paths)
  return { paths, env }
}

/** Rows that are none of ours: half a text, another kind, another form. */
export const damaged = withTables((db) => {
  db.exec(`
    UPDATE records SET body = '{' WHERE id = 1;
    UPDATE records SET kind = 'nobody-knows' WHERE id = 2;
    UPDATE records SET state = 'nobody-knows' WHERE id = 3;
    UPDATE memories SET text = '' WHERE id = 1;
    UPDATE inbound_events SET flags = 'no list' WHERE id = 1;
    UPDATE schedules SET body = '{"name": 7}';
  `)
})

/** More rows than anybody keeps, long ones among them. */
export const huge = withTables((db) => {
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO memories (source, category, "key", text, agent, untrusted, at)
      SELECT 'notes', '', '', 'note ' || i || hex(zeroblob(200)), 'agent:main', NULL, i FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO records (kind, title, state, due_at, created_at, updated_at, made_by, untrusted, body)
      SELECT kind, title || i, state, due_at, i, i, made_by, untrusted, body FROM records, n WHERE id = 1;
  `)
})

export const withoutVault = ({ home }: AppPaths): void =>
  rmSync(join(home, 'secrets.json'), { force: true })
export const brokenVault = ({ home }: AppPaths): void =>
  writeFileSync(join(home, 'secrets.json'), '{ "version": ')
/** As the desktop keeps it, whose keychain a command line has not. */
export function vaultOfSystem({ home }: AppPaths): void {
  const file = join(home, 'secrets.json')
  const vault = JSON.parse(readFileSync(file, 'utf8')) as object
  const lock = { kind: 'system', backend: 'gnome_libsecret', wrapped: 'AAAA' }
  writeFileSync(file, JSON.stringify({ ...vault, lock }))
}
export const brokenDelegations = ({ dataDir }: AppPaths): void =>
  writeFileSync(join(dataDir, 'client-delegations.json'), '{ "clients": [')
