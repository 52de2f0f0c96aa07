// What starts, when, how often, and what is said about what does not.
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { hourly, NOON, openJobs, person } from './fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('a job that is due', () => {
  it('is set to its next time before it begins, and its outcome is kept', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add()
    jobs.scheduler.begin()
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toMatchObject([{ why: 'due', dueAt: NOON + HOUR, job: id }])
    expect(jobs.schedules.list()).toMatchObject([
      { runs: 1, running: 1, nextRuns: [NOON + 2 * HOUR, NOON + 3 * HOUR, NOON + 4 * HOUR] },
    ])
    await jobs.end()
    expect(jobs.history()).toEqual([{ state: 'succeeded', why: 'due', text: 'Done.' }])
    expect(jobs.journal).toMatchObject([
      { kind: 'schedule', change: 'started', surface: null },
      { kind: 'schedule', change: 'succeeded', text: 'Done.' },
    ])
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toHaveLength(1)
  })

  it('runs once at a moment and never again', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'delay', seconds: 30 } })
    jobs.scheduler.begin()
    await jobs.at(NOON + 30_000)
    await jobs.end()
    await jobs.at(NOON + 90 * HOUR)
    expect(jobs.starts).toHaveLength(1)
    expect(jobs.schedules.list()).toMatchObject([{ nextRuns: [], missedSince: null }])
  })

  it('shows its message where it does nothing else', async () => {
    const jobs = await openJobs()
    jobs.add({ type: 'echo', message: 'Tea.', trigger: { kind: 'delay', seconds: 1 } })
    jobs.scheduler.begin()
    await jobs.at(NOON + 1_000)
    expect(jobs.shown).toEqual(['Tea.'])
    expect(jobs.history()).toEqual([{ state: 'succeeded', why: 'due', text: 'Tea.' }])
  })

  it('that ran while it is due again is listed as missed, or waits where it is to catch up', async () => {
    const jobs = await openJobs()
    jobs.add({ name: 'skips', trigger: { kind: 'every', seconds: 60 } })
    jobs.add({ name: 'waits', trigger: { kind: 'every', seconds: 60 }, catchUp: 'all' })
    jobs.scheduler.begin()
    await jobs.at(NOON + MINUTE)
    await jobs.at(NOON + 2 * MINUTE)
    expect(jobs.history().map(({ state }) => state)).toEqual([
      ...['running', 'running', 'missed', 'queued'],
    ])
    expect(jobs.history()[2]?.text).toBe('The run before it was still going on.')
    await jobs.end()
    await jobs.end()
    expect(jobs.starts.map(({ jobName }) => jobName)).toEqual(['skips', 'waits', 'waits'])
  })

  it('never runs more often at the same time than it may', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add({ maxConcurrent: 2 })
    jobs.scheduler.begin()
    expect(jobs.scheduler.runNow(id).ok).toBe(true)
    expect(jobs.scheduler.runNow(id).ok).toBe(true)
    expect(jobs.scheduler.runNow(id)).toMatchObject({ ok: false, error: { code: 'schedule.busy' } })
    expect(jobs.starts).toHaveLength(0)
    await jobs.settled()
    expect(jobs.starts).toHaveLength(2)
  })

  it('ends after its number of runs', async () => {
    const jobs = await openJobs()
    jobs.add({ maxRuns: 2 })
    jobs.scheduler.begin()
    for (const hour of [1, 2, 3, 4]) {
      await jobs.at(NOON + hour * HOUR)
      if (jobs.going.size > 0) await jobs.end()
    }
    expect(jobs.starts).toHaveLength(2)
    expect(jobs.history()).toHaveLength(2)
  })

  it('is refused again each time it is due, and listed as missed with the reason', async () => {
    const jobs = await openJobs()
    jobs.add()
    jobs.scheduler.begin()
    jobs.state.refused = failure('agent.gone', 'There is no agent named main.')
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toEqual([])
    expect(jobs.history()).toEqual([
      { state: 'missed', why: 'due', text: 'There is no agent named main.' },
    ])
  })

  it('of which what waits was removed does not begin', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add({ catchUp: 'all' })
    jobs.scheduler.begin()
    await jobs.at(NOON + HOUR)
    await jobs.at(NOON + 2 * HOUR)
    jobs.schedules.remove(id)
    await jobs.end()
    expect(jobs.starts).toHaveLength(1)
    expect(jobs.history().at(-1)?.text).toBe('Its job was removed before it began.')
  })
})

