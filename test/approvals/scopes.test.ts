// Answers beyond one call: the scopes that a card offers, how long they are in force, and what they
// leave in the journal.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { Reply } from '../../contract/approval/approval.ts'
import { LeaseDuration } from '../../contract/approval/lease.ts'
import { leaseEnd } from '../../main/approvals/lease-end.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

const answer = (count: number, reply: Reply) =>
  pipeline.held(count).then(({ id }) => pipeline.approvalQueue.answer(id, reply, 'window'))
/** Calls, and takes this scope of its card for that long. */
async function choose(
  proposal: number,
  lasts: LeaseDuration,
  how: 'scope' | 'deny-scope' = 'scope',
): Promise<string | null> {
  const result = pipeline.call('say', { path: 'src/deep/a' })
  const answered = await answer(1, { answer: how, choice: { proposal, lasts } })
  if (!answered.ok) {
    await answer(1, { answer: 'deny-once' })
    await result
    return answered.error.code
  }
  await result
  return null
}
const lease = () => pipeline.leases.list()[0]
const route = async (path: string, count: number): Promise<string> => {
  const result = pipeline.call('say', { path })
  const first = await Promise.race([result, pipeline.held(count).then(() => null)])
  if (first !== null) return first.route
  await answer(count, { answer: 'deny-once' })
  await result
  return 'asked'
}

