// A whole Gatehouse that sends its journal to an OpenTelemetry Collector, over TLS with an authority
// of its own and a stored token: what a person did arrives under the names of the conventions.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { authorityFile } from '../fakes/bundle-server.ts'
import { otlpReceiver, type Receiver } from '../fakes/otlp-receiver.ts'
import { ask, journal, startServices, store, tryTo, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const pem = (name: string): string =>
  readFileSync(new URL(`../egress/fixtures/${name}`, import.meta.url), 'utf8')

let receiver: Receiver
beforeEach(async () => {
  receiver = await otlpReceiver({ key: pem('server-key.pem'), cert: pem('server-cert.pem') })
})
afterEach(() => receiver.stop())

const fleet = (ca: string): string =>
  `fleet:\n  machine: ada-laptop\n  collector: { url: '${receiver.url}', credential: collector-token${ca} }\n`

it('sends every row once its token is stored, and nothing before', async () => {
  await startServices({ more: fleet(`, ca: ${authorityFile}`) })
  await expect
    .poll(() => ask('fleet.collector', {}))
    .toMatchObject({ kind: 'waiting', why: { code: 'secrets.unknown' } })
  expect(await ask('fleet.state', {})).toEqual({ kind: 'none' })
  expect((await ask('doctor.report', {})).checks).toContainEqual({
    id: 'collector',
    title: 'OpenTelemetry Collector',
    state: 'warn',
    text: expect.stringMatching(/^\d+ rows wait in the journal: /),
    how: expect.any(String),
  })
  expect(await tryTo('fleet.machines', {})).toMatchObject({
    ok: false,
    error: { code: 'fleet.none', text: 'This machine’s fleet has no shared database.' },
  })
  expect(receiver.requests).toEqual([])

  await store('collector-token', receiver.url, 'token-of-the-test')
  const call = await ask('tools.run', {
    tool: 'math_eval',
    args: { expression: '6*7' },
    wait: false,
  })
  const refused = await ask('tools.run', { tool: 'no_such_tool', args: {}, wait: false })
  await ask('fleet.retry', {})
  const last = Math.max(...(await journal()).rows.map(({ seq }) => seq))
  await expect
    .poll(() => ask('fleet.collector', {}))
    .toMatchObject({ kind: 'level', seq: last, url: `${receiver.url}/v1/logs`, withheld: 0 })

  expect((await ask('doctor.report', {})).checks).toContainEqual({
    id: 'collector',
    title: 'OpenTelemetry Collector',
    state: 'ok',
    how: null,
    text: expect.stringMatching(/has (every row|rows) up to \d+/),
  })
  expect(receiver.requests[0]?.headers.authorization).toBe('Bearer token-of-the-test')
  const sent = receiver.records.map(({ attributes }) => attributes)
  const ofCall = (id: string, kind: string) =>
    sent.find((one) => one['gen_ai.tool.call.id'] === id && one['gatehouse.row.kind'] === kind)
  expect(ofCall(call.requestId, 'outcome')).toMatchObject({
    'gatehouse.machine': 'ada-laptop',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'math_eval',
    'gen_ai.conversation.id': expect.any(String),
    'gatehouse.principal': expect.arrayContaining(['cli']),
    'gatehouse.channel': 'cli',
    'gatehouse.tier': 'R0',
    'gatehouse.status': 'done',
    'gatehouse.duration_ms': expect.any(Number),
  })
  expect(ofCall(call.requestId, 'decision')).toMatchObject({ 'gatehouse.decision': 'allow' })
  expect(ofCall(refused.requestId, 'refused')).toMatchObject({
    'gen_ai.tool.name': 'no_such_tool',
    'gatehouse.status': 'denied',
    'error.type': expect.any(String),
  })
  expect(JSON.stringify(receiver.records.map(({ body }) => body))).not.toContain(
    'token-of-the-test',
  )
})

it('trusts nobody whose authority is not written down @whole', async () => {
  await startServices({ more: fleet('') })
  await store('collector-token', receiver.url, 'token-of-the-test')
  await ask('fleet.retry', {})
  await expect
    .poll(() => ask('fleet.collector', {}))
    .toMatchObject({ kind: 'waiting', why: { code: 'collector.unreachable' } })
  expect(receiver.requests).toEqual([])
})