describe('missed runs', () => {
  it.each([
    ['skip', [], 'missed'],
    ['once', [NOON + 5 * HOUR], 'missed'],
    ['all', [1, 2, 3, 4, 5].map((hour) => NOON + hour * HOUR), undefined],
  ] as const)(
    'are %s as the job says, after sleep or a jump of the clock',
    async (catchUp, ran, told) => {
      const jobs = await openJobs()
      jobs.add({ catchUp, maxConcurrent: 10 })
      jobs.scheduler.begin()
      await jobs.at(NOON + 5 * HOUR + 2 * MINUTE)
      expect(jobs.starts.map(({ dueAt }) => dueAt)).toEqual(ran)
      expect(jobs.history().find(({ state }) => state === 'missed')?.state).toBe(told)
      expect(jobs.schedules.list()).toMatchObject([{ missedSince: null }])
    },
  )

  it('are not run a second time after the clock was set back', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'cron', expression: '0 * * * *', zone: 'UTC' } })
    jobs.scheduler.begin()
    await jobs.at(NOON + HOUR)
    await jobs.end()
    await jobs.at(NOON + 10 * MINUTE)
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toHaveLength(1)
    await jobs.at(NOON + 2 * HOUR)
    expect(jobs.starts).toHaveLength(2)
  })

  it('do not wait for years after a clock that was wrong by years', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'cron', expression: '0 * * * *', zone: 'UTC' } })
    jobs.scheduler.begin()
    const wrong = Date.parse('2031-01-01T00:00:00Z')
    await jobs.at(wrong)
    await jobs.at(NOON + 10 * MINUTE)
    expect(jobs.schedules.list()[0]?.nextRuns[0]).toBe(NOON + HOUR)
    await jobs.at(NOON + HOUR)
    expect(jobs.starts.at(-1)?.dueAt).toBe(NOON + HOUR)
  })
})

describe('the emergency stop', () => {
  it('lets nothing begin, says so, and what was due is listed as missed afterwards', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add()
    jobs.scheduler.begin()
    jobs.stop()
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toEqual([])
    expect(jobs.schedules.list()).toMatchObject([
      { missedSince: NOON + HOUR, held: 'Everything is stopped.' },
    ])
    expect(jobs.scheduler.runNow(id)).toMatchObject({
      ok: false,
      error: { code: 'emergency-stop.stopped' },
    })
    jobs.lift()
    await jobs.at(NOON + HOUR + 5 * MINUTE)
    expect(jobs.history()).toEqual([
      { state: 'missed', why: 'due', text: 'One run was missed: nothing could run then.' },
    ])
  })
})

describe('a run that failed', () => {
  const fault = { kind: 'failed', text: 'No model answers.', untouched: true } as const

  it('and did nothing is tried again, later each time, and then waits for a person', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'delay', seconds: 1 } })
    jobs.scheduler.begin()
    await jobs.at(NOON + 1_000)
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      await jobs.end(fault)
      const [letter] = jobs.scheduler.letters(null)
      if (letter === undefined || letter.nextAt === null) break
      waits.push((letter.nextAt - jobs.clock.at) / MINUTE)
      await jobs.at(letter.nextAt)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16])
    expect(jobs.scheduler.letters(null)).toMatchObject([
      { state: 'failed', retries: 5, nextAt: null, error: 'No model answers.' },
    ])
  })

  it('is repeated with what it was given then, whatever the job is now', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add({ trigger: { kind: 'delay', seconds: 1 } })
    jobs.scheduler.begin()
    await jobs.at(NOON + 1_000)
    await jobs.end({ ...fault, untouched: false })
    const [letter] = jobs.scheduler.letters('failed')
    jobs.schedules.change(id, { message: 'Another.', paused: true }, person)
    jobs.scheduler.repeat(letter?.id ?? '')
    await jobs.settled()
    expect(jobs.starts.at(-1)).toMatchObject({ why: 'repeated', payload: { message: 'Look.' } })
    expect(jobs.scheduler.letters(null)).toMatchObject([{ state: 'running' }])
    expect(jobs.scheduler.clearLetters(null)).toBe(0)
    await jobs.end()
    expect(jobs.scheduler.letters(null)).toMatchObject([{ state: 'succeeded', nextAt: null }])
  })

  it('can be discarded, and the newest hundred are kept', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add()
    jobs.scheduler.begin()
    for (let round = 0; round < 103; round++) {
      jobs.clock.at += 1
      jobs.scheduler.runNow(id)
      await jobs.settled()
      await jobs.end({ ...fault, untouched: false })
    }
    const letters = jobs.scheduler.letters(null)
    expect(letters).toHaveLength(100)
    expect(jobs.scheduler.discard(letters[0]?.id ?? '')).toMatchObject({
      ok: true,
      value: { state: 'discarded' },
    })
    expect(jobs.scheduler.discard('dl_none')).toMatchObject({ ok: false })
  })

  it('whose job is gone is discarded instead of being tried again', async () => {
    const jobs = await openJobs()
    const { id } = jobs.add({ trigger: { kind: 'delay', seconds: 1 } })
    jobs.scheduler.begin()
    await jobs.at(NOON + 1_000)
    await jobs.end(fault)
    jobs.schedules.remove(id)
    await jobs.at(NOON + HOUR)
    expect(jobs.starts).toHaveLength(1)
    expect(jobs.scheduler.letters(null)).toMatchObject([{ state: 'discarded' }])
  })
})

