import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import {
  openSocketBridge,
  parseFrame,
  type SocketBridge,
} from '../../../renderer/bridge/socket-bridge.ts'

type Answer = (socket: ServerSocket, message: { id: number; channel: string }) => void
const open: { dispose(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.dispose()
})

async function serve(
  answer: Answer,
  port = 0,
): Promise<{ port: number; sockets: ServerSocket[]; stop(): Promise<void> }> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  const sockets: ServerSocket[] = []
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data) =>
      answer(socket, JSON.parse(Buffer.isBuffer(data) ? data.toString('utf8') : '')),
    )
  })
  const stop = async (): Promise<void> => {
    for (const socket of server.clients) socket.terminate()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  open.push({ dispose: () => void stop() })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, sockets, stop }
}

function connect(port: number): SocketBridge {
  const line = openSocketBridge({ connect: () => new WebSocket(`ws://127.0.0.1:${port}/ws`) })
  open.push(line)
  return line
}

const echo: Answer = (socket, { id, channel }) =>
  socket.send(JSON.stringify({ id, result: { ok: true, value: channel } }))
const reached = (line: SocketBridge, wanted: string): Promise<void> =>
  new Promise((resolve) => line.watch((state) => state === wanted && resolve()))

describe('the socket bridge', () => {
  it('gives each call its own answer, whatever order they come in', async () => {
    const waiting: (() => void)[] = []
    const { port } = await serve((socket, message) => {
      waiting.unshift(() => echo(socket, message))
      if (waiting.length === 2) for (const send of waiting) send()
    })
    const { bridge } = connect(port)
    expect(
      await Promise.all([bridge.call('app.state', {}), bridge.call('tools.list', {})]),
    ).toEqual([
      { ok: true, value: 'app.state' },
      { ok: true, value: 'tools.list' },
    ])
  })

  it('fails what was sent when the connection breaks, connects again, and says once that events may be missing', async () => {
    const first = await serve(() => undefined)
    const line = connect(first.port)
    const events: (PanelEvent | null)[] = []
    line.bridge.subscribe((event) => events.push(event))
    await reached(line, 'open')
    const unanswered = line.bridge.call('app.state', {})
    await first.stop()
    expect(await unanswered).toMatchObject({ ok: false, error: { code: 'bridge.lost' } })
    const second = await serve(echo, first.port)
    // Asked while the line is down: waits for it, and is answered.
    expect(await line.bridge.call('app.state', {})).toEqual({ ok: true, value: 'app.state' })
    second.sockets[0]?.send(
      JSON.stringify({
        events: [{ kind: 'journal-grew', seq: 1, rows: 1 }, { kind: 'servers-changed' }],
      }),
    )
    await expect
      .poll(() => events)
      .toEqual([null, { kind: 'journal-grew', seq: 1, rows: 1 }, { kind: 'servers-changed' }])
  })

  it('fails every call that waits when it is disposed', async () => {
    const { port } = await serve(() => undefined)
    const line = connect(port)
    const call = line.bridge.call('app.state', {})
    line.dispose()
    expect(await call).toMatchObject({ ok: false, error: { code: 'bridge.lost' } })
  })
})

it('drops every message that is neither an answer nor an event', () => {
  const bad = [
    '',
    '{',
    '[]',
    'null',
    '{"id":"1","result":{"ok":true,"value":1}}',
    '{"id":1,"result":{"ok":true}}',
    '{"id":1,"result":{"ok":false,"error":null}}',
    '{"events":3}',
    '{"events":{}}',
    '{"events":[{}]}',
    '{"events":[null]}',
    7,
    null,
  ]
  expect(bad.map(parseFrame)).toEqual(bad.map(() => null))
  expect(parseFrame('{"events":[]}')).toEqual({ kind: 'events', events: [] })
})
