import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileHash } from '../../contract/ids.ts'
import { rejudge } from '../../main/pipeline/reevaluate.ts'
import { mint, spend } from '../../main/gate/permit.ts'
import { openTestRoad } from '../fakes/pipeline.ts'
import type { RoadUnderTest } from '../fakes/pipeline.ts'

const hash = (text: string): FileHash => FileHash.parse(createHash('sha256').update(text).digest('hex'))

let road: RoadUnderTest
beforeEach(async () => {
  road = await openTestRoad()
})
afterEach(() => road.dispose())

const brief = ({ ok, status, route, error }: Awaited<ReturnType<RoadUnderTest['call']>>) => ({
  ok,
  status,
  route,
  code: error?.code ?? null,
})

describe('a call that may run', () => {
  it('runs at once, and is in the journal before and after', async () => {
    const result = await road.call('look', { path: 'a.txt' })
    expect(brief(result)).toEqual({ ok: true, status: 'done', route: 'policy', code: null })
    expect(result.text).toBe('seen a.txt')
    expect(road.kinds()).toEqual(['decision', 'running', 'outcome'])
  })

  it('fails as a value when the tool reports an error or breaks', async () => {
    expect(brief(await road.call('look', { path: 'fails' }))).toEqual({ ok: false, status: 'failed', route: 'policy', code: 'look.failed' })
    expect(brief(await road.call('look', { path: 'broken' }))).toEqual({ ok: false, status: 'failed', route: 'policy', code: 'tool.fault' })
  })

  it('does not run when nothing can be recorded', async () => {
    road.world.journalBroken = true
    expect(brief(await road.call('look', { path: 'a.txt' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'refused',
      code: 'journal.unwritable',
    })
  })
})

describe('what changes between the decision and the work', () => {
  const changes: readonly [string, (road: RoadUnderTest) => void][] = [
    ['the tool itself', ({ world }) => (world.definition = 'two')],
    ['that there is such a tool', ({ world }) => (world.gone = true)],
    ['where its path leads', ({ world }) => world.leads.set('a.txt', '/w/b.txt')],
    ['that its path is on the STOP list', ({ world }) => world.leads.set('a.txt', '/stop/id_rsa')],
    ['the policy', ({ world }) => (world.policy = { ...world.policy, hosts: ['a.example'] })],
    ['that a person stopped everything', ({ world }) => (world.frozen = true)],
  ]

  it.each(changes)('is seen: %s', async (_, change) => {
    road.world.recording = (kind) => {
      if (kind === 'running') change(road)
    }
    expect(brief(await road.call('look', { path: 'a.txt' }))).toMatchObject({ ok: false, status: 'denied', route: 'refused' })
    expect(road.states.map(([, kind]) => kind)).not.toContain('running')
  })

  it('and is not seen in what did not change: the same call runs', async () => {
    expect(brief(await road.call('look', { path: 'a.txt' }))).toMatchObject({ ok: true })
  })
})

describe('the outcome of a call', () => {
  const rows = (): number => Number(road.db.prepare('SELECT count(*) FROM journal').pluck().get())

  it('does not keep the answer waiting, and is there for whoever looks', async () => {
    await road.call('look', { path: 'a.txt' })
    expect(rows()).toBe(2)
    expect(road.kinds()).toEqual(['decision', 'running', 'outcome'])
    expect(rows()).toBe(3)
  })

  it('stops every other call while it cannot be written, and is written when it can be', async () => {
    road.world.changed = (kind) => {
      if (kind === 'running') road.db.pragma('query_only = ON')
    }
    expect(brief(await road.call('look', { path: 'a.txt' }))).toEqual({ ok: true, status: 'done', route: 'policy', code: null })
    road.world.changed = () => {}
    // It is durable before the database; that the database cannot take it shows when it is handed over.
    await vi.waitFor(() => expect(road.fault()).toContain('read-only'))
    expect(brief(await road.call('look', { path: 'b.txt' }))).toMatchObject({ ok: false, code: 'journal.unwritable' })
    expect(road.fault()).toContain('read-only')
    road.db.pragma('query_only = OFF')
    expect(brief(await road.call('look', { path: 'c.txt' }))).toMatchObject({ ok: true })
    expect(road.fault()).toBeNull()
    expect(road.rows().map((row) => [row.kind, 'callId' in row && row.callId === road.states[0]?.[0]])).toEqual([
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
    expect(brief(await road.call(tool, args))).toEqual({ ok: false, status: 'denied', route: 'refused', code })
    expect(road.kinds()).toEqual(['refused'])
  })

  it('is denied by the STOP list without asking anyone', async () => {
    road.world.leads.set('link', '/stop/id_rsa')
    expect(brief(await road.call('say', { path: 'link' }))).toEqual({ ok: false, status: 'denied', route: 'policy', code: 'denied.stop' })
    expect(road.opens).toEqual([])
  })

  it('is denied at once where nobody can be asked', async () => {
    const result = await road.call('say', { path: 'a' }, undefined, false)
    expect(brief(result)).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'approval.nobody' })
    expect(road.said).toEqual([])
  })
})

describe('a held call', () => {
  it('runs once when a person says yes', async () => {
    const result = road.call('say', { path: 'a', text: 'yes' })
    const { id } = await road.held()
    expect(road.said).toEqual([])
    await road.desk.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({ ok: true, status: 'done', route: 'person', code: null })
    expect(road.said).toEqual(['yes'])
    expect(road.kinds()).toEqual(['decision', 'asked', 'answered', 'running', 'outcome'])
    expect(road.states.map(([, kind]) => kind)).toEqual(['deciding', 'held', 'running', 'ended'])
  })

  it('does not run when a person says no, and says so', async () => {
    const result = road.call('say', { path: 'a' })
    await road.desk.answer((await road.held()).id, { answer: 'deny-once' }, 'window')
    expect(brief(await result)).toEqual({ ok: false, status: 'denied', route: 'person', code: 'approval.denied' })
    expect(road.said).toEqual([])
  })

  it('takes one of two answers given at once', async () => {
    const result = road.call('say', { path: 'a' })
    const { id } = await road.held()
    const answers = await Promise.all([
      road.desk.answer(id, { answer: 'once' }, 'window'),
      road.desk.answer(id, { answer: 'deny-once' }, 'browser'),
      road.desk.answer(id, { answer: 'once' }, 'cli'),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const said = road.rows().filter((entry) => entry.kind === 'answered')
    expect(said).toHaveLength(1)
    expect((await result).ok).toBe(said[0]?.kind === 'answered' && said[0].answer === 'once')
    expect(road.said).toHaveLength((await result).ok ? 1 : 0)
  })

  it('cannot be answered twice', async () => {
    const result = road.call('say', { path: 'a' })
    const { id } = await road.held()
    await road.desk.answer(id, { answer: 'once' }, 'window')
    await result
    const again = await road.desk.answer(id, { answer: 'once' }, 'window')
    expect(again.ok ? null : again.error.code).toBe('approval.answered')
    expect(road.said).toHaveLength(1)
  })

  it('is denied once when nobody answers in time', async () => {
    await road.dispose()
    road = await openTestRoad({ timeoutMs: 40 })
    expect(brief(await road.call('say', { path: 'a' }))).toEqual({
      ok: false,
      status: 'denied',
      route: 'time-out',
      code: 'approval.expired',
    })
    expect(road.rows().at(-1)).toMatchObject({ kind: 'answered', answer: 'deny-once', route: 'time-out', surface: null })
  })

  it('expires by the answer too when the clock has jumped ahead', async () => {
    const result = road.call('say', { path: 'a' })
    const { id } = await road.held()
    road.world.now = () => Date.now() + 3_600_000
    const answer = await road.desk.answer(id, { answer: 'once' }, 'window')
    expect(answer.ok ? null : answer.error.code).toBe('approval.expired')
    expect((await result).route).toBe('time-out')
    expect(road.said).toEqual([])
  })

  it('is withdrawn when its run is stopped', async () => {
    const stop = new AbortController()
    const result = road.call('say', { path: 'a' }, stop.signal)
    const { id } = await road.held()
    stop.abort()
    expect(brief(await result)).toEqual({ ok: false, status: 'cancelled', route: 'run-ended', code: 'approval.cancelled' })
    expect(road.approvals.get(id)?.state).toBe('cancelled')
  })

  it('is asked once for the same request made twice, and runs once', async () => {
    const both = [road.call('say', { path: 'a' }), road.call('say', { path: 'a' })]
    const { id } = await road.held()
    await expect.poll(() => road.waits.get(id)?.length).toBe(2)
    await road.desk.answer(id, { answer: 'once' }, 'window')
    const results = await Promise.all(both)
    expect(results.map(({ ok }) => ok)).toEqual([true, true])
    expect(new Set(results.map(({ requestId }) => requestId)).size).toBe(2)
    expect(road.said).toHaveLength(1)
    expect(road.opens).toHaveLength(1)
    // Both decisions have their end in the journal.
    const ends = road.rows().flatMap((row) => (row.kind === 'outcome' ? [row.callId] : []))
    expect(ends.toSorted()).toEqual(results.map(({ requestId }) => requestId).toSorted())
  })

  it('has its end in the journal, whatever breaks after its decision', async () => {
    road.world.recording = (kind) => {
      if (kind === 'asked') throw new Error('no descriptor is left')
    }
    expect(brief(await road.call('say', { path: 'a' }))).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'gatehouse.fault' })
    expect(road.kinds()).toEqual(['decision', 'outcome'])
  })

  it('has its end in the journal, whatever breaks right before it runs', async () => {
    const result = road.call('say', { path: 'a' })
    const { id } = await road.held()
    road.needs.undo = { forecast: async () => null, before: () => Promise.reject(new Error('no descriptor is left')) }
    await road.desk.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'gatehouse.fault' })
    expect(road.kinds()).toEqual(['decision', 'asked', 'answered', 'running', 'outcome'])
    expect(road.said).toEqual([])
  })

  it('does not run when the question cannot be recorded', async () => {
    const result = road.call('say', { path: 'a' })
    const { id } = await road.held()
    road.world.journalBroken = true
    await road.desk.answer(id, { answer: 'once' }, 'window')
    expect(brief(await result)).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'journal.unwritable' })
    expect(road.said).toEqual([])
  })
})

