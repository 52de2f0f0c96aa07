import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileHash } from '../../contract/ids.ts'
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

describe('a call that may run', () => {
  it('runs at once, and is in the journal before and after', async () => {
    const result = await pipeline.call('look', { path: 'a.txt' })
    expect(brief(result)).toEqual({ ok: true, status: 'done', route: 'policy', code: null })
    expect(result.text).toBe('seen a.txt')
    expect(pipeline.kinds()).toEqual(['decision', 'running', 'outcome'])
  })

  it('fails as a value when the tool reports an error or breaks', async () => {
    expect(brief(await pipeline.call('look', { path: 'fails' }))).toEqual({
      ok: false,
      status: 'failed',
      route: 'policy',
      code: 'look.failed',
    })
    expect(brief(await pipeline.call('look', { path: 'broken' }))).toEqual({
      ok: false,
      status: 'failed',
      route: 'policy',
      code: 'tool.fault',
    })
  })

  it('does not run when nothing can be recorded', async () => {
    pipeline.context.journalBroken = true
    expect(brief(await pipeline.call('look', { path: 'a.txt' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'journal.unwritable',
    })
  })
})

describe('what changes between the decision and the work', () => {
  const changes: readonly [string, (pipeline: PipelineUnderTest) => void][] = [
    ['the tool itself', ({ context: fixture }) => (fixture.definition = 'two')],
    ['that there is such a tool', ({ context: fixture }) => (fixture.gone = true)],
    ['where its path leads', ({ context: fixture }) => fixture.leads.set('a.txt', '/w/b.txt')],
    [
      'that its path is on the STOP list',
      ({ context: fixture }) => fixture.leads.set('a.txt', '/stop/id_rsa'),
    ],
    [
      'the policy',
      ({ context: fixture }) => (fixture.policy = { ...fixture.policy, hosts: ['a.example'] }),
    ],
    ['that a person stopped everything', ({ context: fixture }) => (fixture.frozen = true)],
  ]

  it.each(changes)('is seen: %s', async (_, change) => {
    pipeline.context.recording = (kind) => {
      if (kind === 'running') change(pipeline)
    }
    expect(brief(await pipeline.call('look', { path: 'a.txt' }))).toMatchObject({
      ok: false,
      status: 'denied',
      route: 'refused',
    })
    expect(pipeline.states.map(([, kind]) => kind)).not.toContain('running')
  })

  it('and is not seen in what did not change: the same call runs', async () => {
    expect(brief(await pipeline.call('look', { path: 'a.txt' }))).toMatchObject({ ok: true })
  })
})

describe('the outcome of a call', () => {
  const rows = (): number =>
    Number(pipeline.db.prepare('SELECT count(*) FROM journal').pluck().get())

  it('does not keep the answer waiting, and is there for a reader', async () => {
    await pipeline.call('look', { path: 'a.txt' })
    expect(rows()).toBe(2)
    expect(pipeline.kinds()).toEqual(['decision', 'running', 'outcome'])
    expect(rows()).toBe(3)
  })

  it('stops every other call while it cannot be written, and is written when it can be', async () => {
    pipeline.context.changed = (kind) => {
      if (kind === 'running') pipeline.db.pragma('query_only = ON')
    }
    expect(brief(await pipeline.call('look', { path: 'a.txt' }))).toEqual({
      ok: true,
      status: 'done',
      route: 'policy',
      code: null,
    })
    pipeline.context.changed = () => {}
    // It is durable before the database; that the database cannot take it shows when it is handed
    // over.
    await vi.waitFor(() => expect(pipeline.fault()).toContain('read-only'), { timeout: 240_000 })
    expect(brief(await pipeline.call('look', { path: 'b.txt' }))).toMatchObject({
      ok: false,
      code: 'journal.unwritable',
    })
    expect(pipeline.fault()).toContain('read-only')
    pipeline.db.pragma('query_only = OFF')
    expect(brief(await pipeline.call('look', { path: 'c.txt' }))).toMatchObject({ ok: true })
    expect(pipeline.fault()).toBeNull()
    expect(
      pipeline
        .rows()
        .map((row) => [row.kind, 'callId' in row && row.callId === pipeline.states[0]?.[0]]),
    ).toEqual([
      ['decision', true],
      ['running', true],
      ['outcome', true],
      ['decision', false],
      ['running', false],
      ['outcome', false],
    ])
  })
})

describe('a call that cannot be decided', () => {
  it.each([
    ['a name that is not there', 'shout', {}, 'tool.unknown'],
    ['a key that is not in the schema', 'look', { path: 'a', force: true }, 'args.invalid'],
    ['a value of another type', 'look', { path: 7 }, 'args.invalid'],
    ['a missing value', 'look', {}, 'args.invalid'],
    ['text that is no object', 'look', '{"path":', 'args.not-an-object'],
    ['a list', 'look', ['a'], 'args.not-an-object'],
    ['nothing', 'look', null, 'args.not-an-object'],
  ])('is refused for %s', async (_case, tool, args, code) => {
    expect(brief(await pipeline.call(tool, args))).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code,
    })
    expect(pipeline.kinds()).toEqual(['refused'])
  })

  it('is denied by the STOP list without asking anyone', async () => {
    pipeline.context.leads.set('link', '/stop/id_rsa')
    expect(brief(await pipeline.call('say', { path: 'link' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'policy',
      code: 'denied.stop',
    })
    expect(pipeline.opens).toEqual([])
  })

  it('is denied at once where nobody can be asked', async () => {
    const result = await pipeline.call('say', { path: 'a' }, undefined, false)
    expect(brief(result)).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'approval.nobody',
    })
    expect(pipeline.said).toEqual([])
  })
})

