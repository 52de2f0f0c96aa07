// What somebody with a machine's own database role tries: to be another machine, to run with the
// rights of the functions that it may call, to spoil what others send, to make its own journal look
// whole. In a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from 'pg'
import { noContext } from '../../contract/journal/journal-facts.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { headText, type SignedHead } from '../../main/fleet/head-statement.ts'
import { openSender } from '../../main/fleet/open-sender.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { verifyFleet } from '../../main/fleet/verify-fleet.ts'
import type { RawRow } from '../../main/journal/chain.ts'
import { readBody } from '../../main/store/journal/read-entry.ts'
import { fleetLabels } from '../../main/wiring/fleet.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { chainOf, faults, machine, machineKey, NOON } from './fleet-journal.ts'

const DAY = 86_400_000
type Key = ReturnType<typeof machineKey>

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
  for (const name of ['ada', 'mallory']) await join(name)
})
afterAll(() => postgres.stop())

const keys = new Map<string, Key>()
async function join(name: string, key = machineKey()): Promise<void> {
  keys.set(name, key)
  await postgres.sql(
    addMachineSql({ machine: machine(name), person: name, publicKey: key.publicKey }),
  )
}

async function as<T>(name: string | null, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await postgres.client(name === null ? undefined : roleOf(machine(name)))
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const asMallory = <T>(work: (client: Client) => Promise<T>): Promise<T> => as('mallory', work)

function headOf(name: string, row: RawRow | undefined, by = name): SignedHead {
  if (row === undefined) throw new Error('There is no row.')
  const statement = { machine: machine(name), seq: row.seq, hash: row.hash, at: NOON }
  return { ...statement, signature: keys.get(by)?.sign(headText(statement)) ?? Buffer.alloc(64) }
}

const send = (name: string, rows: readonly RawRow[], head = headOf(name, rows.at(-1))) =>
  as(name, async (client) => {
    const sender = await openSender(client, machine(name))
    if (!sender.ok) throw new Error(sender.error.text)
    await sender.value.send(
      rows.map((row) => fleetEntry(row, readBody(row.body), noContext)),
      head,
    )
  })

const faultsOf = (name: string) =>
  as(null, async (client) => {
    const checks = await verifyFleet(client, fleetLabels)
    const check = checks.find((one) => one.machine === name)
    return { rows: check?.rows, faults: check?.findings.map(({ fault, seq }) => `${fault} ${seq}`) }
  })

const ROW = `insert into gatehouse.entries (machine, seq, at, kind, facts, body, hash)`
const row = (name: string): string =>
  `${ROW} values ('${name}', 9, now(), 'decision', '{status=done,tier=R1}', 'x', repeat('a', 64))`

describe('a machine’s role', () => {
  test.each<[does: string, sql: string, code: string]>([
    ['logs in as another one later', `set session authorization gatehouse_m_ada`, '42501'],
    ['switches row security off', `set row_security = off; ${row('ada')}`, '42501'],
    ['names itself by a setting', `set gatehouse.machine = 'ada'; ${row('ada')}`, '42501'],
    ['copies past row security', 'copy gatehouse.entries (machine) from stdin', '0A000'],
    ['copies the rows out', 'copy gatehouse.entries to stdout', '42501'],
    ['starts a program', `copy (select 1) to program 'true'`, '42501'],
    ['reads a file of the server', `select pg_read_file('/etc/hostname')`, '42501'],
    ['loads a file of the server', `select lo_import('/etc/hostname')`, '42501'],
    [
      'hangs a trigger on the rows',
      'create trigger mine before insert on gatehouse.entries for each row execute function suppress_redundant_updates_trigger()',
      '42501',
    ],
    [
      'writes itself a policy',
      'create policy mine on gatehouse.entries for insert to public with check (true)',
      '42501',
    ],
    [
      'puts a table of its own in as a day',
      `create temp table mine (like gatehouse.entries); alter table gatehouse.entries attach partition mine for values from ('2001-01-01') to ('2001-01-02')`,
      '42501',
    ],
    [
      'overwrites its head by a conflict',
      `insert into gatehouse.heads (machine, seq, hash, at, signature) values ('mallory', 9, repeat('a', 64), now(), decode(repeat('00', 64), 'hex')) on conflict (machine, seq, hash) do update set at = now()`,
      '42501',
    ],
    [
      'counts itself up',
      `insert into gatehouse.days values ('ada', now(), 'R4', 9, 9, 9)`,
      '42501',
    ],
    [
      'says it applied a shape',
      'insert into gatehouse.schema_version (version) values (99)',
      '42501',
    ],
    ['makes itself the administrator', 'alter role gatehouse_m_mallory superuser', '42501'],
    ['lets its role in elsewhere', 'grant gatehouse_reader to gatehouse_m_mallory', '42501'],
    ['takes a password from another', `alter role gatehouse_m_ada password 'x'`, '42501'],
    ['counts by the trigger itself', 'select gatehouse.count_rows()', '42501'],
  ])('that %s is refused', async (_does, sql, code) => {
    await asMallory((client) => expect(client.query(sql)).rejects.toMatchObject({ code }))
  })

  const evil = (takes: string, gives: string): string =>
    `create function pg_temp.evil(pg_catalog.${takes}) returns pg_catalog.${gives} language plpgsql as $$ begin
       execute 'alter role gatehouse_m_mallory superuser'; return $1 is not null; end $$;`
  const decoyType = (name: string): string =>
    `${evil(name, 'bool')} create domain pg_temp.${name} as pg_catalog.${name} check (pg_temp.evil(value))`
  const decoyTable = (name: string, columns: string): string =>
    `${evil('text', 'bool')} create view pg_temp.${name} as select ${columns} where pg_temp.evil('x')`

  test.each([
    ['text', decoyType('text')],
    ['date', decoyType('date')],
    ['timestamptz', decoyType('timestamptz')],
    ['name', decoyType('name')],
    ['bool', decoyType('bool')],
    ['pg_class', decoyTable('pg_class', `1::oid as relnamespace, 'x'::name as relname`)],
    ['machines', decoyTable('machines', `'ada' as machine, session_user as role, null as revoked`)],
    ['schema_version', decoyTable('schema_version', '99 as version')],
    [
      'pg_stat_activity',
      decoyTable('pg_stat_activity', `1 as pid, 'x'::name as datname, 'x'::name as usename`),
    ],
  ])('that hides its own %s before the catalogue’s gains no right by it', async (_name, decoy) => {
    await asMallory(async (client) => {
      await client.query(decoy)
      await client.query('select gatehouse.open_day((current_date - 1)::pg_catalog.date)')
      await client.query('select * from gatehouse.registration($1)', ['ada'])
      await client.query('select gatehouse.end_stuck()')
      await client.query(`select gatehouse.several_hosts(array['host=a'])`)
      await client.query(row('mallory').replace(' 9,', ` ${Date.now()},`))
      const { rows } = await client.query(
        `select gatehouse.own_machine() as own, gatehouse.version() < 99 as version, rolsuper
         from pg_catalog.pg_roles where rolname = session_user`,
      )
      expect(rows).toEqual([{ own: 'mallory', version: true, rolsuper: false }])
    })
  })

  test('sees neither what others ask the database nor samples of their rows', async () => {
    await send('ada', chainOf(faults(1, 2)))
    await postgres.sql('analyze gatehouse.entries, gatehouse.heads, gatehouse.requests')
    const other = await postgres.client()
    await other.query(`select 'what only the administrator asks'`)
    const seen = await asMallory(async (client) => ({
      samples: (await client.query(`select tablename from pg_stats where schemaname = 'gatehouse'`))
        .rows,
      questions: (
        await client.query(`select query from pg_stat_activity where query like '%only the administrator%'
          and pid <> pg_backend_pid()`)
      ).rows,
    }))
    await other.end()
    expect(seen).toEqual({ samples: [], questions: [] })
  })
})

const boundsOf = (day: string) =>
  as(null, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const { rows } = await client.query<{ readonly bounds: string }>(
      `select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = $1`,
      [`entries_${day.replaceAll('-', '')}`],
    )
    return rows.map(({ bounds }) => bounds)
  })

