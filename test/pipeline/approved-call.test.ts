import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileHash } from '../../contract/ids.ts'
import { mint, spend } from '../../main/gate/permit.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

const hash = (text: string): FileHash =>
  FileHash.parse(createHash('sha256').update(text).digest('hex'))

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

const brief = ({ ok, status, route, error }: Awaited<ReturnType<PipelineUnderTest['call']>>) => ({
  ok,
  status,
  route,
  code: error?.code ?? null,
})

describe('a held call that is approved', () => {
  it('is evaluated twice: when it comes in, and right before it runs', async () => {
    const evaluated: string[] = []
    const { canonical } = pipeline.deps
    pipeline.deps.canonical = (touch, asker) => {
      evaluated.push(pipeline.kinds().at(-1) ?? 'first')
      return canonical(touch, asker)
    }
    const result = pipeline.call('say', { path: 'a' })
    await pipeline.approvalQueue.answer((await pipeline.held()).id, { answer: 'once' }, 'window')
    expect((await result).ok).toBe(true)
    expect(evaluated).toEqual(['first', 'running'])
  })

  it('does not run when it has become riskier than what was shown', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    const { policy } = pipeline.deps
    const tools = { say: { tier: 'R3' as const, disabled: false } }
    pipeline.context.recording = (kind) => {
      if (kind !== 'running') return
      const { hash: policyHash } = policy()
      pipeline.context.policy = { ...pipeline.context.policy, tools }
      // The hash of a policy is all that is compared besides: only the risk is another.
      pipeline.deps.policy = (asker) => ({ ...policy(asker), hash: policyHash })
    }
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toMatchObject({ ok: false, code: 'call.stale' })
    expect(pipeline.said).toEqual([])
  })
})

describe('an approval that replaced another', () => {
  const replaced = async (stop: AbortController) => {
    const result = pipeline.call('say', { path: 'a' }, stop.signal)
    await pipeline.held()
    pipeline.context.policy = { ...pipeline.context.policy, hosts: ['a.example'] }
    await pipeline.policyChanged()
    return { result, second: await pipeline.held(2) }
  }

  it('is withdrawn when its run is stopped', async () => {
    const stop = new AbortController()
    const { result, second } = await replaced(stop)
    stop.abort()
    expect(brief(await result)).toMatchObject({ status: 'cancelled', route: 'run-ended' })
    expect(pipeline.approvals.get(second.id)?.state).toBe('cancelled')
  })

  it('has no more time than the first, and runs the call once', async () => {
    const { result, second } = await replaced(new AbortController())
    const [first] = pipeline.opens
    expect(second.expiresAt).toBe(first?.expiresAt)
    await pipeline.approvalQueue.answer(second.id, { answer: 'once' }, 'window')
    expect((await result).ok).toBe(true)
    expect(pipeline.said).toHaveLength(1)
  })
})

describe('a session lease', () => {
  it('lets the same thing run again unasked, and nothing else', async () => {
    const first = pipeline.call('say', { path: 'a', text: 'one' })
    await pipeline.approvalQueue.answer((await pipeline.held()).id, { answer: 'session' }, 'window')
    await first
    expect((await pipeline.call('say', { path: 'a', text: 'two' })).route).toBe('lease')
    const other = pipeline.call('say', { path: 'b', text: 'three' })
    await pipeline.approvalQueue.answer(
      (await pipeline.held(2)).id,
      { answer: 'deny-once' },
      'window',
    )
    await other
    expect(pipeline.said).toEqual(['one', 'two'])
    expect(pipeline.leases.active(pipeline.session).map(({ uses }) => uses)).toEqual([1])
  })

  it('ends when it is revoked', async () => {
    const first = pipeline.call('say', { path: 'a' })
    await pipeline.approvalQueue.answer((await pipeline.held()).id, { answer: 'session' }, 'window')
    await first
    for (const { id } of pipeline.leases.list()) pipeline.leases.revoke(id, 1)
    const again = pipeline.call('say', { path: 'a' })
    await pipeline.approvalQueue.answer(
      (await pipeline.held(2)).id,
      { answer: 'deny-once' },
      'window',
    )
    expect((await again).ok).toBe(false)
  })
})

describe('after a crash', () => {
  it('a held call still waits, and an approval runs it once', async () => {
    void pipeline.call('say', { path: 'a', text: 'survived' })
    const { id, callId } = await pipeline.held()
    const approvalQueue = pipeline.restart()
    await approvalQueue.recover()
    await approvalQueue.answer(id, { answer: 'once' }, 'window')
    await Promise.all(pipeline.settling)
    expect(pipeline.said).toEqual(['survived'])
    expect(pipeline.states.at(-1)).toEqual([callId, 'ended'])
    approvalQueue.dispose()
  })

  it('an approval that was not used is not used later', async () => {
    void pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    // Killed between the answer and the start: the row says approved, and nothing else happened.
    pipeline.approvals.transition(id, 'pending', 'approved', {
      answeredAt: 1,
      answeredOn: 'window',
      answer: 'once',
    })
    const approvalQueue = pipeline.restart()
    await approvalQueue.recover()
    await Promise.all(pipeline.settling)
    expect(pipeline.said).toEqual([])
    expect(pipeline.approvals.get(id)?.state).toBe('cancelled')
    approvalQueue.dispose()
  })

  it('a held call whose time ran out meanwhile is denied', async () => {
    void pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    pipeline.context.now = () => Date.now() + 3_600_000
    const approvalQueue = pipeline.restart()
    await approvalQueue.recover()
    expect(pipeline.approvals.get(id)?.state).toBe('expired')
    approvalQueue.dispose()
  })
})

describe('a permit', () => {
  it('is good once, and cannot be made by copying', () => {
    const permit = mint('call_00000001' as never, hash('r') as never, [])
    spend(permit)
    expect(() => spend(permit)).toThrow(/already spent/)
    expect(() => spend({ ...mint('call_00000002' as never, hash('r') as never, []) })).toThrow(
      /forged/,
    )
  })
})