describe('after a kill', () => {
  it('a run that had not begun begins, one that had is closed as failed, and none runs twice', async () => {
    const jobs = await openJobs()
    jobs.add({ name: 'waits', catchUp: 'all' })
    jobs.scheduler.begin()
    await jobs.at(NOON + HOUR)
    await jobs.at(NOON + 2 * HOUR)
    expect(jobs.history().map(({ state }) => state)).toEqual(['running', 'queued'])
    const next = await openJobs(jobs)
    for (const [session, run] of jobs.transcripts) next.transcripts.set(session, run)
    next.scheduler.begin()
    await next.settled()
    expect(next.history().map(({ state }) => state)).toEqual(['failed', 'running'])
    expect(next.starts.map(({ dueAt }) => dueAt)).toEqual([NOON + 2 * HOUR])
    expect(next.scheduler.letters(null)).toMatchObject([{ state: 'failed', nextAt: null }])
  })

  it('a run that was marked and never began begins', async () => {
    const jobs = await openJobs()
    jobs.add()
    jobs.scheduler.begin()
    await jobs.at(NOON + HOUR)
    const next = await openJobs(jobs)
    next.scheduler.begin()
    await next.settled()
    expect(next.starts.map(({ id }) => id)).toEqual(jobs.starts.map(({ id }) => id))
  })
})

describe('an event', () => {
  const event = { id: 7, source: 'build', text: 'The build FAILED.' }

  it('needs its webhook: a job for one that does not exist is refused, and a job that lost it says so', async () => {
    const jobs = await openJobs()
    const on = (source: string | null) => ({ kind: 'event' as const, pattern: '.', source })
    const added = jobs.schedules.add({ ...hourly, trigger: on('biuld') }, person)
    expect(added).toMatchObject({
      ok: false,
      error: { code: 'schedule.no-source', hint: expect.stringContaining('Did you mean build?') },
    })
    const job = jobs.add({ trigger: on('build') })
    expect([job.held, jobs.add({ trigger: on(null) }).held]).toEqual([null, null])
    expect(jobs.schedules.change(job.id, { trigger: on('pantry') }, person)).toMatchObject({
      error: { code: 'schedule.no-source' },
    })
    jobs.sources.splice(0)
    const listed = jobs.schedules.list().find(({ id }) => id === job.id)
    expect(listed?.held).toContain('No webhook is called build, and no event came from there')
    // Its other settings can still be changed.
    expect(jobs.schedules.change(job.id, { paused: true }, person).ok).toBe(true)
  })

  it('starts the jobs that wait for one like it, within their limits', async () => {
    const jobs = await openJobs()
    const trigger = (pattern: string, source: string | null) => ({
      trigger: { kind: 'event' as const, pattern, source },
    })
    jobs.add({ name: 'matches', ...trigger('failed', 'build'), cooldownSeconds: 60 })
    jobs.add({ name: 'of another', ...trigger('failed', 'mail') })
    jobs.add({ name: 'no match', ...trigger('passed', null) })
    jobs.add({ name: 'paused', ...trigger('failed', null), paused: true })
    jobs.scheduler.begin()
    const started: (readonly string[])[] = []
    const came = (): void =>
      jobs.scheduler.event(
        () => event,
        (pattern) => (new RegExp(pattern, 'iu').test(event.text) ? 'yes' : 'no'),
        (_id, names) => void started.push(names),
      )
    came()
    expect(started).toEqual([['matches']])
    await jobs.settled()
    expect(jobs.starts).toMatchObject([{ jobName: 'matches', why: 'event', payload: { event } }])
    came()
    expect(started).toHaveLength(1)
    expect(jobs.history().at(-1)).toEqual({
      state: 'missed',
      why: 'event',
      text: 'It came too soon after the run before.',
    })
  })

  it('whose pattern takes too long starts nothing, and is listed as missed', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'event', pattern: '(a+)+$', source: null } })
    jobs.scheduler.begin()
    jobs.scheduler.event(
      () => event,
      () => 'too-long',
      () => undefined,
    )
    await jobs.settled()
    expect(jobs.starts).toEqual([])
    expect(jobs.history()).toEqual([
      {
        state: 'missed',
        why: 'event',
        text: 'Trying its pattern took too long, so it did not start. Write a simpler one.',
      },
    ])
  })

  it('that cannot be stored starts nothing, and one that is here already neither', async () => {
    const jobs = await openJobs()
    jobs.add({ trigger: { kind: 'event', pattern: '.', source: null } })
    jobs.scheduler.begin()
    const came = (receive: () => typeof event | null, named: () => void): void =>
      jobs.scheduler.event(receive, () => 'yes', named)
    const full = (): never => {
      throw new Error('disk full')
    }
    expect(() => came(full, () => undefined)).toThrow('disk full')
    // The last step of the transaction fails: the runs are not there either.
    expect(() => came(() => event, full)).toThrow('disk full')
    came(
      () => null,
      () => undefined,
    )
    await jobs.settled()
    expect(jobs.history()).toEqual([])
    expect(jobs.starts).toEqual([])
  })
})
