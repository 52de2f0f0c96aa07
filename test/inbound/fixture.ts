// Webhooks over the real tables and a real socket, with a clock that the test sets.
import { request } from 'node:http'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Failure } from '../../contract/failure.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { JobDraft } from '../../contract/call/powers/schedule-power.ts'
import { ok } from '../../contract/result.ts'
import { openInbound } from '../../main/inbound/inbound.ts'
import type { InboundDeps } from '../../main/inbound/inbound-deps.ts'
import { webhookSignature } from '../fakes/webhook-signature.ts'
import { cleanText } from '../../main/secrets/sanitize/sanitize-text.ts'
import { inboundEventsTable } from '../../main/store/tables/inbound-events-table.ts'
import { webhooksTable } from '../../main/store/tables/webhooks-table.ts'
import { openJobs } from '../schedule/fixture.ts'

export async function openHooks(more: Partial<InboundDeps> = {}) {
  const jobs = await openJobs()
  const { store, clock, scheduler } = jobs
  const secrets = new Map<string, string>()
  const journal: JournalEntry[] = []
  const state = { barred: null as Failure | null }
  const inbound = openInbound({
    hooks: webhooksTable(store.db),
    events: inboundEventsTable(store.db),
    secrets: {
      ready: async () => ok(null),
      load: async (name) => ok(secrets.get(name) ?? null),
      async save(name, secret) {
        secrets.set(name, secret)
        return ok(null)
      },
      async remove(name) {
        secrets.delete(name)
        return ok(null)
      },
    },
    start: scheduler.event,
    clean: async (text) => cleanText(text, { maxChars: 1_000_000 }),
    barred: () => state.barred,
    async record(entry) {
      journal.push(entry)
      return ok(null)
    },
    counted: (_key, entry) => void journal.push(entry),
    port: 0,
    now: () => clock.at,
    monotonic: () => clock.at,
    changed: () => undefined,
    report(fault) {
      throw fault
    },
    ...more,
  })
  onTestFinished(() => inbound.webhooks.dispose())
  scheduler.begin()
  return {
    ...jobs,
    inbound,
    secrets,
    journal,
    state,
    async hook(name = 'build') {
      const created = await inbound.webhooks.add(name)
      if (!created.ok) throw new Error(created.error.text)
      const { secret, url } = created.value
      if (url === null) throw new Error('Nothing listens.')
      return { secret, url }
    },
    waitsFor(pattern: string, draft: Partial<JobDraft> = {}) {
      return jobs.add({ trigger: { kind: 'event', pattern, source: null }, ...draft })
    },
    /** As a sender that knows the secret signs it. */
    signed: (secret: string, body: string | Buffer, id = 'msg_1', at = clock.at) => {
      const seconds = String(Math.floor(at / 1_000))
      return {
        'webhook-id': id,
        'webhook-timestamp': seconds,
        'webhook-signature': webhookSignature(secret, id, seconds, Buffer.from(body)),
      }
    },
  }
}

export type Answered = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

export const post = (
  url: string,
  headers: OutgoingHttpHeaders,
  body: string | Buffer,
  method = 'POST',
): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
