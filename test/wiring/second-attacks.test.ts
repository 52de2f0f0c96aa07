// What the shared database, or anyone who writes into it, makes up between two machines: refused and
// written down, and the call waits on for a real answer.
// @module-tag whole
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Client } from 'pg'
import { revokeMachineSql } from '../../main/fleet/schema/machine-sql.ts'
import { answerText } from '../../main/fleet/approve/signed-mail.ts'
import { adaLaptop, bobLaptop, machineKeys } from '../fakes/second-person.ts'
import {
  answer,
  first,
  rows,
  theDatabase,
  twoMachines,
  twoMachinesEach,
} from '../fakes/two-machines.ts'
import type { Machine } from '../fakes/two-machines.ts'

twoMachinesEach()

async function asAdmin<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await theDatabase().client()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type StoredAnswer = { readonly request: string; readonly body: string; readonly signature: Buffer }

const put = (machine: string, { request, body, signature }: StoredAnswer) =>
  asAdmin((client) =>
    client.query(
      `insert into gatehouse.answers (machine, asker, request, body, signature) values ($1, $2, $3, $4, $5)`,
      [machine, adaLaptop, request, body, signature],
    ),
  )

const stored = () =>
  asAdmin(async (client) => {
    const { rows: found } = await client.query<StoredAnswer>(
      'select request, body, signature from gatehouse.answers order by received',
    )
    return found
  })

/** What Ada's machine asks now: approved by her, and there for Bob. */
async function asking(ada: Machine, file: string) {
  const running = ada.run(file)
  await answer(ada, await first(ada))
  await expect.poll(async () => (await first(ada)).second?.sent).toBe(true)
  const { second } = await first(ada)
  if (second === undefined) throw new Error('it does not wait')
  return { running, request: second.request, firstAt: second.first.at }
}

const refusals = async (machine: Machine) =>
  (await rows(machine, 'second-approval')).flatMap((entry) =>
    entry.kind === 'second-approval' && entry.change.endsWith('refused') ? [entry.text] : [],
  )

const approval = (request: string, at: number, more = {}) =>
  JSON.stringify({
    answer: 'approve',
    at,
    from: { machine: bobLaptop, person: 'Bob' },
    request,
    to: adaLaptop,
    version: 1,
    word: null,
    ...more,
  })

it('refuses answers that are forged, from the asker, or of a machine nobody knows @whole', async () => {
  const [ada, bob] = await twoMachines()
  const { running, request, firstAt } = await asking(ada, 'forged.txt')
  const mallory = machineKeys()
  const signed = (machine: string, body: string): StoredAnswer => ({
    request,
    body,
    signature: mallory.sign(answerText(machine, body)),
  })
  await put(bobLaptop, signed(bobLaptop, approval(request, firstAt)))
  await put('mallory', signed('mallory', approval(request, firstAt)))
  await put(adaLaptop, signed(adaLaptop, approval(request, firstAt)))
  await expect
    .poll(async () => (await refusals(ada)).toSorted())
    .toEqual([
      'It is not signed with the key that fleet.peers has for that machine.',
      'No machine of that name is written in fleet.peers here.',
      'This machine cannot answer its own request.',
    ])
  expect(existsSync(join(ada.workspace, 'forged.txt'))).toBe(false)
  expect((await first(ada)).second?.trouble).toContain('was refused')
  // The real answer counts beside the forged ones.
  await answer(bob, await first(bob))
  expect(await running).toBe('done')
}, 600_000)

it('refuses an earlier answer for a later request, and one for another request @whole', async () => {
  const [ada, bob] = await twoMachines()
  const before = await asking(ada, 'same.txt')
  await answer(bob, await first(bob))
  expect(await before.running).toBe('done')
  const [old] = await stored()
  if (old === undefined) throw new Error('no answer')

  // The very same call once more.
  const later = await asking(ada, 'same.txt')
  expect(later.request).not.toBe(before.request)
  await put(bobLaptop, { ...old, request: later.request })
  await expect.poll(() => refusals(ada)).toEqual(['It names another request.'])
  await answer(ada, await first(ada), { answer: 'deny-once' })
  expect(await later.running).toBe('denied')
}, 600_000)

it('shows no request that was changed on its way, or put in by somebody else', async () => {
  const [ada, bob] = await twoMachines()
  await theDatabase().sql(
    `create function gatehouse.meddle() returns trigger language plpgsql as $$ begin
       new.body := replace(new.body, 'changed.txt', 'harmless.txt');
       new.hash := encode(sha256(convert_to(new.body, 'UTF8')), 'hex'); return new; end $$;
     create trigger meddle before insert on gatehouse.requests for each row execute function gatehouse.meddle();`,
  )
  const { running } = await asking(ada, 'changed.txt')
  await theDatabase().sql(
    'drop trigger meddle on gatehouse.requests; drop function gatehouse.meddle',
  )
  await expect
    .poll(() => refusals(bob))
    .toEqual(['It is not signed with the key that fleet.peers has for that machine.'])
  expect(await bob.waiting()).toEqual([])
  await answer(ada, await first(ada), { answer: 'deny-once' })
  expect(await running).toBe('denied')
}, 600_000)