describe('an approval is bound to what was shown', () => {
  const changes: readonly [string, (road: RoadUnderTest) => void, RegExp][] = [
    ['the policy', ({ world }) => (world.policy = { ...world.policy, hosts: ['a.example'] }), /the policy/],
    ['the tool', ({ world }) => (world.definition = 'two'), /the tool itself/],
    ['the path, now a link to elsewhere', ({ world }) => world.leads.set('a', '/elsewhere/a'), /would touch/],
    ['the file that would be overwritten', ({ world }) => world.hashes.set('/w/a', hash('new')), /\/w\/a/],
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
    road.world.hashes.set('/w/a', hash('old'))
    const result = road.call('say', { path: 'a', text: 'shown' })
    const { id } = await road.held()
    change(road)
    await road.desk.answer(id, { answer: 'once' }, 'window')
    const ended = await result
    expect(brief(ended)).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'call.stale' })
    expect(ended.text).toMatch(why)
    expect(road.said).toEqual([])
    expect(road.kinds()).toEqual(['decision', 'asked', 'answered', 'outcome'])
  })

  it('and does not run when a file that it showed changes right before the work, after everything else was looked at', async () => {
    road.world.hashes.set('/w/a', hash('old'))
    const result = road.call('say', { path: 'a', text: 'shown' })
    const { id } = await road.held()
    // This row is written between the check of the approval and the last look.
    road.world.recording = (kind) => void (kind === 'running' && road.world.hashes.set('/w/a', hash('new')))
    await road.desk.answer(id, { answer: 'once' }, 'window')
    const ended = await result
    expect(brief(ended)).toEqual({ ok: false, status: 'denied', route: 'refused', code: 'call.stale' })
    expect(ended.text).toMatch(/^Not run: \/w\/a changed after the decision\./)
    expect(road.said).toEqual([])
  })

  it('is put anew when the policy changes while it waits', async () => {
    const result = road.call('say', { path: 'a', text: 'later' })
    const first = await road.held()
    road.world.policy = { ...road.world.policy, hosts: ['a.example'] }
    await rejudge({
      ...road.needs,
      requestOf: ({ id }) => road.approvals.requestOf(id),
      pending: road.desk.pending,
      withdraw: ({ id }, why) => road.desk.cancel(id, why),
      hidden: () => null,
      reask: async (approval, judged, request) => {
        const anew = { ...approval, id: 'apr_000000000anew' as never, decision: judged.decision, policyHash: judged.decision.policyHash }
        await road.desk.replace(approval.id, anew, request, () => {
          road.waits.set(anew.id, road.waits.get(approval.id) ?? [])
          road.waits.delete(approval.id)
        })
      },
    })
    const second = await road.held(2)
    expect([road.approvals.get(first.id)?.state, second.state]).toEqual(['cancelled', 'pending'])
    expect((await road.desk.answer(first.id, { answer: 'once' }, 'window')).ok).toBe(false)
    await road.desk.answer(second.id, { answer: 'once' }, 'window')
    expect((await result).ok).toBe(true)
    expect(road.said).toEqual(['later'])
  })
})

