// What the owner of the shared database, or a person who is one no more, can do with answers: two
// whole Gatehouses and a real PostgreSQL, with a third machine whose key the test holds.
// @module-tag whole
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answerText } from '../../main/fleet/approve/signed-mail.ts'
import { addMachineSql } from '../../main/fleet/schema/machine-sql.ts'
import { adaLaptop, carolTower, machineKeys } from '../fakes/second-person.ts'
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

const SLOW = { timeout: 60_000 }
const carol = machineKeys()
const carolPeer = `, { machine: ${carolTower}, person: Carol, key: '${carol.hex}' }`

/** Ada, with Carol beside Bob. */
async function withCarol(ada: Machine): Promise<Machine> {
  const text = readFileSync(ada.config, 'utf8')
  writeFileSync(ada.config, text.replace(/(peers: \[\{[^}]*\})/, `$1${carolPeer}`))
  await theDatabase().sql(
    addMachineSql({ machine: carolTower, person: 'Carol', publicKey: carol.publicKey }),
  )
  return ada.again()
}

const write = async (machine: Machine, path: string, content: string): Promise<string> =>
  (
    await machine.ask('tools.run', {
      tool: 'write_file',
      args: { path, content },
      wait: true,
    })
  ).status

/** The newest of what waits on Ada's machine, approved by her and there for the others. */
async function asked(ada: Machine, waiting: number) {
  await expect.poll(() => ada.waiting(), SLOW).toHaveLength(waiting)
  const held = (await ada.waiting()).find(({ second }) => second === undefined)
  if (held === undefined) throw new Error('nothing is new')
  await answer(ada, held)
  const now = async () => (await ada.waiting()).find(({ id }) => id === held.id)
  await expect.poll(async () => (await now())?.second?.sent, SLOW).toBe(true)
  const approval = await now()
  if (approval?.second === undefined) throw new Error('it does not wait')
  return { approval, request: approval.second.request, firstAt: approval.second.first.at }
}

const said = (request: string, at: number, word: 'approve' | 'deny'): string => {
  const body = JSON.stringify({
    answer: word,
    at,
    from: { machine: carolTower, person: 'Carol' },
    request,
    to: adaLaptop,
    version: 1,
    word: null,
  })
  const signature = carol.sign(answerText(carolTower, body)).toString('hex')
  return `('${carolTower}', '${adaLaptop}', '${request}', '${body}', '\\x${signature}')`
}
const insert = (...values: readonly string[]): string =>
  `insert into gatehouse.answers (machine, asker, request, body, signature) values ${values.join(', ')};`

const refusals = async (machine: Machine) =>
  (await rows(machine, 'second-approval')).flatMap((entry) =>
    entry.kind === 'second-approval' && entry.change.endsWith('refused') ? [entry.text] : [],
  )

it('counts no answer of a person who was taken out after they were asked', async () => {
  const [before, bob] = await twoMachines()
  const ada = await withCarol(before)
  const running = write(ada, 'removed.txt', 'x')
  const { request, firstAt } = await asked(ada, 1)
  const text = readFileSync(ada.config, 'utf8')
  // What is in force says so, which the text of the file does before it is.
  writeFileSync(ada.config, `${text.replace(carolPeer, '')}model: { name: without-carol }\n`)
  await expect
    .poll(async () => (await ada.ask('app.state', {})).model.name, SLOW)
    .toBe('without-carol')
  await theDatabase().sql(insert(said(request, firstAt + 1, 'approve')))
  await expect
    .poll(() => refusals(ada), SLOW)
    .toEqual(['No machine of that name is written in fleet.peers here.'])
  expect(existsSync(join(ada.workspace, 'removed.txt'))).toBe(false)
  // Bob is one still.
  await answer(bob, await first(bob))
  expect(await running).toBe('done')
})

it('takes the denial of two answers that are there at once, and each only once', async () => {
  const [before, bob] = await twoMachines()
  const ada = await withCarol(before)
  const running = write(ada, 'both.txt', 'x')
  const { request, firstAt } = await asked(ada, 1)
  // Bob's answer is held back by the one who runs the database, until Carol's is there too.
  await theDatabase().sql(
    `create table gatehouse.held_back (like gatehouse.answers);
     create function gatehouse.hold() returns trigger language plpgsql security definer as $$ begin
       insert into gatehouse.held_back select new.*; return null; end $$;
     create trigger hold before insert on gatehouse.answers for each row execute function gatehouse.hold();`,
  )
  await answer(bob, await first(bob))
  const client = await theDatabase().client()
  try {
    await expect
      .poll(async () => (await client.query('select from gatehouse.held_back')).rows.length, SLOW)
      .toBe(1)
    await client.query(
      `begin; drop trigger hold on gatehouse.answers;
       insert into gatehouse.answers select * from gatehouse.held_back;
       ${insert(said(request, firstAt + 1, 'deny'))}
       drop table gatehouse.held_back; drop function gatehouse.hold; commit`,
    )
  } finally {
    await client.end()
  }
  expect(await running).toBe('denied')
  expect(existsSync(join(ada.workspace, 'both.txt'))).toBe(false)
})

