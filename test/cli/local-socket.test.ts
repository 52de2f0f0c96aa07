import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { err, ok } from '../../contract/result.ts'
import { connect } from '../../main/host/local-client.ts'
import { listen } from '../../main/host/local-socket.ts'
import { fakeApp } from '../fakes/app.ts'
import type { FakeApp } from '../fakes/app.ts'

const verification = { kind: 'intact', rows: 3, headSeq: 3, headHash: 'ff', durationMs: 1 } as const
const grew: PanelEvent = { kind: 'journal-grew', seq: 4, rows: 4 }

let folder: string
let socketFile: string
let closers: (() => void | Promise<void>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-socket-'))
  socketFile = join(folder, 'run', 'g.sock')
  closers = []
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function served(app: FakeApp = fakeApp({ 'audit.verify': () => ok(verification) })) {
  const listening = await listen({
    socketFile,
    call: (channel, input, caller) => app.call(channel, input, caller),
    subscribe: (listener) => app.subscribe(listener),
  })
  if (listening.ok) closers.push(() => listening.value.close())
  return { listening, app }
}

async function connected() {
  const connection = await connect(socketFile)
  if (!connection.ok) throw new Error(connection.error.text)
  closers.push(() => connection.value.close())
  return connection.value
}

/** A client that writes what it likes. */
function raw(): {
  readonly socket: Socket
  line(): Promise<unknown>
  readonly closed: Promise<void>
} {
  const socket = createConnection(socketFile)
  socket.on('error', () => {})
  closers.push(() => void socket.destroy())
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  return {
    socket,
    line: async () => JSON.parse(String((await lines.next()).value)),
    closed: new Promise<void>((done) => socket.once('close', () => done())),
  }
}

describe('the local socket', () => {
  it('carries a call and its answer, as the surface cli', async () => {
    const { app } = await served()
    const connection = await connected()
    expect(await connection.call('audit.verify', {})).toEqual({ ok: true, value: verification })
    const caller = { surface: 'cli', gone: expect.any(AbortSignal) }
    expect(app.calls).toEqual([{ channel: 'audit.verify', input: {}, caller }])
  })

  it('tells a call that its connection has ended, and no other', async () => {
    const { app } = await served()
    const [first, second] = [await connected(), await connected()]
    await first.call('audit.verify', {})
    await second.call('audit.verify', {})
    const gone = () => app.calls.map(({ caller }) => caller.gone?.aborted)
    expect(gone()).toEqual([false, false])
    first.close()
    await expect.poll(gone).toEqual([true, false])
  })

  it('is for this user only', async () => {
    mkdirSync(join(folder, 'run'), { mode: 0o777 })
    chmodSync(join(folder, 'run'), 0o777)
    await served()
    expect([statSync(socketFile).mode & 0o777, statSync(join(folder, 'run')).mode & 0o777]).toEqual(
      [0o600, 0o700],
    )
  })

  it('does not lie in a folder that is a link', async () => {
    mkdirSync(join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'run'))
    expect((await served()).listening).toMatchObject({
      ok: false,
      error: { code: 'socket.folder' },
    })
  })

  it('answers many calls at once, each with its own answer, in whatever order they end', async () => {
    const waiting: (() => void)[] = []
    const app = fakeApp({
      'tools.run': (input) =>
        new Promise((done) => {
          waiting.push(() => done(err({ code: 'test', text: JSON.stringify(input) })))
        }),
    })
    await served(app)
    const connection = await connected()
    const calls = ['a', 'b', 'c'].map((tool) =>
      connection.call('tools.run', { tool, args: {}, wait: true }),
    )
    while (waiting.length < 3) await new Promise((done) => setTimeout(done, 5))
    for (const end of waiting.toReversed()) end()
    const texts = (await Promise.all(calls)).map((result) =>
      result.ok ? '' : JSON.parse(result.error.text).tool,
    )
    expect(texts).toEqual(['a', 'b', 'c'])
  })

  it('sends events to those who asked, until they go', async () => {
    const { app } = await served()
    const [one, two] = [await connected(), await connected()]
    const received: PanelEvent[] = []
    const first = new Promise<void>((done) => {
      void one.subscribe((event) => {
        received.push(event)
        done()
      })
    })
    while (app.listeners() < 1) await new Promise((done) => setTimeout(done, 5))
    app.send(grew)
    await first
    expect(received).toEqual([grew])
    one.close()
    while (app.listeners() > 0) await new Promise((done) => setTimeout(done, 5))
    expect((await two.call('audit.verify', {})).ok).toBe(true)
  })

  it('answers a waiting client when the other side went away', async () => {
    const { listening } = await served(fakeApp({ 'audit.verify': () => new Promise(() => {}) }))
    const connection = await connected()
    const call = connection.call('audit.verify', {})
    await new Promise((done) => setTimeout(done, 50))
    if (listening.ok) await listening.value.close()
    expect(await call).toMatchObject({ ok: false, error: { code: 'socket.lost' } })
    expect(await connection.call('audit.verify', {})).toMatchObject({
      ok: false,
      error: { code: 'socket.lost' },
    })
  })

  it('refuses an answer in a form the table does not promise', async () => {
    await served(fakeApp({ 'audit.verify': () => ok({ kind: 'fine' }) }))
    expect(await (await connected()).call('audit.verify', {})).toMatchObject({
      ok: false,
      error: { code: 'socket.version' },
    })
  })

  it.each([
    'hello',
    '[]',
    '{"id":1}',
    '{"id":1,"channel":2,"input":{}}',
    '{"id":1,"channel":"x","input":{},"caller":{"surface":"window"}}',
    '{"id":-1,"channel":"x","input":{}}',
  ])('answers %j with a refusal and goes on', async (line) => {
    const { app } = await served()
    const client = raw()
    client.socket.write(`${line}\n`)
    expect(await client.line()).toMatchObject({
      id: null,
      result: { ok: false, error: { code: 'socket.malformed' } },
    })
    client.socket.write('{"id":7,"channel":"audit.verify","input":{}}\n')
    expect(await client.line()).toEqual({ id: 7, result: { ok: true, value: verification } })
    expect(app.calls).toHaveLength(1)
  })

  it('puts a line together that comes in pieces, in the middle of a character too', async () => {
    const { app } = await served()
    const client = raw()
    const bytes = Buffer.from(`{"id":1,"channel":"audit.verify","input":{"x":"ä€😀"}}\n`)
    for (const byte of bytes) {
      client.socket.write(Buffer.from([byte]))
      await new Promise((done) => setImmediate(done))
    }
    await client.line()
    expect(app.calls.map(({ input }) => input)).toEqual([{ x: 'ä€😀' }])
  })

  it('cuts off a line without end, and others go on', async () => {
    await served()
    const client = raw()
    const piece = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 6 && !client.socket.destroyed; i++) client.socket.write(piece)
    await client.closed
    expect((await (await connected()).call('audit.verify', {})).ok).toBe(true)
  })

  it('does not take more than 64 calls at once from one client', async () => {
    const { app } = await served(fakeApp({ 'audit.verify': () => new Promise(() => {}) }))
    const client = raw()
    for (let id = 0; id < 65; id++)
      client.socket.write(`{"id":${id},"channel":"audit.verify","input":{}}\n`)
    expect(await client.line()).toMatchObject({
      id: 64,
      result: { ok: false, error: { code: 'socket.busy' } },
    })
    expect(app.calls).toHaveLength(64)
  })

  it('goes on after clients that break off in the middle', async () => {
    await served()
    for (let i = 0; i < 20; i++) {
      const client = raw()
      client.socket.write('{"id":1,"channel":"audit.verify","inp')
      client.socket.destroy()
      await client.closed
    }
    expect((await (await connected()).call('audit.verify', {})).ok).toBe(true)
  })
})

describe('a socket file that is there already', () => {
  it('is left alone while somebody answers', async () => {
    await served()
    const second = await served()
    expect(second.listening).toMatchObject({ ok: false, error: { code: 'socket.in-use' } })
    expect((await (await connected()).call('audit.verify', {})).ok).toBe(true)
  })

  it('is replaced when its owner was killed', async () => {
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const source = `require('node:net').createServer().listen(${JSON.stringify(socketFile)}, () => console.log('up'))`
    const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(socketFile)).toBe(true)
    expect(await connect(socketFile)).toMatchObject({ ok: false, error: { code: 'socket.nobody' } })
    expect((await served()).listening.ok).toBe(true)
    expect((await (await connected()).call('audit.verify', {})).ok).toBe(true)
  })

  it('is not believed when it is no socket', async () => {
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    writeFileSync(socketFile, '')
    expect(await connect(socketFile)).toMatchObject({
      ok: false,
      error: { code: 'socket.foreign' },
    })
  })

  it('is gone after an orderly end', async () => {
    const { listening } = await served()
    if (listening.ok) await listening.value.close()
    expect([existsSync(socketFile), await connect(socketFile)]).toMatchObject([
      false,
      { ok: false, error: { code: 'socket.nobody' } },
    ])
  })
})
