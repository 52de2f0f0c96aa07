// The queue while its database cannot be written: by a lock that another process holds, and by a
// disk that is full or read-only. Every fault here is SQLite's own.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'
import { makeFolder } from '../store/fixture.ts'

/** A locked database is tried again for so long: shorter than in the app, which waits 5 s. */
const LOCK_LIMIT_MS = 1_200

async function pipelineIn(file: string, timeoutMs?: number): Promise<PipelineUnderTest> {
  const pipeline = await openTestPipeline({
    file,
    attempts: { limitMs: LOCK_LIMIT_MS, pauseMs: 25 },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  onTestFinished(() => pipeline.dispose())
  return pipeline
}

/** Another process that can take the write lock at once, until it is told to let go. */
async function openLocker(file: string): Promise<() => Promise<() => Promise<void>>> {
  const script = `import D from 'better-sqlite3'; const d = new D(process.argv[1]); console.log('ready'); process.stdin.on('data', (said) => { if (String(said) === 'lock') { d.exec('BEGIN IMMEDIATE'); console.log('held'); return } d.exec('COMMIT'); d.close(); process.exit(0) })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = (): Promise<void> =>
    new Promise((received) => child.stdout.once('data', () => received()))
  await said()
  return async () => {
    child.stdin.write('lock')
    await said()
    return () =>
      new Promise((gone) => {
        child.once('exit', () => gone())
        child.stdin.write('go')
      })
  }
}

/** Another process that holds the write lock, until it is told to let go. */
const locked = async (file: string): Promise<() => Promise<void>> => (await openLocker(file))()

/** Faults of the disk, as SQLite reports them; each gives the way to end it. */
const faults: readonly [
  name: string,
  begin: (pipeline: PipelineUnderTest) => () => void,
  said: RegExp,
][] = [
  [
    'full',
    ({ db }) => {
      // Not one page more, and none free: every row that is added fails with SQLITE_FULL.
      db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
      return () => void db.pragma('max_page_count = 1073741823')
    },
    /no room left on the disk/,
  ],
  [
    'read-only',
    ({ db }) => {
      db.pragma('query_only = ON')
      return () => void db.pragma('query_only = OFF')
    },
    /read-only/,
  ],
]

const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

describe('a lock of another process', () => {
  it('is waited for while a call is held, and the call is asked then', async () => {
    const file = join(makeFolder(), 'data.db')
    const pipeline = await pipelineIn(file)
    const release = await locked(file)
    const result = pipeline.call('say', { path: 'a', text: 'once' })
    await later(700)
    expect(pipeline.opens).toEqual([])
    await release()
    const { id } = await pipeline.held()
    expect((await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).ok).toBe(true)
    expect((await result).status).toBe('done')
    expect([pipeline.said, pipeline.faults]).toEqual([['once'], []])
  })

  it(
    'that stays ends the wait with its name, and nothing is asked @whole',
    { timeout: 600_000 },
    async () => {
      const file = join(makeFolder(), 'data.db')
      const pipeline = await pipelineIn(file)
      const release = await locked(file)
      const result = await pipeline.call('say', { path: 'a' })
      expect([result.ok, result.text]).toEqual([
        false,
        expect.stringMatching(/locked by another program|holds the database/),
      ])
      await release()
      expect([pipeline.said, pipeline.approvals.count(), pipeline.faults]).toEqual([[], 0, []])
    },
  )

  it('holds up an answer, which then takes effect once', async () => {
    const file = join(makeFolder(), 'data.db')
    const pipeline = await pipelineIn(file)
    const result = pipeline.call('say', { path: 'a', text: 'once' })
    const { id } = await pipeline.held()
    const release = await locked(file)
    const answers = [
      pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window'),
      pipeline.approvalQueue.answer(id, { answer: 'deny-once' }, 'cli'),
    ]
    await later(600)
    await release()
    const said = await Promise.all(answers)
    expect(said.filter(({ ok }) => ok)).toHaveLength(1)
    const approved = said[0]?.ok === true
    expect((await result).status).toBe(approved ? 'done' : 'denied')
    expect(pipeline.said).toEqual(approved ? ['once'] : [])
  })

  it(
    'that stays leaves the call held, and the reply to the answer names the disk',
    { timeout: 600_000 },
    async () => {
      const file = join(makeFolder(), 'data.db')
      const pipeline = await pipelineIn(file)
      const result = pipeline.call('say', { path: 'a', text: 'later' })
      const { id } = await pipeline.held()
      const release = await locked(file)
      const answer = await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
      expect(answer).toMatchObject({
        ok: false,
        error: {
          code: 'store.busy',
          text: expect.stringMatching(/still held.*database on the disk/),
        },
      })
      await release()
      expect((await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).ok).toBe(true)
      expect((await result).status).toBe('done')
    },
  )

  it(
    'that lasts beyond the time of a held call delays its end, and the call is denied as expired @whole',
    { timeout: 600_000 },
    async () => {
      const file = join(makeFolder(), 'data.db')
      const pipeline = await pipelineIn(file, 1_000)
      const lock = await openLocker(file)
      const result = pipeline.call('say', { path: 'a' })
      const { id } = await pipeline.held()
      const release = await lock()
      await later(1_000 + LOCK_LIMIT_MS + 1_000)
      expect(pipeline.approvals.get(id)?.state).toBe('pending')
      await release()
      expect(await result).toMatchObject({ route: 'time-out', status: 'denied' })
      // The rows go into the database when it has been free for a moment.
      await expect
        .poll(() => pipeline.rows().filter(({ kind }) => kind === 'answered'))
        .toMatchObject([{ route: 'time-out' }])
      expect(pipeline.faults).toEqual([])
    },
  )
})

describe.each(faults)('a disk that is %s', (_name, start, said) => {
  it('refuses a call that would be held, by its name, and asks nobody', async () => {
    const pipeline = await pipelineIn(join(makeFolder(), 'data.db'))
    const end = start(pipeline)
    const result = await pipeline.call('say', { path: 'a', text: 'x'.repeat(20_000) })
    expect([result.ok, result.text]).toEqual([false, expect.stringMatching(said)])
    end()
    expect([pipeline.approvals.count(), pipeline.said, pipeline.faults]).toEqual([0, [], []])
    // The next one goes on as if nothing had been.
    const after = pipeline.call('say', { path: 'b', text: 'after' })
    await pipeline.approvalQueue.answer((await pipeline.held()).id, { answer: 'once' }, 'window')
    expect((await after).status).toBe('done')
  })
})

describe('a disk that is read-only', () => {
  const readOnly = faults[1]?.[1] ?? (() => () => {})

  it('keeps a call held while a person answers, and takes the answer when it is given again', async () => {
    const pipeline = await pipelineIn(join(makeFolder(), 'data.db'))
    const result = pipeline.call('say', { path: 'a', text: 'yes' })
    const { id } = await pipeline.held()
    const end = readOnly(pipeline)
    const answer = await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    expect(answer).toMatchObject({ ok: false, error: { code: 'store.read-only' } })
    end()
    expect((await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).ok).toBe(true)
    expect((await result).status).toBe('done')
    expect(pipeline.said).toEqual(['yes'])
  })

  it('ends a held call whose time is over as soon as it can', async () => {
    const pipeline = await pipelineIn(join(makeFolder(), 'data.db'), 100)
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    const end = readOnly(pipeline)
    await later(400)
    expect(await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'approval.expired' },
    })
    end()
    expect(await result).toMatchObject({ route: 'time-out' })
    expect(pipeline.faults).toEqual([])
  })

  it('denies what was stopped as soon as it can, and nobody can approve it in between', async () => {
    const pipeline = await pipelineIn(join(makeFolder(), 'data.db'))
    const result = pipeline.call('say', { path: 'a' })
    const { id } = await pipeline.held()
    const end = readOnly(pipeline)
    pipeline.context.frozen = true
    expect(await pipeline.approvalQueue.stopAll('window')).toMatchObject({
      ok: false,
      error: { code: 'store.read-only' },
    })
    expect((await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')).ok).toBe(false)
    end()
    expect((await result).ok).toBe(false)
    expect(pipeline.rows().filter(({ kind }) => kind === 'answered')).toMatchObject([
      { route: 'emergency-stop', surface: 'window' },
    ])
  })

  it(
    'writes the end of a call that ran as soon as it can, and its caller is told at once',
    { timeout: 600_000 },
    async () => {
      const pipeline = await pipelineIn(join(makeFolder(), 'data.db'))
      const result = pipeline.call('say', { path: 'a', text: 'ran' })
      const { id } = await pipeline.held()
      let end = (): void => {}
      pipeline.context.changed = (kind) => {
        if (kind === 'running') end = readOnly(pipeline)
      }
      await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
      expect((await result).status).toBe('done')
      await later(300)
      end()
      await expect.poll(() => pipeline.kinds().at(-1)).toBe('outcome')
    },
  )
})
