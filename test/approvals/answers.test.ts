import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/approval/approval.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

const answer = (count: number, reply: Reply, surface: 'window' | 'cli' = 'window') =>
  pipeline.held(count).then(({ id }) => pipeline.approvalQueue.answer(id, reply, surface))
const code = (result: Awaited<ReturnType<typeof answer>>): string | null =>
  result.ok ? null : result.error.code
const scope = (
  patterns: Partial<typeof noPatterns>,
  more: { maxUses?: number; expiresInSeconds?: number } = {},
): Reply => ({
  answer: 'scope',
  scope: {
    patterns: { ...noPatterns, ...patterns },
    maxUses: more.maxUses ?? null,
    expiresInSeconds: more.expiresInSeconds ?? null,
  },
})

describe('a denial', () => {
  it('carries a note to the model', async () => {
    const result = pipeline.call('say', { path: 'a' })
    await answer(1, { answer: 'deny-once', word: 'Use the draft folder.' })
    expect((await result).text).toContain('They add: Use the draft folder.')
    expect(pipeline.rows().at(-1)).toMatchObject({
      kind: 'answered',
      word: 'Use the draft folder.',
    })
  })

  it('for always becomes a rule that refuses just that, for every asker', async () => {
    const result = pipeline.call('say', { path: 'a' })
    await answer(1, { answer: 'deny-always' })
    await result
    expect(pipeline.rules).toMatchObject([
      { when: { tools: ['say'], paths: ['/w/a'] }, effect: 'deny' },
    ])
    expect((await pipeline.call('say', { path: 'a' })).error?.code).toBe('denied.rule')
    const other = pipeline.call('say', { path: 'b' })
    await answer(2, { answer: 'deny-once' })
    expect((await other).error?.code).toBe('approval.denied')
  })
})

