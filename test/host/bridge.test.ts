// The bridge between a client and the app, with an app that ends in the middle: what the next one
// is told, and what the client is.
import { createServer, connect } from 'node:net'
import type { Server, Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { bridge } from '../../main/host/bridge/bridge.ts'
import { answeredIn } from '../../main/host/bridge/session-replay.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bridge-'))
let server: Server | null = null
afterAll(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

type Message = {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly protocolVersion?: string }
}

/**
 * An app that answers as the gateway does, in as far as a bridge looks at it; `end` is the app
 * dying.
 */
async function openApp() {
  const received: string[] = []
  let now: Socket | null = null
  const answer = (line: string): string | null => {
    const { id, method, params } = JSON.parse(line) as Message
    received.push(`${method ?? ''} ${params?.protocolVersion ?? ''}`.trim())
    if (id === undefined || method === 'never') return null
    if (typeof id === 'object')
      return '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no"}}\n'
    const refused = method === 'initialize' && params?.protocolVersion === undefined
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${refused ? '"error":{"code":-32602,"message":"no"}' : '"result":{}'}}\n`
  }
  const file = join(folder, 'app.sock')
  const listening = createServer((socket) => {
    now = socket
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      const lines = (rest + piece.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) socket.write(answer(line) ?? '')
    })
  })
  server = listening
  await new Promise<void>((done) => listening.listen(file, done))
  return {
    received,
    end: () => now?.destroy(),
    reach: () =>
      new Promise<Socket>((done) => {
        const to = connect(file, () => done(to))
      }),
  }
}

describe('an app that ends in the middle', () => {
  it('is followed by one that knows the client as the first did, and those who waited are told', async () => {
    const app = await openApp()
    const input = new PassThrough()
    const output = new PassThrough()
    const said: string[] = []
    output.on('data', (piece: Buffer) => said.push(...piece.toString().split('\n').filter(Boolean)))
    const over = bridge({ input, output, reach: app.reach })
    const send = (message: object): boolean =>
      input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } })
    send({ method: 'notifications/initialized' })
    // Refused, and no word of it may be what the next app hears first.
    send({ id: 2, method: 'initialize', params: {} })
    // Ids that are none are answered with none, and wait for nothing. One of many letters that take
    // more than a byte does.
    for (const id of [{}, null, 'x'.repeat(300), 'ü'.repeat(200)]) send({ id, method: 'ping' })
    send({ id: -1.5e-9, method: 'ping' })
    send({ id: 'held', method: 'never' })
    await expect.poll(() => app.received.length).toBe(9)
    await expect.poll(() => said.length).toBe(7)
    app.end()
    await expect
      .poll(() => app.received.slice(9))
      .toEqual(['initialize 2025-11-25', 'notifications/initialized'])
    expect(said.slice(7).map((line) => (JSON.parse(line) as Message).id)).toEqual(['held'])
    send({ id: 3, method: 'ping' })
    await expect.poll(() => said.length).toBe(9)
    input.end()
    await over
  })
})

describe('the head of an answer', () => {
  const line = (id: string): string =>
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{"a":1}}`).toString('latin1')
  it.each<[string, unknown]>([
    ['7', 7],
    ['-1.5e-9', -1.5e-9],
    ['"a\\"b"', 'a"b'],
    ['"größe"', 'größe'],
    [JSON.stringify('\u0007'.repeat(256)), '\u0007'.repeat(256)],
    ['null', undefined],
  ])('names %s', (id, wanted) => expect(answeredIn(line(id))?.id).toEqual(wanted))
})
