import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { openBrowserHost } from '../../main/host/browser/server.ts'
import { openVisit, type Visit } from './browser-visit.ts'

let visit: Visit
beforeEach(async () => {
  visit = await openVisit({
    'app.state': () => ok({ version: '1' }),
    'guard.set': () => err(failure('test.no', 'No.')),
    slow: () => gate.then(() => ok(null)),
  })
})
afterEach(() => visit.dispose())

const next = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) =>
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
  )
const closed = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => socket.once('close', resolve))
let release: () => void = () => undefined
const gate = new Promise<void>((resolve) => (release = resolve))

describe('the socket', () => {
  it('opens only for our own page with its cookie', async () => {
    const cookie = await visit.enter()
    const own = `http://127.0.0.1:${visit.host.port}`
    const tries: readonly [name: string, options: ClientOptions, want: number][] = [
      ['no cookie', { origin: own }, 403],
      [
        'a guessed cookie',
        { origin: own, headers: { cookie: `gatehouse_${visit.host.port}=x` } },
        403,
      ],
      ['no origin', { headers: { cookie } }, 403],
      ['another origin', { origin: 'https://evil.example', headers: { cookie } }, 403],
      ['another port of this machine', { origin: 'http://127.0.0.1:1', headers: { cookie } }, 403],
      [
        'the other name of this machine',
        { origin: `http://localhost:${visit.host.port}`, headers: { cookie } },
        403,
      ],
      ['https', { origin: own.replace('http', 'https'), headers: { cookie } }, 403],
      ['a null origin', { origin: 'null', headers: { cookie } }, 403],
      ['another host name', { origin: own, headers: { cookie, host: 'evil.example' } }, 403],
    ]
    for (const [name, options, want] of tries)
      expect([name, await visit.dial(options)]).toEqual([name, want])
    for (const path of [
      '/ws',
      '/',
      `/w-${'A'.repeat(22)}/ws`,
      visit.inside('/other'),
      visit.inside('/'),
      visit.inside('//ws'),
      visit.inside('/ws?x'),
    ]) {
      expect([path, await visit.dial({ origin: own, headers: { cookie } }, path)]).toEqual([
        path,
        404,
      ])
      expect([path, await visit.dial({ origin: own }, path)]).toEqual([path, 403])
    }
    expect(await visit.dial({ origin: own, headers: { cookie } })).toBeInstanceOf(WebSocket)
    expect(visit.app.calls).toEqual([])
  })

  it('carries a call to the app and its result back, under its id', async () => {
    const socket = await visit.connected()
    socket.send(JSON.stringify({ id: 7, channel: 'app.state', input: {} }))
    expect(await next(socket)).toEqual({ id: 7, result: { ok: true, value: { version: '1' } } })
    socket.send(JSON.stringify({ id: 8, channel: 'guard.set', input: { on: true } }))
    expect(await next(socket)).toEqual({
      id: 8,
      result: { ok: false, error: { code: 'test.no', text: 'No.' } },
    })
    expect(visit.app.calls).toEqual([
      { channel: 'app.state', input: {}, caller: { surface: 'browser' } },
      { channel: 'guard.set', input: { on: true }, caller: { surface: 'browser' } },
    ])
  })

  const unreadable = [
    '',
    'nonsense',
    '[]',
    '{}',
    '{"id":1}',
    '{"id":"1","channel":"app.state","input":{}}',
    '{"id":1,"channel":"app.state","input":{},"caller":{"surface":"cli"}}',
    Buffer.from('{"id":1,"channel":"app.state","input":{}}'),
  ]
  it.each(unreadable)(
    'answers a message that it cannot read (%s), and goes on',
    async (message) => {
      const socket = await visit.connected()
      socket.send(message)
      expect(await next(socket)).toMatchObject({
        id: null,
        result: { ok: false, error: { code: 'ipc.bad-message' } },
      })
      socket.send(JSON.stringify({ id: 1, channel: 'app.state', input: {} }))
      expect(await next(socket)).toMatchObject({ id: 1, result: { ok: true } })
    },
  )

  it('closes on a message over one megabyte, and the others stay', async () => {
    const [big, other] = [await visit.connected(), await visit.connected()]
    big.send(JSON.stringify({ id: 1, channel: 'app.state', input: 'x'.repeat(1024 * 1024) }))
    expect(await closed(big)).toBe(1009)
    other.send(JSON.stringify({ id: 1, channel: 'app.state', input: {} }))
    expect(await next(other)).toMatchObject({ id: 1 })
    expect(visit.app.calls).toHaveLength(1)
  })

  it('sends every page what happens, until it leaves', async () => {
    const [one, two] = [await visit.connected(), await visit.connected()]
    const event = { kind: 'journal-grew', seq: 1, rows: 1 } as const
    const received = [next(one), next(two)]
    visit.app.send(event)
    expect(await Promise.all(received)).toEqual([{ events: [event] }, { events: [event] }])
    one.close()
    await closed(one)
    await expect.poll(() => visit.app.listeners()).toBe(1)
  })

  it('cuts off a page that does not read, and keeps no listener of it', async () => {
    const socket = await visit.connected()
    socket.pause()
    const event = { kind: 'app-changed', app: { filler: 'x'.repeat(1024 * 1024) } } as never
    let sent = 0
    while (visit.app.listeners() > 0 && sent < 200) {
      visit.app.send(event)
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(visit.app.listeners()).toBe(0)
    // 8 MB of ours, and what the kernel's socket buffers take.
    expect(sent).toBeLessThan(60)
  })

  it('refuses more than 64 calls at once, and takes new ones when they end', async () => {
    const socket = await visit.connected()
    const answers: { id: number; result: { ok: boolean; error?: { code: string } } }[] = []
    socket.on('message', (data: Buffer) =>
      answers.push(JSON.parse(data.toString()) as (typeof answers)[number]),
    )
    for (let id = 1; id <= 65; id += 1)
      socket.send(JSON.stringify({ id, channel: 'slow', input: {} }))
    await expect
      .poll(() => answers)
      .toMatchObject([{ id: 65, result: { ok: false, error: { code: 'ipc.busy' } } }])
    release()
    await expect.poll(() => answers.length).toBe(65)
    socket.send(JSON.stringify({ id: 66, channel: 'slow', input: {} }))
    await expect.poll(() => answers.at(-1)).toMatchObject({ id: 66, result: { ok: true } })
  })
})

describe('the listener', () => {
  it('is on 127.0.0.1 and on no other address of this machine', async () => {
    const reach = (address: string) =>
      new Promise<string>((resolve) => {
        const probe = connect({ host: address, port: visit.host.port })
        probe
          .on('connect', () => (probe.destroy(), resolve('open')))
          .on('error', () => resolve('closed'))
      })
    expect([await reach('127.0.0.1'), await reach('127.0.0.2'), await reach('::1')]).toEqual([
      'open',
      'closed',
      'closed',
    ])
  })

  it('says which port is taken', async () => {
    expect(
      await openBrowserHost({
        app: visit.app,
        pages: visit.home.open(),
        pageFolder: visit.page,
        port: visit.host.port,
      }),
    ).toEqual({
      ok: false,
      error: {
        code: 'browser.port-taken',
        text: `Port ${visit.host.port} is in use by another program.`,
        hint: 'Choose another with --port, or leave it out.',
      },
    })
  })

  it('takes another port when nobody asked for a certain one', async () => {
    const [first, second] = [
      await openBrowserHost({
        app: visit.app,
        pages: visit.home.open(),
        pageFolder: visit.page,
        port: null,
      }),
      await openBrowserHost({
        app: visit.app,
        pages: visit.home.open(),
        pageFolder: visit.page,
        port: null,
      }),
    ]
    if (!first.ok || !second.ok) throw new Error('both can listen')
    expect(first.value.port).not.toBe(second.value.port)
    await Promise.all([first.value.dispose(), second.value.dispose()])
  })

  it('ends while pages are connected, and says so to them', async () => {
    const socket = await visit.connected()
    const end = closed(socket)
    await visit.host.dispose()
    expect(await end).toBe(1001)
    expect(visit.app.listeners()).toBe(0)
    expect(visit.app.disposed()).toBe(0)
    await expect(visit.ask('/')).rejects.toThrow('ECONNREFUSED')
  })
})
