// Round after round several clients ask, a person answers at random, and the app is killed at a
// random moment: no effect twice, no confirmed answer lost, no journalled decision without an end
// after the next start. GATEHOUSE_SOAK=1: 1,000 rounds; GATEHOUSE_ROUNDS says another number.
// @module-tag whole
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { openFaultApp } from './driver/app.ts'
import type { FaultApp } from './driver/app.ts'
import { openAgent } from './driver/agent-socket.ts'
import { endlessDecisions } from './driver/endless.ts'
import { pause } from './driver/until.ts'
import { many } from '../soak.ts'

const rounds = Number(process.env['GATEHOUSE_ROUNDS'] ?? many(1_000, 4))
const clients = 4
const linux = process.platform === 'linux'

type Confirmed = { readonly id: string; readonly answer: 'once' | 'deny-once' }

/** One life of the app. Gives the answers that were confirmed to the person. */
async function round(app: FaultApp, number: number): Promise<readonly Confirmed[]> {
  const program = await app.start()
  const confirmed: Confirmed[] = []
  let over = false
  const asked = Promise.withResolvers<void>()
  const working = Array.from({ length: clients }, async (_, at) => {
    const agent = await openAgent(app.paths.socketFile, `client-${at}`).catch(() => null)
    for (let turn = 0; agent !== null && !over; turn += 1) {
      // Each effect leaves a line of its own, so that one that happened twice shows.
      const name = `${number}-${at}-${turn}`
      const call =
        turn % 3 === 0
          ? agent.call('list_dir', { path: '.' })
          : agent.call('exec', { command: `echo ${name} >> effects-${at}.txt` })
      // A call is asked for once, and never again: what is found twice was run twice by the app.
      if ((await call.catch(() => null)) === null) break
    }
    agent?.close()
  })
  const person = (async () => {
    const connection = await app.person()
    while (!over) {
      const held = await connection.call('approvals.list', { states: ['pending'], limit: 50 })
      if (!held.ok) return
      if (held.value.length > 0) asked.resolve()
      for (const { id } of held.value) {
        const answer = Math.random() < 0.3 ? 'deny-once' : 'once'
        const given = await connection.call('approvals.answer', { id, answer })
        if (given.ok) confirmed.push({ id, answer })
      }
      await pause(5)
    }
  })().catch(() => null)
  // Most rounds reach a question first; the others may end while the sandbox is still being tried.
  if (number % 4 !== 3) await Promise.race([asked.promise, pause(20_000)])
  await pause(200 + Math.random() * 1_300)
  program.child.kill('SIGKILL')
  over = true
  await Promise.all([program.ended, person, ...working])
  return confirmed
}

const callIdsOf = (
  entries: readonly JournalEntry[],
  kind: JournalEntry['kind'],
): readonly string[] =>
  entries.flatMap((entry) =>
    entry.kind === kind && 'callId' in entry && typeof entry.callId === 'string'
      ? [entry.callId]
      : [],
  )

it.runIf(linux)(
  `loses and doubles nothing in ${rounds} kills${linux ? '' : ' (skipped: the harness looks at /proc)'}`,
  { timeout: 120_000 + rounds * 60_000 },
  async () => {
    const limits = Array.from(
      { length: clients },
      (_, at) => `    client-${at}:\n      perMinute: 10000\n`,
    ).join('')
    const app = openFaultApp(
      `gateway:\n  clients:\n${limits}tools: { exec: { rateLimits: { perMinute: 0 } } }\nrules: []\n`,
    )
    const confirmed: Confirmed[] = []
    try {
      for (let number = 0; number < rounds; number += 1)
        confirmed.push(...(await round(app, number)))
      await app.start()
      // What a client asked for and a person approved may still run now, and then it has its end as
      // well.
      await pause(2_000)
      const person = await app.person()
      expect(await person.call('audit.verify', {})).toMatchObject({
        ok: true,
        value: { kind: 'intact' },
      })
      const entries = await app.journal()

      const effects = readdirSync(app.workspace).flatMap((name) =>
        /^effects-/.test(name)
          ? readFileSync(join(app.workspace, name), 'utf8')
              .split('\n')
              .filter((line) => line !== '')
          : [],
      )
      expect(effects.length - new Set(effects).size).toBe(0)
      // Or nothing was tried.
      expect([effects.length > 0, confirmed.length > 0]).toEqual([true, true])
      const running = callIdsOf(entries, 'running')
      expect(running.length - new Set(running).size).toBe(0)

      const answers = new Map(
        entries.flatMap((entry) =>
          entry.kind === 'answered' ? [[entry.approvalId as string, entry.answer as string]] : [],
        ),
      )
      expect(confirmed.filter(({ id, answer }) => answers.get(id) !== answer)).toEqual([])

      const held = await person.call('approvals.list', { states: ['pending'], limit: 200 })
      const open = new Set<string>(held.ok ? held.value.map(({ callId }) => callId) : [])
      const stories = endlessDecisions(entries, open).map(({ callId, tool }) => [
        tool,
        entries.flatMap((other) =>
          'callId' in other && other.callId === callId ? [other.kind] : [],
        ),
      ])
      expect(stories).toEqual([])
      const ended = new Set(callIdsOf(entries, 'outcome'))
      expect(running.filter((id) => !ended.has(id))).toEqual([])
      console.info(
        `${rounds} kills: ${effects.length} effects, ${confirmed.length} confirmed answers, ${callIdsOf(entries, 'decision').length} decisions`,
      )
    } finally {
      await app.dispose()
    }
  },
)
