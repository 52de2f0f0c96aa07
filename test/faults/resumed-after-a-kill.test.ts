// A kill after each write of a run that works: after the next start it is resumed, and its work is
// done once. What a call did is in the same database, so that each copy holds what was done by then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunId } from '../../contract/ids.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { ModelServer, Turn } from '../fakes/model-server.ts'
import { soak } from '../soak.ts'
import { afterEachWrite } from './driver/each-write.ts'
import { copyOf, live, newHome, type Life } from './driver/lives.ts'
import { until } from './driver/until.ts'

let base: string
let model: ModelServer
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'gatehouse-resumed-'))
  model = await modelServer(({ body }) => nextOf(body))
})
afterAll(async () => {
  await model.close()
  rmSync(base, { recursive: true, force: true })
})

const NOTES = ['the first note', 'the second note'] as const

type Said = {
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly arguments: string }
  }[]
  readonly tool_call_id?: string
  readonly content?: unknown
}

/**
 * It has every note made, in order, and makes one again only where it is told that the call did not
 * run and may be made again.
 */
function nextOf(body: Record<string, unknown>): Turn {
  const messages = body['messages'] as readonly Said[]
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls)
  const isMade = (note: string): boolean =>
    calls.some(
      ({ id, function: { arguments: args } }) =>
        args.includes(note) &&
        !messages.some(
          ({ tool_call_id, content }) =>
            tool_call_id === id && JSON.stringify(content).includes('Make the call again'),
        ),
    )
  const note = NOTES.find((each) => !isMade(each))
  return note === undefined
    ? { kind: 'say', text: ['All kept.'] }
    : {
        kind: 'say',
        calls: [{ id: 'note', name: 'memory_search', args: { action: 'add', text: note } }],
      }
}

const configOf = (effect: 'allow' | 'confirm'): string =>
  [
    `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }`,
    `tools: { memory_search: { default: ${effect} } }`,
    '',
  ].join('\n')

/** Approves what is held until the run rests. */
const rested = (life: Life, id: RunId) =>
  until('the run at rest', async () => {
    for (const { id: held } of await life.ask('approvals.list', { states: ['pending'], limit: 50 }))
      // What changed since, such as what is known of the sandbox, has it held again.
      await life.ask('approvals.answer', { id: held, answer: 'once' }).catch(() => undefined)
    const { run, items } = await life.ask('runs.get', { id })
    return ['working', 'waiting', 'queued'].includes(run.state) ? null : { run, items }
  })

/** How often each note was made, and which of their calls may have run without anybody seeing the end. */
async function workOf(life: Life, home: string, id: RunId) {
  const { run, items } = await rested(life, id)
  const db = new Database(join(home, 'data', 'gatehouse.db'), { readonly: true })
  const stored = db.prepare<[], string>('SELECT text FROM memories').pluck().all()
  db.close()
  const unsure = items.some(
    (item) =>
      item.kind === 'call' && item.state.kind === 'ended' && item.state.result.status === 'unknown',
  )
  return {
    state: run.state,
    moving: items.filter((item) => item.kind === 'call' && item.state.kind !== 'ended').length,
    times: NOTES.map((note) => stored.filter((text) => text === note).length),
    unsure,
  }
}

/** What is wrong after the next start and a resume; null: nothing. */
async function wrongAfter(home: string): Promise<object | null> {
  const life = await live(home)
  try {
    const [run] = (await life.ask('runs.list', { limit: 10 })).slice(0, 1)
    if (run === undefined) return null
    if (run.state === 'interrupted') await life.ask('runs.resume', { id: run.id })
    const work = await workOf(life, home, run.id)
    const right =
      work.state === 'idle' &&
      work.moving === 0 &&
      work.times.every((times) => times === 1 || (times === 0 && work.unsure))
    return right ? null : work
  } finally {
    await life.dispose()
    rmSync(dirname(home), { recursive: true, force: true })
  }
}

describe('a run that is killed after any write, and resumed', () => {
  it.each(['allow', 'confirm'] as const)(
    'does its work once, where its calls are a matter of %s @whole',
    async (effect) => {
      const home = newHome(base, effect, configOf(effect))
      const life = await live(home)
      const seen = new Set<string>()
      const copies: string[] = []
      const stop = afterEachWrite(() => {
        const copy = copyOf(base, home, seen)
        if (copy !== null) copies.push(copy)
      })
      try {
        const { id } = await life.ask('runs.start', { text: 'Keep both notes.' })
        expect(await workOf(life, home, id)).toEqual({
          state: 'idle',
          moving: 0,
          times: [1, 1],
          unsure: false,
        })
      } finally {
        await life.dispose()
        stop()
      }
      expect(copies.length).toBeGreaterThan(20)
      const wrong: object[] = []
      for (const [at, copy] of copies.entries()) {
        if (!soak && at % 8 !== 1) continue
        const found = await wrongAfter(copy)
        if (found !== null) wrong.push({ at, ...found })
      }
      expect(wrong).toEqual([])
    },
  )
})
