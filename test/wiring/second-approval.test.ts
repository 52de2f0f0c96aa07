// Two whole Gatehouses and a real PostgreSQL between them: what one person approves waits for the
// other, over denials, silence, ends of either program and of the database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { adaLaptop, bobLaptop } from '../fakes/second-person.ts'
import {
  answer,
  first,
  rows,
  RULE,
  theDatabase,
  twoMachines,
  twoMachinesEach,
} from '../fakes/two-machines.ts'

twoMachinesEach()

it('runs what the second person approves on their own machine', async () => {
  const [ada, bob] = await twoMachines()
  const running = ada.run('both.txt')
  const asked = await first(ada)
  expect(asked).toMatchObject({
    answers: ['once', 'deny-once', 'deny-scope', 'deny-always'],
    decision: { approvers: 2, stepUp: true },
  })
  expect(await ada.tries('approvals.answer', { id: asked.id, answer: 'once' })).toBe(
    'approval.step-up',
  )
  expect(await answer(ada, asked)).toMatchObject({
    state: 'pending',
    second: { asked: [{ machine: bobLaptop, person: 'Bob' }] },
  })
  expect(await answer(ada, asked)).toBe('approval.second')

  const seen = await first(bob)
  expect(seen).toMatchObject({
    from: { machine: adaLaptop, person: 'Ada' },
    tool: 'write_file',
    args: asked.args,
    previews: asked.previews,
    requestHash: asked.requestHash,
    answers: ['once', 'deny-once'],
  })
  expect(existsSync(join(ada.workspace, 'both.txt'))).toBe(false)
  expect(await bob.tries('approvals.answer', { id: seen.id, answer: 'once' })).toBe(
    'approval.step-up',
  )
  expect(await answer(bob, seen)).toMatchObject({ state: 'approved' })
  expect(await answer(bob, seen)).toBe('approval.answered')
  expect(await running).toBe('done')
  expect(existsSync(join(ada.workspace, 'both.txt'))).toBe(true)
  expect(await bob.waiting()).toEqual([])

  expect(await rows(ada, 'answered')).toMatchObject([
    {
      answer: 'once',
      route: 'person',
      stepUp: 'passphrase',
      second: { machine: bobLaptop, person: 'Bob' },
    },
  ])
  expect(await rows(ada, 'second-approval')).toMatchObject([{ change: 'asked' }])
  expect(await rows(bob, 'second-approval')).toMatchObject([
    { change: 'given', machine: adaLaptop, person: 'Ada', stepUp: 'passphrase' },
  ])
}, 600_000)

it('denies what the second person denies, with their note @whole', async () => {
  const [ada, bob] = await twoMachines()
  const running = ada.run('denied.txt')
  await answer(ada, await first(ada))
  const seen = await first(bob)
  const denied = await bob.tries('approvals.answer', {
    id: seen.id,
    answer: 'deny-once',
    word: 'Not on a Friday.',
  })
  expect(denied).toMatchObject({ state: 'denied' })
  expect(await running).toBe('denied')
  expect(existsSync(join(ada.workspace, 'denied.txt'))).toBe(false)
  expect(await rows(ada, 'answered')).toMatchObject([
    { answer: 'deny-once', word: 'Not on a Friday.', second: { person: 'Bob' } },
  ])
}, 600_000)

it('withdraws from the second person what the first one denies after all @whole', async () => {
  const [ada, bob] = await twoMachines()
  const running = ada.run('withdrawn.txt')
  const asked = await first(ada)
  await answer(ada, asked)
  const seen = await first(bob)
  expect(await answer(ada, asked, { answer: 'deny-once' })).toMatchObject({ state: 'denied' })
  expect(await running).toBe('denied')
  await expect.poll(() => bob.waiting()).toEqual([])
  expect(await answer(bob, seen)).toBe('approval.answered')
}, 600_000)

it('denies what nobody answers in time, on both machines @whole', async () => {
  const [ada, bob] = await twoMachines(`approvals: { timeoutSeconds: 15 }\n${RULE}`)
  const running = ada.run('late.txt')
  await answer(ada, await first(ada))
  const seen = await first(bob)
  expect(await running).toBe('denied')
  await expect.poll(() => bob.waiting()).toEqual([])
  expect(await answer(bob, seen)).toMatch(/approval\.(answered|expired)/)
  expect(existsSync(join(ada.workspace, 'late.txt'))).toBe(false)
  expect(await rows(ada, 'answered')).toMatchObject([{ route: 'time-out' }])
}, 600_000)

it('waits while the database is away, says so, and can be denied meanwhile @whole', async () => {
  const [ada, bob] = await twoMachines()
  await theDatabase().kill()
  const running = ada.run('away.txt')
  const asked = await first(ada)
  await answer(ada, asked)
  await expect
    .poll(async () => (await first(ada)).second)
    .toMatchObject({ sent: false, trouble: expect.stringContaining('could not be used') })
  expect(await answer(ada, asked, { answer: 'deny-once' })).toMatchObject({ state: 'denied' })
  expect(await running).toBe('denied')

  const second = ada.run('back.txt')
  await answer(ada, await first(ada))
  await theDatabase().start()
  expect(await answer(bob, await first(bob))).toMatchObject({ state: 'approved' })
  expect(await second).toBe('done')
}, 600_000)

it('loses no answer and runs nothing twice where either program ends in between @whole', async () => {
  const [ada, bob] = await twoMachines()
  // Who asked is gone with the program; the call is not.
  void ada.run('restart.txt').catch(() => 'cut off')
  const asked = await first(ada)
  await answer(ada, asked)
  const seen = await first(bob)
  await ada.close()
  // The database goes before the answer is there: it is kept on Bob's machine.
  await theDatabase().kill()
  expect(await answer(bob, seen)).toMatchObject({ state: 'approved' })
  const bobAgain = await bob.again()
  await theDatabase().start()
  const adaAgain = await ada.again()
  // The file is there before the row that says so.
  await expect.poll(() => rows(adaAgain, 'outcome')).toHaveLength(1)
  expect(existsSync(join(ada.workspace, 'restart.txt'))).toBe(true)
  expect(await bobAgain.waiting()).toEqual([])
  expect(await rows(adaAgain, 'answered')).toMatchObject([{ second: { person: 'Bob' } }])
}, 600_000)
