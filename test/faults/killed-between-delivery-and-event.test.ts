// A sender delivers events while the app is killed, at a random moment between a delivery and what it
// starts, again and again. It sends again what got no answer, as senders do: each event is there once,
// and starts its job once. The app is the real one with a webhook.
// @module-tag whole
import { expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { webhookSignature } from '../fakes/webhook-signature.ts'
import { soak } from '../soak.ts'
import { openFaultApp } from './driver/app.ts'
import { pause, until } from './driver/until.ts'

const rounds = Number(process.env['GATEHOUSE_ROUNDS'] ?? (soak ? 40 : 3))
const EVENTS = 10
const linux = process.platform === 'linux'

it.runIf(linux)(
  'a kill while events come in loses none and takes none twice',
  { timeout: 120_000 * rounds },
  async () => {
    const app = openFaultApp('preset: flow\n')
    try {
      const start = () =>
        app.serve({
          args: ['--webhook-port', '0'],
          env: { GATEHOUSE_PASSPHRASE: 'correct horse battery' },
        })
      let running = await start()
      const person = await app.person()
      const created = await person.call('webhooks.add', { name: 'build' })
      if (!created.ok) throw new Error(created.error.text)
      const { secret } = created.value
      /** A start takes any free port. */
      const endpoint = (): Promise<string> =>
        until('the endpoint', async () => {
          const listed = await (await app.person()).call('webhooks.list', {})
          return listed.ok ? (listed.value.hooks[0]?.url ?? null) : null
        })
      let url = await endpoint()
      const added = await person.call('schedules.add', {
        name: 'Note it',
        type: 'echo',
        message: 'An event came in.',
        trigger: { kind: 'event', pattern: 'number', source: null },
        maxConcurrent: 50,
      })
      if (!added.ok) throw new Error(added.error.text)

      /** True: it was taken, now or before. Nothing else counts as an answer. */
      const deliver = async (id: string, body: string): Promise<boolean> => {
        const seconds = String(Math.floor(Date.now() / 1_000))
        const headers = {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': seconds,
          'webhook-signature': webhookSignature(secret, id, seconds, Buffer.from(body)),
        }
        try {
          const answer = await fetch(url, { method: 'POST', headers, body })
          await answer.text()
          return answer.ok
        } catch {
          return false
        }
      }
      const sent: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        const bodies = Array.from({ length: EVENTS }, (_, at) => ({
          id: `msg_${randomUUID()}`,
          body: JSON.stringify({ type: 'build', number: round * EVENTS + at }),
        }))
        const first = bodies.map(({ id, body }) => deliver(id, body))
        await pause(Math.random() * 60)
        running.child.kill('SIGKILL')
        await running.ended
        await Promise.all(first)
        running = await start()
        url = await endpoint()
        for (const { id, body } of bodies) {
          await until(`the answer to ${id}`, async () => ((await deliver(id, body)) ? true : null))
          sent.push(body)
        }
      }
      const again = await app.person()
      const newest = await again.call('events.list', { limit: 1 })
      if (!newest.ok) throw new Error(newest.error.text)
      // One by one: a list has 200 at most.
      const texts: string[] = []
      for (let id = newest.value[0]?.id ?? 0; id > 0; id -= 1) {
        const event = await again.call('events.get', { id })
        if (event.ok) texts.push(event.value.text)
      }
      expect(texts.toSorted()).toEqual(sent.toSorted())
      const runs = await until('the end of every run', async () => {
        const listed = await again.call('schedules.history', {
          id: null,
          before: null,
          limit: 500,
        })
        if (!listed.ok) return null
        const ended = listed.value.filter(({ state }) => state !== 'queued' && state !== 'running')
        return ended.length >= sent.length ? ended : null
      })
      // One run for each event, no more.
      expect(runs.length).toBe(sent.length)
    } finally {
      await app.dispose()
    }
  },
)
