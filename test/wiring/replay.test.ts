// A captured run with sub-agents, several messages and attached files in a whole Gatehouse, played
// again: the same way, and without doing anything.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Capsule, CapsuleScript } from '../../contract/agent/capsule.ts'
import { compareCapsules } from '../../contract/agent/compare-capsules.ts'
import type { RunId } from '../../contract/ids.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { ask, besideHome, journal, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const call = (...all: readonly (readonly [id: string, name: string, args: object])[]): Turn => ({
  kind: 'say',
  calls: all.map(([id, name, args]) => ({ id, name, args })),
})
const say = (text: string): Turn => ({ kind: 'say', text: [text] })

const TOP = [
  call(['c1', 'spawn', { task: 'Red: count', label: 'red' }]),
  say('I wait.'),
  say('Red is 3.'),
  call(['c2', 'write_file', { path: 'sum.txt', content: '3' }]),
  say('Written.'),
]
const RED = [call(['r1', 'read_file', { path: 'red.txt' }]), say('3')]

async function open() {
  const model = await modelServer(({ body }) => {
    const messages = body['messages'] as { role: string; content: unknown }[]
    const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content)
    const turns = first.includes('Red: count') ? RED : TOP
    const at = messages.filter(({ role }) => role === 'assistant').length
    return turns[Math.min(at, turns.length - 1)] as Turn
  })
  const folder = besideHome('workspace')
  await startServices({
    more: `preset: ask\nworkspace: '${folder}'\nmodel: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }\n`,
    prepare: () => {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'red.txt'), 'red: 3\n')
      writeFileSync(join(folder, 'notes.md'), 'Count the red ones.\n')
    },
  })
  return { model, folder }
}

/** Approves what is held until the run rests. */
async function rest(id: RunId): Promise<void> {
  for (;;) {
    for (const { id: held } of await ask('approvals.list', { states: ['pending'], limit: 50 }))
      await ask('approvals.answer', { id: held, answer: 'once' })
    const { run } = await ask('runs.get', { id })
    if (run.state !== 'working' && run.state !== 'waiting') return
    await new Promise((done) => setTimeout(done, 20))
  }
}

async function captured(): Promise<Capsule> {
  const { id } = await ask('runs.start', { text: 'Count.', attach: ['notes.md'] })
  await rest(id)
  await ask('runs.send', { id, text: 'Now write the sum.' })
  await rest(id)
  return ask('runs.capture', { id })
}

const replay = ({ runs, channel, events }: CapsuleScript): Promise<CapsuleScript> =>
  ask('runs.replay', { runs, channel, events })

/** How many connections are begun while something is done. */
async function connections(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const seen = (): unknown => (count += 1)
  subscribe('net.client.socket', seen)
  await work().finally(() => unsubscribe('net.client.socket', seen))
  return count
}

describe('a captured run', () => {
  it('holds its sub-agents, and is played again without running, asking or writing anything', async () => {
    const { model, folder } = await open()
    try {
      const capsule = await captured()
      const red = capsule.runs[1]
      expect(
        capsule.events.map(
          ({ kind, run, turn }) => `${run === red?.id ? 'red' : 'top'} ${turn} ${kind}`,
        ),
      ).toMatchInlineSnapshot(`
        [
          "top 0 run_start",
          "top 0 user_message",
          "top 0 tool_request",
          "top 0 policy_decision",
          "top 0 tool_response",
          "top 0 provider_request",
          "top 1 provider_response",
          "top 1 tool_request",
          "top 1 delegation_start",
          "top 1 tool_response",
          "red 0 run_start",
          "red 0 user_message",
          "red 0 provider_request",
          "red 1 provider_response",
          "red 1 tool_request",
          "red 1 policy_decision",
          "red 1 tool_response",
          "red 1 provider_request",
          "red 2 provider_response",
          "red 2 run_end",
          "top 1 delegation_end",
          "top 1 provider_request",
          "top 2 provider_response",
          "top 2 tool_request",
          "top 2 policy_decision",
          "top 2 tool_response",
          "top 2 provider_request",
          "top 3 provider_response",
          "top 3 user_message",
          "top 3 provider_request",
          "top 4 provider_response",
          "top 4 tool_request",
          "top 4 policy_decision",
          "top 4 tool_response",
          "top 4 provider_request",
          "top 5 provider_response",
          "top 5 run_end",
        ]
      `)
      expect(capsule.receipts.map(({ id }) => id)).toEqual(capsule.runs.map(({ id }) => id))

      const asked = model.asked.length
      rmSync(join(folder, 'sum.txt'))
      writeFileSync(join(folder, 'red.txt'), 'red: 4\n')
      const before = { rows: await journal(), runs: await ask('runs.list', { limit: 50 }) }
      let played: CapsuleScript | null = null
      expect(await connections(async () => (played = await replay(capsule)))).toBe(0)
      expect(played === null ? null : compareCapsules(capsule, played).first).toBeNull()

      expect({ rows: await journal(), runs: await ask('runs.list', { limit: 50 }) }).toEqual(before)
      expect(await ask('approvals.list', { states: ['pending'], limit: 50 })).toEqual([])
      expect([existsSync(join(folder, 'sum.txt')), readdirSync(folder)]).toEqual([
        false,
        ['notes.md', 'red.txt'],
      ])
      expect([readFileSync(join(folder, 'red.txt'), 'utf8'), model.asked.length]).toEqual([
        'red: 4\n',
        asked,
      ])
    } finally {
      await model.close()
    }
  })

  it('runs nothing that its calls were changed to @whole', async () => {
    const { model, folder } = await open()
    try {
      const { runs, channel, events } = await captured()
      const other = events.map((event) => ({
        ...event,
        payload: JSON.parse(
          JSON.stringify(event.payload)
            .replaceAll('sum.txt', 'other.txt')
            .replaceAll('red.txt', 'gone.txt'),
        ) as typeof event.payload,
      }))
      const more = other.map((event) =>
        event.kind === 'provider_response' && event.payload['text'] === 'Written.'
          ? {
              ...event,
              payload: {
                ...event.payload,
                calls: [
                  { id: 'x1', name: 'exec', args: { command: 'touch ran.txt' } },
                  { id: 'x2', name: 'web_fetch', args: { url: `${model.url}/x` } },
                  { id: 'x3', name: 'write_file', args: { path: 'wrote.txt', content: 'x' } },
                ],
              },
            }
          : event,
      )
      const asked = model.asked.length
      let played: CapsuleScript | null = null
      expect(
        await connections(async () => (played = await replay({ runs, channel, events: more }))),
      ).toBe(0)
      expect([readdirSync(folder), model.asked.length]).toEqual([
        ['notes.md', 'red.txt', 'sum.txt'],
        asked,
      ])
      const found = played as CapsuleScript | null
      expect(
        found?.events
          .filter(({ kind }) => kind === 'tool_response')
          .slice(-3)
          .map(({ payload }) => [payload['tool'], payload['status']]),
      ).toEqual([
        ['exec', 'denied'],
        ['web_fetch', 'denied'],
        ['write_file', 'denied'],
      ])
    } finally {
      await model.close()
    }
  })
})