describe('the scopes of a card', () => {
  it('are offered narrowest first, each for every duration, to allow and to deny', async () => {
    const result = pipeline.call('say', { path: 'src/deep/a' })
    const { answers, proposals, durations } = await pipeline.held()
    expect(proposals.map(({ text, exact, allows }) => [text, exact, allows])).toEqual([
      ['writes of src/deep/a', true, true],
      ['writes in src/deep/', false, true],
      ['writes in src/', false, true],
      ['writes anywhere in the workspace', false, true],
    ])
    expect(answers).toEqual([
      ...['once', 'session', 'scope', 'always', 'deny-once', 'deny-scope', 'deny-always'],
    ])
    expect(durations).toEqual(LeaseDuration.options)
    await answer(1, { answer: 'deny-once' })
    await result
  })

  it('can each be taken, and cover the call they were taken for', async () => {
    for (const [at, proposal] of [0, 1, 2, 3].entries()) {
      const fresh = await openTestPipeline()
      const result = fresh.call('say', { path: 'src/deep/a' })
      const { id } = await fresh.held()
      const choice = { proposal, lasts: LeaseDuration.options[at] ?? 'run' }
      expect((await fresh.approvalQueue.answer(id, { answer: 'scope', choice }, 'window')).ok).toBe(
        true,
      )
      await result
      expect((await fresh.call('say', { path: 'src/deep/a' })).route).toBe('lease')
      await fresh.dispose()
    }
  })

  it('cover what their words say and nothing beside it', async () => {
    expect(await choose(1, 'until-revoked')).toBeNull()
    expect(await route('src/deep/b', 2)).toBe('lease')
    expect(await route('src/a', 2)).toBe('asked')
  })

  it.each<[Reply, string]>([
    [{ answer: 'scope', choice: { proposal: 9, lasts: 'run' } }, 'approval.no-scope'],
    [{ answer: 'scope' }, 'approval.no-scope'],
    [{ answer: 'deny-scope' }, 'approval.no-scope'],
    [
      {
        answer: 'scope',
        scope: {
          patterns: { paths: ['src/**'], hosts: [], methods: [], commands: [], edits: true },
          maxUses: null,
          expiresInSeconds: null,
        },
      },
      'approval.scope',
    ],
    [
      {
        answer: 'scope',
        scope: {
          patterns: {
            paths: ['src/**'],
            hosts: [],
            methods: [],
            commands: [],
            parts: [{ words: ['ls'], more: true }],
          },
          maxUses: null,
          expiresInSeconds: null,
        },
      },
      'approval.scope',
    ],
  ])('are those of the card and no others: %j', async (reply, code) => {
    const result = pipeline.call('say', { path: 'src/deep/a' })
    const answered = await answer(1, reply)
    expect(answered.ok ? null : answered.error.code).toBe(code)
    expect(pipeline.leases.list()).toEqual([])
    await answer(1, { answer: 'deny-once' })
    await result
  })

  it('are in force for the run alone, and say so', async () => {
    expect(await choose(0, 'run')).toBeNull()
    expect(lease()).toMatchObject({
      session: pipeline.session,
      lasts: 'run',
      expiresAt: null,
      effect: 'allow',
      text: 'writes of src/deep/a',
      principal: { kind: 'agent', name: 'main' },
    })
    expect(pipeline.rows().find(({ kind }) => kind === 'lease')).toMatchObject({
      change: 'granted',
      text: 'Allows writes of src/deep/a, for main, until its run ends.',
    })
  })

  it.each([
    ['hour', (at: number) => at + 3_600_000],
    ['today', (at: number) => new Date(at).setHours(24, 0, 0, 0)],
  ] as const)('end by the clock: %s', async (lasts, end) => {
    expect(await choose(0, lasts)).toBeNull()
    const { createdAt, expiresAt } = lease() ?? { createdAt: 0, expiresAt: null }
    expect(expiresAt).toBe(end(createdAt))
    expect(await route('src/deep/a', 2)).toBe('lease')
    pipeline.context.now = () => end(createdAt)
    expect(await route('src/deep/a', 2)).toBe('asked')
  })

  it('of a client without a run end with its session', async () => {
    const client = await openTestPipeline({ client: true })
    const result = client.call('say', { path: 'a' })
    const { id, durations } = await client.held()
    expect(durations).toContain('run')
    const choice = { proposal: 0, lasts: 'run' as const }
    await client.approvalQueue.answer(id, { answer: 'scope', choice }, 'window')
    await result
    expect(client.leases.list()).toMatchObject([
      { session: client.session, principal: { kind: 'mcp-client', name: 'editor' } },
    ])
    await client.dispose()
  })

  it('deny as they allow: now, and what is inside them later, without asking', async () => {
    expect(await choose(1, 'today', 'deny-scope')).toBeNull()
    expect(lease()).toMatchObject({ effect: 'deny', lasts: 'today' })
    const later = await pipeline.call('say', { path: 'src/deep/b' })
    expect([later.ok, later.error?.code]).toEqual([false, 'denied.lease'])
    expect(await route('src/a', 2)).toBe('asked')
    expect(pipeline.rows().find(({ kind }) => kind === 'lease')).toMatchObject({
      text: expect.stringMatching(
        /^Denies writes in src\/deep\/, for main, until \d{4}-/,
      ) as string,
    })
  })

  it('can only be denied for R4, and are not allowed by anybody who asks for it', async () => {
    pipeline.context.policy = {
      ...pipeline.context.policy,
      tools: { say: { tier: 'R4', disabled: false } },
    }
    const result = pipeline.call('say', { path: 'a' })
    const { id, proposals } = await pipeline.held()
    expect(proposals.map(({ allows }) => allows)).toEqual([false, false])
    const choice = { proposal: 0, lasts: 'run' as const }
    const asked = await pipeline.approvalQueue.answer(id, { answer: 'scope', choice }, 'window')
    expect(asked.ok ? null : asked.error.code).toBe('approval.not-offered')
    await answer(1, { answer: 'deny-scope', choice })
    expect((await result).ok).toBe(false)
    expect((await pipeline.call('say', { path: 'a' })).error?.code).toBe('denied.lease')
  })
})

it('today ends at the next midnight of the place, whatever the time is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }), (at) => {
      const end = leaseEnd('today', at) ?? 0
      expect(end).toBeGreaterThan(at)
      expect(end - at).toBeLessThanOrEqual(25 * 3_600_000)
      expect([new Date(end).getDate(), new Date(end - 1).getDate()]).toEqual([
        new Date(end).getDate(),
        new Date(at).getDate(),
      ])
    }),
  )
})
