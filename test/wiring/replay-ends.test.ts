// Runs that ended otherwise than by a last answer, captured and played again: what ended them from
// outside is not played, and nothing else of them differs.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CapsuleScript } from '../../contract/agent/capsule.ts'
import { compareCapsules } from '../../contract/agent/compare-capsules.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import type { RunId } from '../../contract/ids.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { ask, besideHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'
import { fewRows } from '../whole.ts'

wholeApp()

const say = (text: string): Turn => ({ kind: 'say', text: [text] })
const call = (name: string, args: object): Turn => ({
  kind: 'say',
  text: ['I do it.'],
  calls: [{ id: 'c1', name, args }],
})
const WRITE = call('write_file', { path: 'sum.txt', content: '3' })
const READ = call('read_file', { path: 'red.txt' })

/** What a model answers at a place of the run; of a list, at each attempt the next. */
type Said = Turn | readonly Turn[]
const FULL: Turn = { kind: 'status', status: 529, body: '{"error":{"message":"busy"}}' }
const BROKEN: Turn = { kind: 'stops', after: 2, reset: true, text: ['I', ' do', ' it.'] }
const PIECES: Turn = {
  kind: 'slow',
  pauseMs: 5,
  text: ['I', ' do', ' thr\u{e9}', 'e \u{1f600}', '.'],
  calls: [
    { id: 'c1', name: 'read_file', args: { path: 'red.txt' } },
    { id: 'c2', name: 'read_file', args: { path: 'none.txt' } },
    { id: 'c3', name: 'no_such_tool', args: { deep: [{ a: [1, null, 'x'] }] } },
  ],
}

const TWO: Turn = {
  kind: 'say',
  text: ['I do both.'],
  calls: ['a.txt', 'b.txt'].map((path, at) => ({
    id: `c${at}`,
    name: 'write_file',
    args: { path, content: '3' },
  })),
}

/** `asked`: how often the model was. */
type Person = (id: RunId, held: readonly Approval[], asked: number) => Promise<unknown>
const waits: Person = async () => undefined
const stops: Person = async (id, held) => (held.length > 0 ? ask('runs.stop', { id }) : undefined)
const denies: Person = async (_id, [held]) =>
  held === undefined ? undefined : ask('approvals.answer', { id: held.id, answer: 'deny-once' })
const stopsSilence: Person = async (id, _held, asked) =>
  asked > 1 ? ask('runs.stop', { id }) : undefined
const stopsFirst: Person = async (id, _held, asked) =>
  asked > 0 ? ask('runs.stop', { id }) : undefined
const stopsAtOnce: Person = async (id) => ask('runs.stop', { id })
const stopsLater: Person = async (id, _held, asked) => {
  if (asked === 0) return
  // What has come by then is another part each time.
  await new Promise((done) => setTimeout(done, 200))
  return ask('runs.stop', { id })
}
const stopsEverything: Person = async (_id, held) =>
  held.length > 0 ? ask('emergency-stop.stop', {}) : undefined

/** Plays a run to its end with a person who looks at what is held, and captures it. */
async function captured(script: readonly Said[], person: Person) {
  const tries = new Map<number, number>()
  const model = await modelServer(({ body }) => {
    const messages = body['messages'] as { role: string }[]
    const answered = messages.filter(({ role }) => role === 'assistant').length
    const at = Math.min(answered, script.length - 1)
    const attempt = tries.get(at) ?? 0
    tries.set(at, attempt + 1)
    const said = [script[at] as Said].flat()
    return said[Math.min(attempt, said.length - 1)] as Turn
  })
  const folder = besideHome('workspace')
  await startServices({
    more: `preset: ask\napprovals: { timeoutSeconds: 5 }\nworkspace: '${folder}'\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    prepare: () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'red.txt'), 'red: 3\n')
    },
  })
  try {
    const { id } = await ask('runs.start', { text: 'Count.', attach: [] })
    for (;;) {
      const { run } = await ask('runs.get', { id })
      if (run.state !== 'working' && run.state !== 'waiting') break
      const asked = await ask('approvals.list', { states: ['pending'], limit: 50 })
      await person(id, asked, model.asked.length)
      await new Promise((done) => setTimeout(done, 20))
    }
    const capsule = await ask('runs.capture', { id })
    const { runs, channel, events } = capsule
    const before = model.asked.length
    const played: CapsuleScript = await ask('runs.replay', { runs, channel, events })
    return {
      state: capsule.runs[0]?.state,
      kinds: events.map(({ kind }) => kind),
      first: compareCapsules(capsule, played).first,
      askedAgain: model.asked.length - before,
    }
  } finally {
    await model.close()
  }
}

describe('a captured run', () => {
  it.each(
    fewRows(
      [
        ['that a person stopped while a call was held', [WRITE, say('Never.')], stops, 'stopped'],
        [
          'that a person stopped while the model was silent',
          [READ, { kind: 'hangs', text: ['I think'] }],
          stopsSilence,
          'stopped',
        ],
        [
          'that a person stopped before its first answer began',
          [{ kind: 'hangs', text: [] }],
          stopsFirst,
          'stopped',
        ],
        [
          'that a person stopped in the middle of its first answer',
          [{ kind: 'hangs', text: ['I think'] }],
          stopsLater,
          'stopped',
        ],
        [
          'that a person stopped at some moment of its first answer',
          [{ kind: 'hangs', text: ['I', ' think'] }],
          stopsFirst,
          'stopped',
        ],
        ['that a person stopped at once', [say('Done.')], stopsAtOnce, undefined],
        [
          'that a person stopped before its second call had its turn',
          [TWO, say('Never.')],
          stops,
          'stopped',
        ],
        ['whose call nobody answered in time', [WRITE, say('Then not.')], waits, 'idle'],
        ['whose call a person denied', [WRITE, say('Then not.')], denies, 'idle'],
        [
          'whose model answered with a refusal',
          [READ, { kind: 'status', status: 400, body: '{"error":{"message":"no"}}' }],
          waits,
          'failed',
        ],
        [
          'whose call failed',
          [call('read_file', { path: 'none.txt' }), say('It is not there.')],
          waits,
          'idle',
        ],
        [
          'whose answer came in pieces, and of whose three calls two failed',
          [PIECES, say('One of three.')],
          waits,
          'idle',
        ],
        [
          'whose model was busy, broke off, and answered at the third attempt',
          [[FULL, BROKEN, READ], say('Three.')],
          waits,
          'idle',
        ],
        [
          'whose model broke off after a call, and went on',
          [READ, [BROKEN, { kind: 'drops' }, say('Three.')]],
          waits,
          'idle',
        ],
        [
          'whose model was asked in vain until the end',
          [READ, { kind: 'status', status: 503, body: '' }],
          waits,
          'failed',
        ],
        [
          'whose call no tool fits',
          [call('no_such_tool', {}), say('There is none.')],
          waits,
          'idle',
        ],
        [
          'whose arguments fit no tool',
          [call('read_file', { path: 7 }), say('I was wrong.')],
          waits,
          'idle',
        ],
      ] as const,
      2,
    ),
  )('%s is played again as it was', async (_what, script, person, state) => {
    const { first, askedAgain, ...found } = await captured(script as readonly Said[], person)
    expect({ state: state === undefined ? state : found.state, first, askedAgain }).toEqual({
      state,
      first: null,
      askedAgain: 0,
    })
    expect(found.kinds.at(-1)).toBe('run_end')
  })

  it('that the stop of everything ended is denied by it as long as it is in force', async () => {
    const { state, first, askedAgain } = await captured([WRITE, say('Never.')], stopsEverything)
    expect({ state, first, askedAgain }).toMatchObject({
      state: 'stopped',
      first: { kind: 'policy_decision', path: 'effect', left: 'confirm', right: 'deny' },
      askedAgain: 0,
    })
  })
})