describe('a lease', () => {
  it('within limits covers what they name, as often as they say', async () => {
    const first = pipeline.call('say', { path: 'src/a' })
    expect(code(await answer(1, scope({ paths: ['src/**'] }, { maxUses: 1 })))).toBeNull()
    await first
    expect((await pipeline.call('say', { path: 'src/b' })).route).toBe('lease')
    const third = pipeline.call('say', { path: 'src/c' })
    await answer(2, { answer: 'deny-once' })
    expect((await third).ok).toBe(false)
  })

  it('ends with its time', async () => {
    const first = pipeline.call('say', { path: 'src/a' })
    await answer(1, scope({ paths: ['src/**'] }, { expiresInSeconds: 60 }))
    await first
    expect((await pipeline.call('say', { path: 'src/b' })).route).toBe('lease')
    pipeline.context.now = () => Date.now() + 61_000
    const later = pipeline.call('say', { path: 'src/c' })
    await answer(2, { answer: 'deny-once' })
    expect((await later).ok).toBe(false)
  })

  it.each([
    ['a folder the call does not touch', { paths: ['src/**', 'other/**'] }],
    ['a host the call does not go to', { paths: ['src/**'], hosts: ['a.example'] }],
    ['a command the call does not run', { paths: ['src/**'], commands: ['ls'] }],
    ['nothing at all', {}],
    ['something else than the call', { paths: ['other/**'] }],
  ])('is not given for %s, and the call stays held', async (_what, patterns) => {
    const result = pipeline.call('say', { path: 'src/a' })
    expect(code(await answer(1, scope(patterns)))).toBe('approval.scope')
    expect(pipeline.leases.list()).toEqual([])
    await answer(1, { answer: 'deny-once' })
    expect((await result).route).toBe('person')
  })

  it('for always covers the same from the same asker, in another session too', async () => {
    const first = pipeline.call('say', { path: 'a' })
    await answer(1, { answer: 'always' })
    await first
    expect(pipeline.leases.list()).toMatchObject([
      { session: null, principal: { kind: 'agent', name: 'main' }, patterns: noPatterns },
    ])
    expect((await pipeline.call('say', { path: 'a' })).route).toBe('lease')
  })

  it('is not left behind by an answer that lost', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    const both = await Promise.all([
      pipeline.approvalQueue.answer(id, { answer: 'always' }, 'window'),
      pipeline.approvalQueue.answer(id, { answer: 'deny-once' }, 'window'),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    const approved = both[0]?.ok === true
    expect([(await result).ok, pipeline.leases.list().length]).toEqual([approved, approved ? 1 : 0])
  })

  it('is never offered for R4', async () => {
    pipeline.context.policy = {
      ...pipeline.context.policy,
      tools: { say: { tier: 'R4', disabled: false } },
    }
    const result = pipeline.call('say', { path: 'a' })
    expect((await pipeline.held()).answers).toEqual([
      'once',
      'deny-once',
      'deny-scope',
      'deny-always',
    ])
    expect(code(await answer(1, { answer: 'always' }))).toBe('approval.not-offered')
    await answer(1, { answer: 'deny-once' })
    await result
  })
})

describe('an approval of R4', () => {
  beforeEach(() => {
    pipeline.context.policy = {
      ...pipeline.context.policy,
      tools: { say: { tier: 'R4', disabled: false } },
    }
  })

  it('needs a proof that somebody is there, each time', async () => {
    await pipeline.stepUp.setPassphrase(undefined, 'correct horse')
    const first = pipeline.call('say', { path: 'a', text: 'one' })
    expect(code(await answer(1, { answer: 'once' }))).toBe('approval.step-up')
    expect(
      code(await answer(1, { answer: 'once', proof: { kind: 'passphrase', passphrase: 'wrong' } })),
    ).toBe('step-up.wrong')
    expect(pipeline.said).toEqual([])
    expect(
      code(
        await answer(1, {
          answer: 'once',
          proof: { kind: 'passphrase', passphrase: 'correct horse' },
        }),
      ),
    ).toBeNull()
    expect((await first).ok).toBe(true)
    expect(pipeline.rows().find((entry) => entry.kind === 'answered')).toMatchObject({
      stepUp: 'passphrase',
    })
    const second = pipeline.call('say', { path: 'a', text: 'one' })
    expect(code(await answer(2, { answer: 'once' }))).toBe('approval.step-up')
    await answer(2, { answer: 'deny-once' })
    await second
  })

  it('cannot be given while no passphrase is set, and a denial always can', async () => {
    const result = pipeline.call('say', { path: 'a' })
    expect(
      code(
        await answer(1, { answer: 'once', proof: { kind: 'passphrase', passphrase: 'anything' } }),
      ),
    ).toBe('step-up.unset')
    expect(code(await answer(1, { answer: 'deny-once' }))).toBeNull()
    expect((await result).ok).toBe(false)
  })
})

describe('an approval on the command line', () => {
  it('needs the passphrase once there is one, whatever the tier; a denial does not', async () => {
    await pipeline.stepUp.setPassphrase(undefined, 'correct horse')
    const result = pipeline.call('say', { path: 'a' })
    expect(code(await answer(1, { answer: 'once' }, 'cli'))).toBe('approval.step-up')
    expect(code(await answer(1, { answer: 'deny-once' }, 'cli'))).toBeNull()
    await result
  })
})

describe('edited arguments', () => {
  it('are what runs, and the model is told', async () => {
    const result = pipeline.call('say', { path: 'a', text: 'first' })
    expect(
      code(await answer(1, { answer: 'once', args: { path: 'b', text: 'better' } })),
    ).toBeNull()
    const ended = await result
    expect(pipeline.said).toEqual(['better'])
    expect([ended.ok, ended.text.includes('"better"')]).toEqual([true, true])
    const decisions = pipeline
      .rows()
      .flatMap((entry) => (entry.kind === 'decision' ? [entry.requestHash] : []))
    expect(new Set(decisions).size).toBe(2)
    expect(
      pipeline.rows().filter((entry) => entry.kind === 'answered' && entry.route === 'person'),
    ).toMatchObject([{ edited: decisions[1] }])
  })

  it.each([
    ['that do not fit the schema', { path: 7 }, 'args.invalid'],
    ['with a key too many', { path: 'b', force: true }, 'args.invalid'],
    ['that lead to the STOP list', { path: '/stop/key' }, 'denied.stop'],
  ])('%s are refused, and the call stays held as it was', async (_what, args, want) => {
    const result = pipeline.call('say', { path: 'a', text: 'first' })
    expect(code(await answer(1, { answer: 'once', args }))).toBe(want)
    expect(pipeline.approvals.get((await pipeline.held()).id)?.state).toBe('pending')
    await answer(1, { answer: 'once' })
    expect((await result).ok).toBe(true)
    expect(pipeline.said).toEqual(['first'])
  })

  it('cannot be combined with a lasting answer', async () => {
    const result = pipeline.call('say', { path: 'a' })
    expect(code(await answer(1, { answer: 'session', args: { path: 'b' } }))).toBe(
      'approval.not-offered',
    )
    await answer(1, { answer: 'deny-once' })
    await result
  })
})
