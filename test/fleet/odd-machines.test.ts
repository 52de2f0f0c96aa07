// Machines that are odd rather than hostile, or hostile in a way that looks odd: one name twice, a clock
// that is days off, rows without a head, a journal that begins again, in a real PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noContext } from '../../contract/journal/journal-facts.ts'
import { fleetEntry } from '../../main/fleet/fleet-entry.ts'
import { headText } from '../../main/fleet/head-statement.ts'
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
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(schemaSql())
})
afterAll(() => postgres.stop())

async function join(name: string) {
  const key = machineKey()
  await postgres.sql(
    addMachineSql({ machine: machine(name), person: 'Ada', publicKey: key.publicKey }),
  )
  return key
}

/** As that machine; `head`: the row that it signs. */
async function send(
  name: string,
  key: ReturnType<typeof machineKey>,
  rows: readonly RawRow[],
  head = rows.at(-1),
): Promise<void> {
  const client = await postgres.client(roleOf(machine(name)))
  try {
    const sender = await openSender(client, machine(name))
    if (!sender.ok || head === undefined) throw new Error('no sender, or no row')
    const statement = { machine: machine(name), seq: head.seq, hash: head.hash, at: NOON }
    await sender.value.send(
      rows.map((row) => fleetEntry(row, readBody(row.body), noContext)),
      { ...statement, signature: key.sign(headText(statement)) },
    )
  } finally {
    await client.end()
  }
}

const check = async (name: string) => {
  const client = await postgres.client()
  try {
    return (await verifyFleet(client, fleetLabels)).find((one) => one.machine === name)
  } finally {
    await client.end()
  }
}

test('a second machine of a name is not let in, and changes nothing of the first', async () => {
  const key = await join('twice')
  const other = machineKey()
  await expect(
    postgres.sql(
      addMachineSql({ machine: machine('twice'), person: 'Eve', publicKey: other.publicKey }),
    ),
  ).rejects.toMatchObject({ code: '42710' })
  const client = await postgres.client()
  const { rows } = await client.query(
    `select person, public_key from gatehouse.machines where machine = 'twice'`,
  )
  await client.end()
  expect(rows).toEqual([{ person: 'Ada', public_key: key.publicKey }])
  await send('twice', key, chainOf(faults(1, 2)))
  // With the name and its user, and without its key.
  await send('twice', other, chainOf(faults(1, 3)).slice(2))
  expect((await check('twice'))?.findings).toMatchObject([
    { fault: 'forged', seq: 3 },
    { fault: 'unsigned', seq: 3 },
  ])
})

test.each([
  ['two days ahead', 2 * DAY],
  ['two days behind', -2 * DAY],
])('a machine whose clock goes %s for a while keeps its order and its chain', async (what, off) => {
  const name = `clock-${what.split(' ')[2]}`
  const key = await join(name)
  const first = chainOf(faults(1, 3))
  const wrong = chainOf(faults(4, 6), first.at(-1), (seq) => NOON + off + seq * 1_000)
  const right = chainOf(faults(7, 9), wrong.at(-1))
  for (const rows of [first, wrong, right]) await send(name, key, rows)
  expect(await check(name)).toEqual({ machine: name, rows: 9, from: 1, to: 9, findings: [] })
  const client = await postgres.client()
  const { rows } = await client.query(
    `select seq::int from gatehouse.entries where machine = $1 and at >= $2 and at < $3 order by seq`,
    [name, new Date(NOON + off), new Date(NOON + off + DAY)],
  )
  await client.end()
  expect(rows).toEqual([{ seq: 4 }, { seq: 5 }, { seq: 6 }])
})

test('rows that no head covers are named, until one does', async () => {
  const key = await join('headless')
  const [first, ...later] = chainOf(faults(1, 4))
  if (first === undefined) throw new Error('no row')
  await send('headless', key, [first])
  await send('headless', key, later, first)
  expect((await check('headless'))?.findings).toMatchObject([{ fault: 'unsigned', seq: 2 }])
  await send('headless', key, later)
  expect((await check('headless'))?.findings).toEqual([])
})

test('a journal that begins again after it was thrown away is named', async () => {
  const key = await join('again')
  await send('again', key, chainOf(faults(1, 5)))
  await send('again', key, chainOf(faults(1, 2, 'a clean start')))
  expect((await check('again'))?.findings[0]).toEqual({
    fault: 'forked',
    seq: 1,
    text: 'There are two different versions of rows 1 to 2.',
  })
})

test('a journal that goes on behind a gap in its numbers is named', async () => {
  const key = await join('jump')
  await send('jump', key, chainOf(faults(1, 5)))
  const far = chainOf(faults(1, 2), { seq: 1_000, hash: 'f'.repeat(64) })
  await send('jump', key, far)
  expect((await check('jump'))?.findings[0]).toMatchObject({ fault: 'missing', seq: 1_001 })
})