describe('a held call', () => {
  it('runs once when a person approves', async () => {
    const result = pipeline.call('say', { path: 'a', text: 'yes' })
    const { id } = await pipeline.held()
    expect(pipeline.said).toEqual([])
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({ ok: true, status: 'done', route: 'person', code: null })
    expect(pipeline.said).toEqual(['yes'])
    expect(pipeline.kinds()).toEqual(['decision', 'asked', 'answered', 'running', 'outcome'])
    expect(pipeline.states.map(([, kind]) => kind)).toEqual([
      'deciding',
      'held',
      'running',
      'ended',
    ])
  })

  it('does not run when a person denies it, and says so', async () => {
    const result = pipeline.call('say', { path: 'a' })
    await pipeline.approvalQueue.answer(
      (await pipeline.held()).id,
      { answer: 'deny-once' },
      'window',
    )
    expect(brief(await result)).toEqual({
      ok: false,
      status: 'denied',
      route: 'person',
      code: 'approval.denied',
    })
    expect(pipeline.said).toEqual([])
  })

  it('takes one of two answers given at once', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    const answers = await Promise.all([
      pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window'),
      pipeline.approvalQueue.answer(id, { answer: 'deny-once' }, 'browser'),
      pipeline.approvalQueue.answer(id, { answer: 'once' }, 'cli'),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const said = pipeline.rows().filter((entry) => entry.kind === 'answered')
    expect(said).toHaveLength(1)
    expect((await result).ok).toBe(said[0]?.kind === 'answered' && said[0].answer === 'once')
    expect(pipeline.said).toHaveLength((await result).ok ? 1 : 0)
  })

  it.each([
    ['once', 'window', 'Approved in the window.'],
    ['once', 'browser', 'Approved in the browser.'],
    ['deny-once', 'cli', 'Denied on the command line.'],
    ['stop', 'cli', 'Ended because everything was stopped.'],
  ] as const)(
    'cannot be answered twice, and says who was first: %s, %s',
    async (first, on, how) => {
      const result = pipeline.call('say', { path: 'a' })
      const { id } = await pipeline.held()
      if (first === 'stop') await pipeline.approvalQueue.stopAll(on)
      else await pipeline.approvalQueue.answer(id, { answer: first }, on)
      await result
      const again = await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
      expect(again.ok ? null : again.error).toEqual({
        code: 'approval.answered',
        text: `This approval is no longer pending. ${how}`,
      })
      expect(pipeline.said).toHaveLength(first === 'once' ? 1 : 0)
    },
  )

  it('is denied once when nobody answers in time', async () => {
    await pipeline.dispose()
    pipeline = await openTestPipeline({ timeoutMs: 40 })
    expect(brief(await pipeline.call('say', { path: 'a' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'time-out',
      code: 'approval.expired',
    })
    expect(pipeline.rows().at(-1)).toMatchObject({
      kind: 'answered',
      answer: 'deny-once',
      route: 'time-out',
      surface: null,
    })
  })

  it('expires by the answer too when the clock has jumped ahead', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    pipeline.context.now = () => Date.now() + 3_600_000
    const answer = await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(answer.ok ? null : answer.error.code).toBe('approval.expired')
    expect((await result).route).toBe('time-out')
    expect(pipeline.said).toEqual([])
  })

  it('is withdrawn when its run is stopped', async () => {
    const stop = new AbortController()
    const result = pipeline.call('say', { path: 'a' }, stop.signal)
    const { id } = await pipeline.held()
    stop.abort()
    expect(brief(await result)).toEqual({
      ok: false,
      status: 'cancelled',
      route: 'run-ended',
      code: 'approval.cancelled',
    })
    expect(pipeline.approvals.get(id)?.state).toBe('cancelled')
  })

  it('is asked once for the same request made twice, and runs once', async () => {
    const both = [pipeline.call('say', { path: 'a' }), pipeline.call('say', { path: 'a' })]
    const { id } = await pipeline.held()
    await expect.poll(() => pipeline.states.filter(([, state]) => state === 'held').length).toBe(2)
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    const results = await Promise.all(both)
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    expect(new Set(results.map(({ requestId }) => requestId)).size).toBe(2)
    expect(pipeline.said).toHaveLength(1)
    expect(pipeline.opens).toHaveLength(1)
    // Both decisions have their end in the journal.
    const ends = pipeline.rows().flatMap((row) => (row.kind === 'outcome' ? [row.callId] : []))
    expect(ends.toSorted()).toEqual(results.map(({ requestId }) => requestId).toSorted())
  })

  it('has its end in the journal, whatever breaks after its decision', async () => {
    pipeline.context.recording = (kind) => {
      if (kind === 'asked') throw new Error('no descriptor is left')
    }
    expect(brief(await pipeline.call('say', { path: 'a' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'gatehouse.fault',
    })
    expect(pipeline.kinds()).toEqual(['decision', 'outcome'])
  })

  it('has its end in the journal, whatever breaks right before it runs', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    pipeline.deps.undo = {
      forecast: async () => null,
      before: () => Promise.reject(new Error('no descriptor is left')),
    }
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'gatehouse.fault',
    })
    expect(pipeline.kinds()).toEqual(['decision', 'asked', 'answered', 'running', 'outcome'])
    expect(pipeline.said).toEqual([])
  })

  it('does not run when its approval cannot be recorded', async () => {
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    pipeline.context.journalBroken = true
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'journal.unwritable',
    })
    expect(pipeline.said).toEqual([])
  })
})

