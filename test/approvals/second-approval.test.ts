// The first person's answer and the second one's, as the queue takes them: whatever comes, nothing
// runs without both.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { SecondHash } from '../../contract/approval/second-person.ts'
import type { SecondAnswer } from '../../contract/fleet/second-request.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { adaLaptop, bobLaptop } from '../fakes/second-person.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

const passphrase = 'correct horse battery'
const proof = { kind: 'passphrase', passphrase } as const
const two: Rule = {
  id: 'two',
  effect: 'confirm',
  approvers: 2,
  reason: 'Two must see this.',
  when: { tools: ['say'] },
}

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
  pipeline.context.policy = { ...pipeline.context.policy, rules: [two] }
  await pipeline.stepUp.setPassphrase(undefined, passphrase)
})
afterEach(() => pipeline.dispose())

const first = async (count = 1): Promise<Approval> => {
  const { id } = await pipeline.held(count)
  const answered = await pipeline.approvalQueue.answer(id, { answer: 'once', proof }, 'window')
  if (!answered.ok) throw new Error(answered.error.text)
  return answered.value
}
const answerOf = ({ second }: Approval, more: Partial<SecondAnswer> = {}): SecondAnswer => ({
  version: 1,
  request: second?.request ?? SecondHash.parse('0'.repeat(64)),
  to: adaLaptop,
  from: { machine: bobLaptop, person: 'Bob' },
  answer: 'approve',
  word: null,
  at: Date.now(),
  ...more,
})
const second = async (approval: Approval, more: Partial<SecondAnswer> = {}) => {
  const taken = await pipeline.approvalQueue.second(approval.id, answerOf(approval, more))
  return taken.ok ? taken.value.state : taken.error.code
}

it('waits after the first answer, and runs after the second', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const approval = await first()
  expect(approval).toMatchObject({
    state: 'pending',
    second: { first: { surface: 'window', stepUp: 'passphrase' }, by: null, sent: false },
  })
  expect(pipeline.said).toEqual([])
  expect(await second(approval)).toBe('approved')
  expect((await result).status).toBe('done')
  expect(pipeline.said).toEqual(['hello'])
  expect(pipeline.approvals.get(approval.id)).toMatchObject({
    state: 'consumed',
    second: { by: { machine: bobLaptop, person: 'Bob' } },
  })
})

it('offers no answer that lasts, and takes none', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const held = await pipeline.held()
  expect(held.answers.filter((answer) => !answer.startsWith('deny-'))).toEqual(['once'])
  expect(held.proposals.filter(({ allows }) => allows)).toEqual([])
  for (const answer of ['session', 'always', 'scope'] as const)
    expect(await pipeline.approvalQueue.answer(held.id, { answer, proof }, 'window')).toMatchObject(
      { ok: false, error: { code: 'approval.not-offered' } },
    )
  await pipeline.approvalQueue.answer(held.id, { answer: 'deny-once' }, 'window')
  expect((await result).status).toBe('denied')
})

it('takes no second answer before the first, none to another request, and one only', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const held = await pipeline.held()
  expect(await second(held)).toBe('second.other')
  const approval = await first()
  expect(await second(approval, { request: SecondHash.parse('f'.repeat(64)) })).toBe('second.other')
  expect(pipeline.said).toEqual([])
  expect(await second(approval, { answer: 'deny', word: 'No.' })).toBe('denied')
  expect(await second(approval)).toBe('approval.answered')
  expect((await result).text).toContain('No.')
  expect(pipeline.said).toEqual([])
})

it('takes one of two second answers that come at once', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const approval = await first()
  const states = await Promise.all([second(approval), second(approval), second(approval)])
  expect(states.toSorted()).toEqual(['approval.answered', 'approval.answered', 'approved'])
  await result
  expect(pipeline.said).toEqual(['hello'])
})

it('asks once where the first person answers twice at once', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const { id } = await pipeline.held()
  const again = () => pipeline.approvalQueue.answer(id, { answer: 'deny-once' }, 'window')
  await first()
  expect(
    await pipeline.approvalQueue.answer(id, { answer: 'once', proof }, 'window'),
  ).toMatchObject({ ok: false, error: { code: 'approval.second' } })
  expect(await again()).toMatchObject({ ok: true, value: { state: 'denied' } })
  expect((await result).status).toBe('denied')
  expect(pipeline.kinds().filter((kind) => kind === 'second-approval')).toHaveLength(1)
})

it('asks again for edited arguments, and runs just these', async () => {
  const result = pipeline.call('say', { path: 'a' })
  const { id } = await pipeline.held()
  const answered = await pipeline.approvalQueue.answer(
    id,
    { answer: 'once', args: { path: 'a', text: 'edited' }, proof },
    'window',
  )
  if (!answered.ok) throw new Error(answered.error.text)
  expect(answered.value).toMatchObject({ state: 'pending', args: { text: 'edited' } })
  expect(answered.value.id).not.toBe(id)
  expect(await second(answered.value)).toBe('approved')
  await result
  expect(pipeline.said).toEqual(['edited'])
})

it('takes no answer after its time, and none once the policy has changed', async () => {
  const late = pipeline.call('say', { path: 'a' })
  const approval = await first()
  pipeline.context.now = () => approval.expiresAt + 1
  expect(await second(approval)).toBe('approval.answered')
  expect((await late).status).toBe('denied')
  pipeline.context.now = () => Date.now()

  const changed = pipeline.call('say', { path: 'b' })
  const before = await first(2)
  pipeline.context.policy = {
    ...pipeline.context.policy,
    rules: [two, { ...two, id: 'another', when: { tools: ['look'] } }],
  }
  await pipeline.policyChanged()
  expect(await second(before)).toBe('approval.answered')
  // Held again: the first person is asked first.
  const now = await pipeline.held(3)
  expect(now.second).toBeUndefined()
  await pipeline.approvalQueue.answer(now.id, { answer: 'deny-once' }, 'window')
  expect((await changed).status).toBe('denied')
  expect(pipeline.said).toEqual([])
})

it('still waits after a restart, and runs once then', async () => {
  void pipeline.call('say', { path: 'a' })
  const approval = await first()
  const queue = pipeline.restart()
  await queue.recover()
  const taken = await queue.second(approval.id, answerOf(approval))
  expect(taken).toMatchObject({ ok: true, value: { state: 'approved' } })
  await Promise.all(pipeline.settling)
  expect(pipeline.said).toEqual(['hello'])
  expect(await queue.second(approval.id, answerOf(approval))).toMatchObject({ ok: false })
  queue.dispose()
})