describe('a day', () => {
  const dateIn = (days: number): string =>
    new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

  test('has its own bounds, however the session that opens it writes times', async () => {
    const day = dateIn(-5)
    await asMallory(async (client) => {
      await client.query(`set datestyle = 'SQL, DMY'; set timezone = 'Asia/Kolkata'`)
      await client.query('select gatehouse.open_day($1::date)', [day])
    })
    expect(await boundsOf(day)).toEqual([
      `FOR VALUES FROM ('${day} 00:00:00+00') TO ('${dateIn(-4)} 00:00:00+00')`,
    ])
  })

  test.each(['infinity', '-infinity', '9999-12-31', '0001-01-01 BC', dateIn(4), dateIn(-402)])(
    'is not opened for %s',
    async (day) => {
      const parts = (): Promise<unknown> =>
        as(null, async (client) => (await client.query(`select count(*) from pg_inherits`)).rows)
      const before = await parts()
      await asMallory((client) => client.query('select gatehouse.open_day($1::date)', [day]))
      expect(await parts()).toEqual(before)
    },
  )

  test('that was dropped comes again whole when its rows are sent again, each once', async () => {
    await join('again')
    const rows = chainOf(faults(1, 4), undefined, (seq) => Date.now() - (14 - seq) * DAY)
    await send('again', rows)
    await postgres.sql(`select gatehouse.drop_days_before(current_date - 11)`)
    expect((await faultsOf('again')).faults).toEqual([])
    await send('again', rows)
    await send('again', rows)
    expect(await faultsOf('again')).toEqual({ rows: 4, faults: [] })
  })
})