describe('a session lease', () => {
  it('lets the same thing run again unasked, and nothing else', async () => {
    const first = road.call('say', { path: 'a', text: 'one' })
    await road.desk.answer((await road.held()).id, { answer: 'session' }, 'window')
    await first
    expect((await road.call('say', { path: 'a', text: 'two' })).route).toBe('lease')
    const other = road.call('say', { path: 'b', text: 'three' })
    await road.desk.answer((await road.held(2)).id, { answer: 'deny-once' }, 'window')
    await other
    expect(road.said).toEqual(['one', 'two'])
    expect(road.leases.active(road.session).map(({ uses }) => uses)).toEqual([1])
  })

  it('ends when it is revoked', async () => {
    const first = road.call('say', { path: 'a' })
    await road.desk.answer((await road.held()).id, { answer: 'session' }, 'window')
    await first
    for (const { id } of road.leases.list()) road.leases.revoke(id, 1)
    const again = road.call('say', { path: 'a' })
    await road.desk.answer((await road.held(2)).id, { answer: 'deny-once' }, 'window')
    expect((await again).ok).toBe(false)
  })
})

describe('after a crash', () => {
  it('a question that waited still waits, and a yes runs it once', async () => {
    void road.call('say', { path: 'a', text: 'survived' })
    const { id, callId } = await road.held()
    const desk = road.restart()
    await desk.recover()
    await desk.answer(id, { answer: 'once' }, 'window')
    await Promise.all(road.settling)
    expect(road.said).toEqual(['survived'])
    expect(road.states.at(-1)).toEqual([callId, 'ended'])
    desk.dispose()
  })

  it('a yes that was not used is not used by itself', async () => {
    void road.call('say', { path: 'a' })
    const { id } = await road.held()
    // Killed between the answer and the start: the row says approved, and nothing else happened.
    road.approvals.transition(id, 'pending', 'approved', { answeredAt: 1, answeredOn: 'window', answer: 'once' })
    const desk = road.restart()
    await desk.recover()
    await Promise.all(road.settling)
    expect(road.said).toEqual([])
    expect(road.approvals.get(id)?.state).toBe('cancelled')
    desk.dispose()
  })

  it('a question whose time ran out meanwhile is denied', async () => {
    void road.call('say', { path: 'a' })
    const { id } = await road.held()
    road.world.now = () => Date.now() + 3_600_000
    const desk = road.restart()
    await desk.recover()
    expect(road.approvals.get(id)?.state).toBe('expired')
    desk.dispose()
  })
})

describe('a permit', () => {
  it('is good once, and cannot be made by copying', () => {
    const permit = mint('call_00000001' as never, hash('r') as never, [])
    spend(permit)
    expect(() => spend(permit)).toThrow(/already spent/)
    expect(() => spend({ ...mint('call_00000002' as never, hash('r') as never, []) })).toThrow(/forged/)
  })
})