describe('an approval is bound to what was shown', () => {
  const changes: readonly [string, (pipeline: PipelineUnderTest) => void, RegExp][] = [
    [
      'the policy',
      ({ context: fixture }) => (fixture.policy = { ...fixture.policy, hosts: ['a.example'] }),
      /the policy/,
    ],
    ['the tool', ({ context: fixture }) => (fixture.definition = 'two'), /the tool itself/],
    [
      'the path, now a link to elsewhere',
      ({ context: fixture }) => fixture.leads.set('a', '/elsewhere/a'),
      /would touch/,
    ],
    [
      'the file that would be overwritten',
      ({ context: fixture }) => fixture.hashes.set('/w/a', hash('new')),
      /\/w\/a/,
    ],
    [
      'the stored arguments',
      ({ db }) => {
        db.exec('DROP TRIGGER approvals_question')
        db.exec(`UPDATE approvals SET request = '{"path":"a","text":"something else"}'`)
      },
      /the request/,
    ],
  ]
  it.each(changes)('and does not run when %s changed in between', async (_what, change, why) => {
    pipeline.context.hashes.set('/w/a', hash('old'))
    const result = pipeline.call('say', { path: 'a', text: 'shown' })
    const { id } = await pipeline.held()
    change(pipeline)
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    const ended = await result
    expect(brief(ended)).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'call.stale',
    })
    expect(ended.text).toMatch(why)
    expect(pipeline.said).toEqual([])
    // Where a path leads now only the last check looks up, which comes after the row of the start.
    const started = /would touch/.test(ended.text) ? ['running'] : []
    expect(pipeline.kinds()).toEqual(['decision', 'asked', 'answered', ...started, 'outcome'])
  })

  it('and does not run when a file that it showed changes right before the work, after everything else was looked at', async () => {
    pipeline.context.hashes.set('/w/a', hash('old'))
    const result = pipeline.call('say', { path: 'a', text: 'shown' })
    const { id } = await pipeline.held()
    // This row is written between the check of the approval and the last look.
    pipeline.context.recording = (kind) =>
      void (kind === 'running' && pipeline.context.hashes.set('/w/a', hash('new')))
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    const ended = await result
    expect(brief(ended)).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'call.stale',
    })
    expect(ended.text).toMatch(/^Not run: \/w\/a changed after the decision\./)
    expect(pipeline.said).toEqual([])
  })

  it('can be found by its id: its own, the one it joined, the one that replaced it', async () => {
    const calls = [
      pipeline.call('say', { path: 'a' }),
      pipeline.call('say', { path: 'a' }),
      pipeline.call('say', { path: 'b' }),
    ]
    const waiting = () =>
      pipeline.states.flatMap(([id, state]) => (state === 'deciding' ? [pipeline.heldBy(id)] : []))
    await expect.poll(() => waiting().filter((id) => id !== null).length).toBe(3)
    const [own, joined, other] = waiting()
    expect([joined === own, other === own]).toEqual([true, false])
    pipeline.context.policy = { ...pipeline.context.policy, hosts: ['a.example'] }
    await pipeline.policyChanged()
    const [now, alsoNow, otherNow] = waiting()
    expect([alsoNow === now, new Set([own, other, now, otherNow]).size]).toEqual([true, 4])
    for (const id of [now, otherNow])
      if (id !== null && id !== undefined)
        await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    await Promise.all(calls)
    expect(waiting()).toEqual([null, null, null])
  })

  it('is asked again when the policy changes while it waits', async () => {
    const result = pipeline.call('say', { path: 'a', text: 'later' })
    const first = await pipeline.held()
    pipeline.context.policy = { ...pipeline.context.policy, hosts: ['a.example'] }
    await pipeline.policyChanged()
    const second = await pipeline.held(2)
    expect([pipeline.approvals.get(first.id)?.state, second.state]).toEqual([
      'cancelled',
      'pending',
    ])
    expect(
      await pipeline.approvalQueue.answer(first.id, { answer: 'once' }, 'window'),
    ).toMatchObject({
      error: { text: 'This approval is no longer pending. Held again as another call.' },
    })
    await pipeline.approvalQueue.answer(second.id, { answer: 'once' }, 'window')
    expect((await result).ok).toBe(true)
    expect(pipeline.said).toEqual(['later'])
  })
})
