// What a machine's role may do with the mailbox in a real PostgreSQL: put its own, read what is for
// it, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from 'pg'
import { SecondHash } from '../../../contract/approval/second-person.ts'
import { MachineName } from '../../../contract/fleet/machine.ts'
import { mailbox } from '../../../main/fleet/approve/mailbox.ts'
import { addMachineSql, revokeMachineSql, roleOf } from '../../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../../main/fleet/schema/versions.ts'
import { startPostgres, type Postgres } from '../../fakes/postgres.ts'
import { machineKeys } from '../../fakes/second-person.ts'

const hash = (digit: string): SecondHash => SecondHash.parse(digit.repeat(64))
const names = ['ada', 'bob', 'carol'] as const
type Name = (typeof names)[number]
const [ada, bob] = names.map((name) => MachineName.parse(name)) as [
  MachineName,
  MachineName,
  MachineName,
]
const signature = Buffer.alloc(64, 1)
const LATER = Date.now() + 3_600_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
  for (const name of names)
    await postgres.sql(
      addMachineSql({
        machine: MachineName.parse(name),
        person: `${name} o'hara`,
        publicKey: machineKeys().publicKey,
      }),
    )
  await as('ada', async (client) => {
    const box = mailbox(client, ada)
    const mail = { body: '{"of":"ada"}', signature, request: hash('a'), expiresAt: LATER }
    await box.putRequest(mail, [bob])
    await box.putRequest(mail, [bob])
    await box.putWithdrawal(hash('c'), signature, [bob])
  })
  await as('bob', async (client) => {
    const box = mailbox(client, bob)
    await box.putAnswer({ body: '{"yes":1}', signature }, ada, hash('a'))
    await box.putAnswer({ body: '{"yes":1}', signature }, ada, hash('a'))
  })
})
afterAll(() => postgres.stop())

