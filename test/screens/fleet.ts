// A fleet for the pictures: a real PostgreSQL with three machines beside Ada's, of which one rewrote
// its past, and what Bob's machine asks Ada to approve.
import { readFile, writeFile } from 'node:fs/promises'
import { Approval } from '../../contract/approval/approval.ts'
import { noContext } from '../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { writeRequest } from '../../main/fleet/approve/write-request.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { headText } from '../../main/fleet/head-statement.ts'
import { reportText, type WhatRuns } from '../../main/fleet/machine-report.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, revokeMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { ok } from '../../contract/result.ts'
import { openFakeJournal } from '../fakes/bridge-journal.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { fleetOf, heldForTwo } from '../fakes/second-person.ts'
import { chainOf, machine, machineKey } from '../fleet/fleet-journal.ts'
import type { Sample } from './sample.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [ada, bob, build, old] = ['ada-laptop', 'bob-laptop', 'build-7', 'old-desktop'].map(machine)
const names = { ada, bob, build, old } as Readonly<
  Record<'ada' | 'bob' | 'build' | 'old', NonNullable<typeof ada>>
>

export type FleetGround = {
  /** Ada's key is known by now: she is let in, and Bob asks her. */
  admit(publicKey: string): Promise<void>
  /** Everything came when it was written, by the clock of the pictures. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** @param now by the clock of the pictures. */
export async function openFleet({ configFile }: Sample, now: number): Promise<FleetGround> {
  const postgres = await startPostgres()
  await postgres.sql(`${schemaSql()} create role auditor login in role gatehouse_reader;`)
  const bobsKey = machineKey()
  await add(postgres, names.bob, 'Bob', bobsKey, now, 40, { version: '0.1.0', bundle: firm(14) })
  await add(postgres, names.build, 'Release team', machineKey(), now, 120, {
    version: '0.1.0',
    bundle: firm(13),
  })
  const oldKey = machineKey()
  await add(postgres, names.old, 'Ada', oldKey, now - 6 * DAY_MS, 24, {
    version: '0.0.9',
    bundle: null,
  })
  await rewrite(postgres, oldKey, now - 6 * DAY_MS)
  await postgres.sql(revokeMachineSql(names.old))
  const text = await readFile(configFile, 'utf8')
  await writeFile(
    configFile,
    `${text}fleet:
  machine: ada-laptop
  person: Ada
  reader: auditor
  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(names.ada)} }
  peers: [{ machine: bob-laptop, person: Bob, key: '${bobsKey.publicKey.toString('hex')}' }]
`,
  )
  return {
    async admit(publicKey) {
      const key = Buffer.from(publicKey, 'hex')
      await postgres.sql(addMachineSql({ machine: names.ada, person: 'Ada', publicKey: key }))
      await asks(postgres, bobsKey, publicKey, now)
    },
    settle: () =>
      postgres.sql(
        `update gatehouse.heads set received = at; update gatehouse.reports set received = at;
         update gatehouse.machines set added = to_timestamp(${(now - 30 * DAY_MS) / 1_000}),
           revoked = case when revoked is null then null else to_timestamp(${(now - 5 * DAY_MS) / 1_000}) end;`,
      ),
    stop: () => postgres.stop(),
  }
}

const firm = (serial: number): WhatRuns['bundle'] => ({ name: 'Example', serial })

type Key = ReturnType<typeof machineKey>

/** With what its people did in two weeks, the last of it some minutes ago. */
async function add(
  postgres: Postgres,
  name: (typeof names)['bob'],
  person: string,
  key: Key,
  now: number,
  calls: number,
  runs: WhatRuns,
): Promise<void> {
  await postgres.sql(addMachineSql({ machine: name, person, publicKey: key.publicKey }))
  const entries = openFakeJournal(calls, () => undefined)
    .rows()
    .map(({ entry }) => entry)
  await send(postgres, name, key, entries, now - 4 * 60_000, runs)
}

async function send(
  postgres: Postgres,
  name: (typeof names)['bob'],
  key: Key,
  entries: readonly JournalEntry[],
  until: number,
  runs: WhatRuns,
): Promise<void> {
  // Half of it on the last day, so that a day has something to show.
  const before = Math.floor(entries.length / 2)
  const at = (seq: number): number =>
    seq <= before
      ? until - DAY_MS - (before - seq) * ((12 * DAY_MS) / before)
      : until - (entries.length - seq) * ((5 * HOUR_MS) / entries.length)
  const rows = chainOf(entries, undefined, (seq) => Math.round(at(seq)))
  const last = rows.at(-1)
  if (last === undefined) throw new Error('The sample has no rows.')
  const client = await postgres.client(roleOf(name))
  try {
    const sender = await openSender(client, name)
    if (!sender.ok) throw new Error(sender.error.text)
    const head = { machine: name, seq: last.seq, hash: last.hash, at: until }
    await sender.value.send(
      rows.map((row) => fleetEntry(row, readBody(row.body), noContext)),
      { ...head, signature: key.sign(headText(head)) },
    )
    const report = { machine: name, ...runs, at: until }
    await sender.value.report({ ...report, signature: key.sign(reportText(report)) })
  } finally {
    await client.end()
  }
}

/** The same number of rows once more, with other words: the past of that machine is another one. */
async function rewrite(postgres: Postgres, key: Key, now: number): Promise<void> {
  const entries: JournalEntry[] = Array.from({ length: 6 }, () => ({
    kind: 'fault',
    text: 'Nothing happened here.',
  }))
  await send(postgres, names.old, key, entries, now - 3 * 60_000, {
    version: '0.0.9',
    bundle: null,
  })
}

async function asks(postgres: Postgres, key: Key, adasKey: string, now: number): Promise<void> {
  const held = heldForTwo(now - 60_000)
  const approval: Approval = Approval.parse({
    ...held,
    expiresAt: now + HOUR_MS,
    principal: { kind: 'agent', name: 'main', session: 'ses_00000001', runId: 'run_00000001' },
    channel: 'window',
    tool: 'exec',
    title: 'Run a command',
    args: { command: 'kubectl delete namespace shop-staging' },
    decision: {
      ...held.decision,
      tier: 'R4',
      baseTier: 'R3',
      reasons: [
        { code: 'command.deletes', text: 'The command deletes what cannot be brought back.' },
        { code: 'rule.confirm', text: 'Two of us look at what cannot be taken back.' },
      ],
      touches: [
        {
          kind: 'proc.run',
          command: 'kubectl delete namespace shop-staging',
          cwd: '/home/bob/shop',
          zone: 'workspace',
        },
      ],
    },
  })
  const written = writeRequest(
    approval,
    { at: now - 30_000, surface: 'window', stepUp: 'passphrase' },
    fleetOf(names.bob, 'Bob', [{ machine: names.ada, person: 'Ada', key: adasKey }]),
    (text) => ok(key.sign(text)),
  )
  if (!written.ok) throw new Error(written.error.text)
  const client = await postgres.client()
  try {
    // The database’s own clock is not that of the pictures.
    await client.query(
      `insert into gatehouse.requests (machine, hash, recipients, body, signature, expires)
       values ($1, $2, $3, $4, $5, now() + interval '1 day')`,
      [names.bob, written.value.request, [names.ada], written.value.body, written.value.signature],
    )
  } finally {
    await client.end()
  }
}