it('runs nothing again where the database gives an old answer once more after a restart', async () => {
  const [ada, bob] = await twoMachines()
  const running = write(ada, 'once.txt', 'x')
  await asked(ada, 1)
  await answer(bob, await first(bob))
  expect(await running).toBe('done')
  rmSync(join(ada.workspace, 'once.txt'))
  await theDatabase().sql(
    `create table gatehouse.old as select * from gatehouse.answers;
     create table gatehouse.asked as select * from gatehouse.requests;
     delete from gatehouse.answers; delete from gatehouse.requests;`,
  )
  const again = await ada.again()
  await theDatabase().sql(
    `insert into gatehouse.requests select * from gatehouse.asked;
     insert into gatehouse.answers select * from gatehouse.old;
     drop table gatehouse.old; drop table gatehouse.asked;`,
  )
  // Another call goes all the way meanwhile: the old answer was looked at in each turn of it.
  const next = write(again, 'next.txt', 'x')
  const { request } = await asked(again, 1)
  await theDatabase().sql(
    `insert into gatehouse.answers (machine, asker, request, body, signature)
       select machine, asker, '${request}', body, signature from gatehouse.answers limit 1;`,
  )
  await expect.poll(() => refusals(again), SLOW).toEqual(['It names another request.'])
  expect(
    ['once.txt', 'next.txt'].filter((file) => existsSync(join(again.workspace, file))),
  ).toEqual([])
  await answer(again, await first(again), { answer: 'deny-once' })
  expect(await next).toBe('denied')
})

it('takes no answer to one of two calls that look alike for the other', async () => {
  const [ada, bob] = await twoMachines()
  const secret = (letters: string): string =>
    `token = ghp_${letters}aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY\n`
  const one = write(ada, 'same.txt', secret('kq7Z'))
  const meant = await asked(ada, 1)
  const other = write(ada, 'same.txt', secret('Zw2m'))
  const wrong = await asked(ada, 2)
  // The secret is hidden in both, so the cards are the same.
  expect(wrong.approval.args).toEqual(meant.approval.args)
  expect(JSON.stringify(wrong.approval.args)).not.toContain('Zw2m')
  expect(wrong.approval.requestHash).not.toBe(meant.approval.requestHash)

  await expect.poll(() => bob.waiting(), SLOW).toHaveLength(2)
  await theDatabase().sql(
    `create function gatehouse.swap() returns trigger language plpgsql as $$ begin
       new.request := '${wrong.request}'; return new; end $$;
     create trigger swap before insert on gatehouse.answers for each row execute function gatehouse.swap();`,
  )
  const seen = (await bob.waiting()).find(({ id }) => id === `apr_${meant.request.slice(0, 40)}`)
  if (seen === undefined) throw new Error('Bob does not see it')
  await answer(bob, seen)
  await expect.poll(() => refusals(ada), SLOW).toEqual(['It names another request.'])
  await theDatabase().sql('drop trigger swap on gatehouse.answers; drop function gatehouse.swap')
  expect(existsSync(join(ada.workspace, 'same.txt'))).toBe(false)
  for (const held of await ada.waiting()) await answer(ada, held, { answer: 'deny-once' })
  expect([await one, await other]).toEqual(['denied', 'denied'])
})

it('shows nobody what was taken out of the mailbox, and runs nothing of it', async () => {
  const [ada, bob] = await twoMachines()
  await theDatabase().sql(
    `create function gatehouse.lose() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger lose before insert on gatehouse.requests for each row execute function gatehouse.lose();`,
  )
  const lost = write(ada, 'lost.txt', 'x')
  await asked(ada, 1)
  await theDatabase().sql('drop trigger lose on gatehouse.requests; drop function gatehouse.lose')
  const running = write(ada, 'kept.txt', 'x')
  await asked(ada, 2)
  // What was asked later is there, and the other one is not.
  await answer(bob, await first(bob))
  expect(await running).toBe('done')
  expect(existsSync(join(ada.workspace, 'lost.txt'))).toBe(false)
  await answer(ada, await first(ada), { answer: 'deny-once' })
  expect(await lost).toBe('denied')
})