async function as<T>(name: Name | 'admin', work: (client: Client) => Promise<T>): Promise<T> {
  const client = await postgres.client(name === 'admin' ? 'admin' : roleOf(MachineName.parse(name)))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const reads = (name: Name, table: string): Promise<unknown[]> =>
  as(name, async (client) => (await client.query(`select machine from gatehouse.${table}`)).rows)

test('a request is read by whom it is addressed to, an answer by who asked, and by nobody else', async () => {
  const tables = ['requests', 'withdrawals', 'answers']
  const seen = await Promise.all(
    names.map(async (name) => [
      name,
      ...(await Promise.all(tables.map((table) => reads(name, table)))),
    ]),
  )
  expect(seen).toEqual([
    ['ada', [], [], [{ machine: 'bob' }]],
    ['bob', [{ machine: 'ada' }], [{ machine: 'ada' }], []],
    ['carol', [], [], []],
  ])
})

test('what is looked for is found once, and nothing that is known already', async () => {
  const found = await as('bob', async (client) => {
    const box = mailbox(client, bob)
    return [
      await box.requests([], [], [ada]),
      await box.requests([hash('a')], [], [ada]),
      await box.requests([], [signature.toString('hex')], [ada]),
      await box.withdrawals([hash('c')]),
      await box.registration('ada'),
      await box.registration('nobody'),
    ]
  })
  expect(found).toEqual([
    [{ machine: 'ada', body: '{"of":"ada"}', signature }],
    [],
    [],
    [{ machine: 'ada', hash: hash('c'), signature }],
    { person: "ada o'hara", publicKey: expect.any(Buffer), revoked: false },
    null,
  ])
  const answers = await as('ada', (client) => mailbox(client, ada).answersTo([hash('a')], [bob]))
  expect(answers).toEqual([{ machine: 'bob', request: hash('a'), body: '{"yes":1}', signature }])
})

const REQUEST = (machine: string): string =>
  `insert into gatehouse.requests (machine, hash, recipients, body, signature, expires) values ('${machine}', '${'e'.repeat(64)}', '{bob}', 'x', decode(repeat('00', 64), 'hex'), now())`
const ANSWER = (machine: string): string =>
  `insert into gatehouse.answers (machine, asker, request, body, signature) values ('${machine}', 'ada', '${'e'.repeat(64)}', 'x', decode(repeat('00', 64), 'hex'))`

test.each<[does: string, sql: string]>([
  ['asks as another machine', REQUEST('ada')],
  ['answers as another machine', ANSWER('bob')],
  [
    'withdraws as another machine',
    `insert into gatehouse.withdrawals (machine, hash, recipients, signature) values ('ada', '${'a'.repeat(64)}', '{bob}', decode(repeat('00', 64), 'hex'))`,
  ],
  [
    'says when a request came',
    REQUEST('carol')
      .replace('expires)', 'expires, received)')
      .replace('now())', "now(), '1999-01-01')"),
  ],
  ['reads when a request came', 'select received from gatehouse.requests'],
  ['changes a request', `update gatehouse.requests set body = 'y'`],
  ['changes an answer', `update gatehouse.answers set body = 'y'`],
  ['takes a request back', 'delete from gatehouse.requests'],
  ['takes an answer back', 'delete from gatehouse.answers'],
  ['takes a withdrawal back', 'delete from gatehouse.withdrawals'],
  ['empties the mailbox', 'truncate gatehouse.requests'],
  ['drops what is old', `select gatehouse.drop_requests_before('2099-01-01')`],
  ['reads the register of machines', 'select * from gatehouse.machines'],
  [
    'writes into the register',
    `insert into gatehouse.machines (machine, role, person, public_key) values ('mallory', 'x', 'x', decode(repeat('00', 32), 'hex'))`,
  ],
  ['opens the rows to all', 'alter table gatehouse.requests disable row level security'],
  [
    'writes a trigger',
    'create trigger t before insert on gatehouse.requests for each row execute function suppress_redundant_updates_trigger()',
  ],
  ['puts a request that is too long', REQUEST('carol').replace("'x'", `repeat('x', 4194305)`)],
  ['puts a request to nobody', REQUEST('carol').replace('{bob}', '{}')],
  [
    'overwrites by a conflict',
    `${ANSWER('carol')} on conflict (machine, asker, request, signature) do update set machine = 'bob'`,
  ],
  ['becomes another role', 'set role gatehouse_m_ada'],
  ['becomes the reader', 'set role gatehouse_reader'],
])('no machine %s', async (_does, sql) => {
  await expect(as('carol', (client) => client.query(sql))).rejects.toThrow(
    /permission denied|must be owner|row-level security|violates check/,
  )
})

test('a revoked machine puts nothing and reads nothing, over a connection that is still open too', async () => {
  await postgres.sql(
    addMachineSql({
      machine: MachineName.parse('dora'),
      person: 'Dora',
      publicKey: machineKeys().publicKey,
    }),
  )
  await as('ada', (client) =>
    mailbox(client, ada).putRequest(
      { body: '{}', signature, request: hash('d'), expiresAt: LATER },
      [MachineName.parse('dora')],
    ),
  )
  const client = await postgres.client('gatehouse_m_dora')
  const box = mailbox(client, MachineName.parse('dora'))
  expect(await box.requests([], [], [])).toHaveLength(1)
  await postgres.sql(revokeMachineSql(MachineName.parse('dora')))
  expect(await box.requests([], [], [])).toEqual([])
  expect(await box.registration('ada')).toBeNull()
  await expect(box.putAnswer({ body: '{}', signature }, ada, hash('d'))).rejects.toThrow(
    'row-level security',
  )
  await client.end()
  const registration = await as('ada', (other) => mailbox(other, ada).registration('dora'))
  expect(registration).toMatchObject({ person: 'Dora', revoked: true })
})

test('an administrator drops what nobody waits for any more', async () => {
  const dropped = await as('admin', async (client) => {
    await client.query(`select gatehouse.drop_requests_before(now() + interval '1 minute')`)
    const { rows } = await client.query<{ count: number }>(
      'select (select count(*) from gatehouse.requests)::int + (select count(*) from gatehouse.answers)::int as count',
    )
    return rows
  })
  expect(dropped).toEqual([{ count: 0 }])
})
