// An approval to a call that was rehearsed holds only for what it was rehearsed on. The real queue,
// store, journal and pipeline.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { openTestPipeline, type PipelineUnderTest } from '../fakes/pipeline.ts'
import { aRehearsal } from '../fakes/bridge-rehearsal.ts'

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

/** A call that is held, and its question. */
async function held(text = 'hello') {
  const result = pipeline.call('say', { path: 'a.txt', text })
  await expect.poll(() => [...pipeline.approvalQueue.pending()].length).toBe(1)
  const [approval] = pipeline.approvalQueue.pending()
  if (approval === undefined) throw new Error('Nothing is held.')
  return { approval, result }
}
const kinds = (): string[] => pipeline.kinds()

describe('a rehearsal of a held call', () => {
  it('is beside the approval, is journalled before and after, and changes nothing that was asked', async () => {
    const { approval } = await held()
    const rehearsed = await pipeline.rehearsals.rehearse(approval.id, 'window')
    const rehearsal = { ...aRehearsal, by: 'person', inputs: pipeline.context.inputs }
    expect(rehearsed).toEqual({ ok: true, value: { ...approval, rehearsal } })
    expect(pipeline.approvals.get(approval.id)).toEqual({ ...approval, rehearsal })
    expect(pipeline.changes).toEqual([{ ...approval, rehearsal }])
    expect(pipeline.said).toEqual([])
    const about = { callId: approval.callId, tool: 'say', approvalId: approval.id }
    expect(pipeline.rows().slice(-2)).toEqual([
      { kind: 'rehearsing', ...about, by: 'person', surface: 'window' },
      {
        kind: 'rehearsed',
        ...about,
        view: 'overlay',
        changes: 1,
        hosts: aRehearsal.hosts,
        exitCode: 0,
        durationMs: expect.any(Number),
        error: null,
      },
    ])
  })

  it('keeps its approval valid while what it started from is unchanged', async () => {
    const { approval, result } = await held()
    await pipeline.rehearsals.rehearse(approval.id, 'window')
    expect(
      await pipeline.approvalQueue.answer(approval.id, { answer: 'once' }, 'window'),
    ).toMatchObject({ ok: true })
    expect(await result).toMatchObject({ ok: true, route: 'person' })
    expect(pipeline.said).toEqual(['hello'])
  })

  it.each(['once', 'session', 'always'] as const)(
    'makes an approval (%s) of what has changed ask again, and run once at most',
    async (answer) => {
      const { approval, result } = await held()
      await pipeline.rehearsals.rehearse(approval.id, 'window')
      pipeline.context.inputs = 'c'.repeat(64)
      const refused = await pipeline.approvalQueue.answer(approval.id, { answer }, 'window')
      const [again] = pipeline.approvalQueue.pending()
      if (again === undefined) throw new Error('It was not asked again.')
      const why = 'The workspace changed after the rehearsal, so the approval was not used.'
      expect(refused).toEqual(
        err(
          failure(
            'approval.asked-again',
            `Not run. ${why} It is held again as ${again.id}.`,
            'Review the new approval and answer that one.',
          ),
        ),
      )
      expect(again).toEqual({
        ...approval,
        id: again.id,
        createdAt: again.createdAt,
        again: why,
        rehearsal: null,
        staged: null,
      })
      expect(pipeline.approvals.get(approval.id)?.state).toBe('cancelled')
      expect([pipeline.said, pipeline.leases.active(pipeline.session)]).toEqual([[], []])
      expect(pipeline.rows().at(-1)).toMatchObject({
        kind: 'asked',
        approvalId: again.id,
        again: { of: approval.id, why },
      })

      // The old question takes no answer any more; the new one lets it run, once.
      expect(await pipeline.approvalQueue.answer(approval.id, { answer }, 'window')).toMatchObject({
        ok: false,
        error: { code: 'approval.answered' },
      })
      expect(await pipeline.approvalQueue.answer(again.id, { answer }, 'window')).toMatchObject({
        ok: true,
      })
      expect(await result).toMatchObject({ ok: true, route: 'person' })
      expect(pipeline.said).toEqual(['hello'])
    },
  )

  it('asks again each time it changes, and a denial is a denial whatever changed', async () => {
    const { approval, result } = await held()
    let { id } = approval
    for (const inputs of ['c', 'd', 'e']) {
      await pipeline.rehearsals.rehearse(id, 'window')
      pipeline.context.inputs = inputs.repeat(64)
      expect(await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).toMatchObject({
        error: { code: 'approval.asked-again' },
      })
      id = [...pipeline.approvalQueue.pending()][0]?.id ?? id
    }
    await pipeline.rehearsals.rehearse(id, 'window')
    pipeline.context.inputs = 'f'.repeat(64)
    expect(
      await pipeline.approvalQueue.answer(id, { answer: 'deny-once' }, 'window'),
    ).toMatchObject({ ok: true })
    expect(await result).toMatchObject({
      ok: false,
      route: 'person',
      error: { code: 'approval.denied' },
    })
    expect(pipeline.said).toEqual([])
  })

  it('does not bind an approval of other arguments, which were not rehearsed', async () => {
    const { approval, result } = await held()
    await pipeline.rehearsals.rehearse(approval.id, 'window')
    pipeline.context.inputs = 'c'.repeat(64)
    const edited = { answer: 'once' as const, args: { path: 'a.txt', text: 'other' } }
    expect(await pipeline.approvalQueue.answer(approval.id, edited, 'window')).toMatchObject({
      ok: true,
    })
    expect(await result).toMatchObject({ ok: true })
    expect(pipeline.said).toEqual(['other'])
  })

  it('does not run what changed right after the approval', async () => {
    const { approval, result } = await held()
    await pipeline.rehearsals.rehearse(approval.id, 'window')
    // Between the look of the queue and that of the pipeline: the queue asks first.
    const { inputs } = pipeline.context
    let checks = 0
    Object.defineProperty(pipeline.context, 'inputs', {
      get: () => ((checks += 1) === 1 ? inputs : 'c'.repeat(64)),
    })
    expect(
      await pipeline.approvalQueue.answer(approval.id, { answer: 'once' }, 'window'),
    ).toMatchObject({ ok: true })
    expect(await result).toMatchObject({
      ok: false,
      error: { code: 'call.stale', text: expect.stringContaining('rehearsed') },
    })
    expect(pipeline.said).toEqual([])
  })

  it('ends with its held call, and is not kept after that', async () => {
    const { approval, result } = await held()
    let stopped = false
    pipeline.context.rehearse = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true
          resolve(err(failure('rehearsal.cancelled', 'The rehearsal was stopped before it ended.')))
        })
      })
    const rehearsing = pipeline.rehearsals.rehearse(approval.id, 'window')
    await expect.poll(kinds).toContain('rehearsing')
    expect(
      await pipeline.approvalQueue.answer(approval.id, { answer: 'once' }, 'window'),
    ).toMatchObject({ ok: true })
    pipeline.rehearsals.closed(approval)
    expect(await rehearsing).toMatchObject({ ok: false, error: { code: 'rehearsal.cancelled' } })
    await result
    expect([stopped, pipeline.approvals.get(approval.id)?.rehearsal]).toEqual([true, null])
    expect(pipeline.approvals.rehearsed(approval.id, aRehearsal)).toBe(false)
    expect(() =>
      pipeline.db
        .prepare('INSERT INTO rehearsals (approval_id, body) VALUES (?, ?)')
        .run(approval.id, '{}'),
    ).toThrow(/never changed/)
    expect(await pipeline.rehearsals.rehearse(approval.id, 'window')).toMatchObject({
      ok: false,
      error: { code: 'approval.answered' },
    })
  })

  it('does not begin unless the journal has recorded it', async () => {
    const { approval } = await held()
    pipeline.context.journalBroken = true
    let ran = false
    pipeline.context.rehearse = async () => {
      ran = true
      return err(failure('x', 'x'))
    }
    expect(await pipeline.rehearsals.rehearse(approval.id, 'window')).toMatchObject({
      ok: false,
      error: { code: 'journal.unwritable' },
    })
    expect(ran).toBe(false)
  })

  it('is one at a time, joined by who asks for the same, and refused when too many wait', async () => {
    const { approval } = await held()
    let running = 0
    let most = 0
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    pipeline.context.rehearse = async () => {
      running += 1
      most = Math.max(most, running)
      await gate
      running -= 1
      return err(failure('x', 'x'))
    }
    const same = [
      pipeline.rehearsals.rehearse(approval.id, 'window'),
      pipeline.rehearsals.rehearse(approval.id, 'window'),
    ]
    const others = []
    for (let n = 0; n < 9; n += 1) {
      void pipeline.call('say', { path: `b${n}.txt` })
      await expect.poll(() => [...pipeline.approvalQueue.pending()].length).toBe(n + 2)
      const id = [...pipeline.approvalQueue.pending()].at(-1)?.id
      if (id !== undefined) others.push(pipeline.rehearsals.rehearse(id, 'window'))
    }
    release()
    const results = await Promise.all([...same, ...others])
    expect(most).toBe(1)
    expect(results.map((result) => (result.ok ? '' : result.error.code))).toEqual([
      ...Array.from({ length: 9 }, () => 'x'),
      'rehearsal.busy',
      'rehearsal.busy',
    ])
    await pipeline.rehearsals.dispose()
    expect(await pipeline.rehearsals.rehearse(approval.id, 'window')).toMatchObject({
      ok: false,
      error: { code: 'rehearsal.busy' },
    })
  })
})
