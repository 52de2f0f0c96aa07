// Calls of many clients at once (1,000 of 8 in the soak), a person who answers at random, and an
// app that is killed twice in the middle: every call is accounted for in the journal, none runs
// twice, none is lost.
// @module-tag whole
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { soak } from '../../soak.ts'
import { openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

const clients = soak ? 8 : 4
const callsOfEach = soak ? 125 : 60
const atOnce = 8

let testApp: TestApp
const ends: (() => void)[] = []
afterEach(() => {
  ends.splice(0).forEach((end) => end())
  testApp.remove()
})

type Answer = {
  readonly result?: { readonly isError?: boolean; readonly content: { readonly text: string }[] }
  readonly error?: { readonly code: number }
}

/** The smallest client there is: one process, lines in, lines out. */
function openClient(name: string) {
  const { command, args, env } = testApp.command(name)
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  ends.push(() => child.kill('SIGKILL'))
  const waiting = new Map<number, (answer: Answer) => void>()
  let next = 1
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer & { id?: number }
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise((done) => {
      const id = next++
      waiting.set(id, done)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  return {
    async hello() {
      await ask('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name, version: '1' },
      })
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    },
    call: (tool: string, input: object) => ask('tools/call', { name: tool, arguments: input }),
  }
}

it('accounts for every call when the app is killed twice', { timeout: 600_000 }, async () => {
  testApp = openTestApp()
  const ended = new Map<string, 'done' | 'denied' | 'told'>()
  let retries = 0
  let killed = 0

  /**
   * Until it has an answer of the gateway itself: a lost app is no answer, and neither is a call
   * that is still held.
   */
  const finish = async (client: ReturnType<typeof openClient>, path: string): Promise<void> => {
    for (;;) {
      const { result } = await client.call('write_file', { path, content: path })
      const text = result?.content.map((part) => part.text).join('') ?? ''
      if (result === undefined || text.startsWith('Not done yet')) {
        retries += 1
        continue
      }
      ended.set(
        path,
        result.isError !== true
          ? 'done'
          : text.startsWith('The same call was already made')
            ? 'told'
            : 'denied',
      )
      return
    }
  }
  const work = async (index: number): Promise<void> => {
    const client = openClient(`client-${index}`)
    await client.hello()
    const paths = Array.from({ length: callsOfEach }, (_, n) => `${index}-${n}.txt`)
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop())
          await finish(client, path)
      }),
    )
  }

  let over = false
  const person = async (): Promise<void> => {
    for (let seed = 1; !over;) {
      const held = await testApp.pending()
      if (held.length === 0) await new Promise((done) => setTimeout(done, 20))
      await Promise.all(
        held.map(async (approval) => {
          seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
          await testApp.answer(approval, seed % 3 === 0 ? 'deny-once' : 'once')
        }),
      )
      if (killed < 2 && ended.size > ((killed + 1) * clients * callsOfEach) / 3.3) {
        killed += 1
        testApp.kill()
      }
    }
  }
  const answering = person()
  await Promise.all(Array.from({ length: clients }, (_, index) => work(index)))
  over = true
  await answering

  expect([killed, ended.size]).toEqual([2, clients * callsOfEach])
  const entries = await testApp.journal()
  const path = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'decision'
        ? [[entry.callId, JSON.stringify(entry.args['path']).slice(1, -1)]]
        : [],
    ),
  )
  // On a quick machine a client calls more often in a minute than the tool may be called. What was
  // approved meanwhile is denied by the last check, after its row `running`: it did not run.
  const refused = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'outcome' && entry.status === 'denied' ? [entry.callId] : [],
    ),
  )
  const ran = new Map<string, number>()
  const closed = new Map<string, string[]>()
  for (const entry of entries) {
    if (!('callId' in entry) || entry.callId === null) continue
    const of = path.get(entry.callId) ?? ''
    const close = (how: string) => closed.set(of, [...(closed.get(of) ?? []), how])
    if (entry.kind === 'running' && !refused.has(entry.callId)) ran.set(of, (ran.get(of) ?? 0) + 1)
    if (entry.kind === 'outcome') close(entry.status)
    if (entry.kind === 'answered' && entry.answer === 'deny-once') close('denied')
    if (entry.kind === 'decision' && entry.decision.effect === 'deny') close('refused')
  }
  // None twice.
  expect([...ran].filter(([, times]) => times > 1)).toEqual([])
  // None lost: what the client was told is what the journal says, and what is on the disk.
  const files = new Set(readdirSync(testApp.workspace))
  const wrong = [...ended].filter(([of, reported]) => {
    const written = closed.get(of) ?? []
    // An answer may be out a moment before its last row is on the disk: a kill between the two
    // leaves the row unknown.
    if (reported === 'done')
      return !(
        ran.get(of) === 1 &&
        written.some((status) => status === 'done' || status === 'unknown') &&
        files.has(of)
      )
    if (reported === 'denied') return ran.has(of) || files.has(of) || written.length === 0
    return !(
      ran.get(of) === 1 && written.some((status) => status === 'done' || status === 'unknown')
    )
  })
  expect(
    wrong.map(([of, reported]) => [of, reported, closed.get(of), ran.get(of) ?? 0, files.has(of)]),
  ).toEqual([])
  // Every decision has its end.
  const open = [...path.values()].filter((of) => !closed.has(of))
  expect(open).toEqual([])
  expect(await testApp.person().then((app) => app.call('audit.verify', {}))).toMatchObject({
    ok: true,
    value: { kind: 'intact' },
  })
  expect(retries).toBeGreaterThan(0)
})

it(
  'closes a call as unknown at worst, when the app is killed the moment the answer is out @whole',
  { timeout: 600_000 },
  async () => {
    testApp = openTestApp()
    const client = openClient('crash')
    await client.hello()
    const times = 4
    for (let at = 0; at < times; at++) {
      let answer: Answer = {}
      // A request that met the app at its end is answered with an error, and made again.
      while (answer.result === undefined)
        answer = await client.call('read_file', { path: 'README.md' })
      testApp.kill()
      expect(answer.result.content[0]?.text).toContain('hello')
    }
    const entries = await testApp.journal()
    const calls = entries.flatMap((entry) => (entry.kind === 'decision' ? [entry.callId] : []))
    expect(calls.length).toBeGreaterThanOrEqual(times)
    for (const id of calls) {
      const own = entries.flatMap((entry) =>
        'callId' in entry && entry.callId === id ? [entry] : [],
      )
      expect(own.map(({ kind }) => kind)).toEqual(['decision', 'running', 'outcome'])
      expect(['done', 'unknown']).toContain(
        own.flatMap((entry) => (entry.kind === 'outcome' ? [entry.status] : []))[0],
      )
    }
    expect(await testApp.person().then((app) => app.call('audit.verify', {}))).toMatchObject({
      ok: true,
      value: { kind: 'intact' },
    })
  },
)