describe('a machine', () => {
  test('whose clock goes two days ahead and back again is whole', async () => {
    await join('wander')
    const off = [0, 2, 2, 0, -2, 0]
    await send(
      'wander',
      chainOf(faults(1, 6), undefined, (seq) => Date.now() + (off[seq - 1] ?? 0) * DAY),
    )
    expect(await faultsOf('wander')).toEqual({ rows: 6, faults: [] })
  })

  test('whose key another one has too gains nothing from heads of that one', async () => {
    const shared = machineKey()
    await join('twin-one', shared)
    await join('twin-two', shared)
    const rows = chainOf(faults(1, 2))
    await send('twin-two', rows)
    await send('twin-one', rows, headOf('twin-two', rows.at(-1)))
    expect(await faultsOf('twin-two')).toEqual({ rows: 2, faults: [] })
    expect(await faultsOf('twin-one')).toEqual({ rows: 2, faults: ['forged 2', 'unsigned 1'] })
  })

  test('that repeats an old statement for a new row is named', async () => {
    await join('repeat')
    const rows = chainOf(faults(1, 4))
    await send('repeat', rows.slice(0, 2))
    const old = headOf('repeat', rows[1])
    await send('repeat', rows.slice(2), { ...old, seq: 4, hash: rows[3]?.hash ?? '' })
    expect(await faultsOf('repeat')).toEqual({ rows: 4, faults: ['forged 4', 'unsigned 3'] })
  })

  test('that sends rows without a statement is named until one covers them', async () => {
    await join('silent')
    const rows = chainOf(faults(1, 4))
    await send('silent', rows.slice(0, 2))
    await send('silent', rows.slice(2), headOf('silent', rows[1]))
    expect((await faultsOf('silent')).faults).toEqual(['unsigned 3'])
    await send('silent', rows.slice(2))
    expect((await faultsOf('silent')).faults).toEqual([])
  })

  test('that was put back from a backup and goes on is forked at the row where it left its past', async () => {
    await join('backup')
    const rows = chainOf(faults(1, 6))
    await send('backup', rows)
    const after = chainOf(faults(4, 9, 'after the backup'), rows[2])
    await send('backup', after)
    expect((await faultsOf('backup')).faults?.[0]).toBe('forked 4')
  })

  test('that files a row of yesterday under a year that nobody looks at is named', async () => {
    await join('hidden')
    const rows = chainOf(faults(1, 1))
    await as('hidden', async (client) => {
      const sender = await openSender(client, machine('hidden'))
      if (!sender.ok) throw new Error(sender.error.text)
      await sender.value.send(
        rows.map((one) => ({
          ...fleetEntry(one, readBody(one.body), noContext),
          at: Date.UTC(2999, 0, 1),
        })),
        headOf('hidden', rows.at(-1)),
      )
    })
    expect((await faultsOf('hidden')).faults).toEqual(['mislabelled 1'])
  })
})