it('counts no answer of a machine that was revoked @whole', async () => {
  const [ada, bob] = await twoMachines()
  const { running } = await asking(ada, 'revoked.txt')
  const seen = await first(bob)
  await theDatabase().sql(revokeMachineSql(bobLaptop))
  await answer(bob, seen)
  // Its role can write no more; anyone who holds its key may find another way in.
  await expect.poll(() => bob.tries('fleet.state', {})).toBeTruthy()
  await theDatabase().sql(
    `alter role gatehouse_m_bob_laptop login;
     alter table gatehouse.answers disable row level security;`,
  )
  await expect.poll(() => refusals(ada)).toEqual(['bob-laptop was revoked.'])
  await theDatabase().sql('alter table gatehouse.answers enable row level security')
  expect(existsSync(join(ada.workspace, 'revoked.txt'))).toBe(false)
  await answer(ada, await first(ada), { answer: 'deny-once' })
  expect(await running).toBe('denied')
}, 600_000)

it('refuses an answer that was moved from one waiting request to another', async () => {
  const [ada, bob] = await twoMachines()
  const before = await asking(ada, 'meant.txt')
  const seen = await first(bob)
  const later = ada.run('not-meant.txt')
  await expect.poll(() => ada.waiting()).toHaveLength(2)
  const other = (await ada.waiting()).find(({ second }) => second === undefined)
  if (other === undefined) throw new Error('the later call is not held')
  await answer(ada, other)
  await expect.poll(() => bob.waiting()).toHaveLength(2)
  const asked = (await ada.waiting()).find(({ id }) => id === other.id)?.second?.request
  // The one who runs the database files Bob's answer under the other call.
  await theDatabase().sql(
    `create function gatehouse.swap() returns trigger language plpgsql as $$ begin
       new.request := '${asked}'; return new; end $$;
     create trigger swap before insert on gatehouse.answers for each row execute function gatehouse.swap();`,
  )
  await answer(bob, seen)
  await expect.poll(() => refusals(ada)).toEqual(['It names another request.'])
  await theDatabase().sql('drop trigger swap on gatehouse.answers; drop function gatehouse.swap')
  expect(
    ['meant.txt', 'not-meant.txt'].filter((file) => existsSync(join(ada.workspace, file))),
  ).toEqual([])
  for (const held of await ada.waiting()) await answer(ada, held, { answer: 'deny-once' })
  expect([await before.running, await later]).toEqual(['denied', 'denied'])
}, 600_000)

it('refuses answers by a clock that is wrong, and of the person who approved first', async () => {
  const [ada, bob] = await twoMachines()
  const { publicKey } = await bob.ask('fleet.identity', {})
  await bob.close()
  // Bob's key in other hands: whatever it signs.
  const keys = machineKeys()
  writeFileSync(ada.config, readFileSync(ada.config, 'utf8').replace(publicKey, keys.hex))
  await theDatabase().sql(
    `update gatehouse.machines set public_key = '\\x${keys.hex}' where machine = '${bobLaptop}'`,
  )
  const again = await ada.again()
  const { running, request, firstAt } = await asking(again, 'late.txt')
  const signed = (body: string): StoredAnswer => ({
    request,
    body,
    signature: keys.sign(answerText(bobLaptop, body)),
  })
  const HOUR = 3_600_000
  const said: readonly [body: string, why: string][] = [
    [approval(request, firstAt - HOUR), 'It is older than what it answers.'],
    [
      approval(request, firstAt + HOUR),
      'It comes from the future. Check the clocks of both machines.',
    ],
    [
      approval(request, firstAt, { from: { machine: bobLaptop, person: ' ADA' } }),
      'It is from  ADA on bob-laptop, and not from whom it was signed by.',
    ],
  ]
  for (const [body] of said) await put(bobLaptop, signed(body))
  await expect
    .poll(async () => (await refusals(again)).toSorted())
    .toEqual(said.map(([, why]) => why).toSorted())
  // The register says that the machine is Ada's by now.
  await theDatabase().sql(
    `update gatehouse.machines set person = 'Ada' where machine = '${bobLaptop}'`,
  )
  await put(bobLaptop, signed(approval(request, firstAt + 1)))
  await expect.poll(() => refusals(again)).toHaveLength(4)
  expect(existsSync(join(again.workspace, 'late.txt'))).toBe(false)
  await answer(again, await first(again), { answer: 'deny-once' })
  expect(await running).toBe('denied')
}, 600_000)
