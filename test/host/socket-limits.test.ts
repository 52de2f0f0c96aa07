import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../contract/result.ts'
import { connect } from '../../main/host/local-client.ts'
import { listen } from '../../main/host/local-socket.ts'
import { openConnectionLimits } from '../../main/host/socket-limits.ts'
import { askRunning } from '../../main/host/hook/ask-running.ts'
import { fakeApp } from '../fakes/app.ts'

const few = { waiting: 2, agent: 2, hook: 1, person: 1, reserve: 1 }
const call = (channel: string) => ({ kind: 'call', channel }) as const

describe('connections by kind', () => {
  it('never lets one kind take the connections of another', () => {
    const limits = openConnectionLimits<string>(few)
    const asked = (connection: string, asks: Parameters<typeof limits.use>[1]) =>
      limits.use(connection, asks)?.code ?? 'served'
    expect([
      asked('a1', { kind: 'mcp' }),
      asked('a2', { kind: 'mcp' }),
      asked('a3', { kind: 'mcp' }),
      asked('h1', call('hook.decide')),
      asked('h2', call('hook.decide')),
      asked('p1', { kind: 'subscribe' }),
      asked('p1', call('tools.run')),
      asked('p2', call('tools.run')),
      asked('p3', call('emergency-stop.stop')),
      asked('p3', call('tools.run')),
      asked('p4', call('emergency-stop.stop')),
    ]).toEqual([
      'served',
      'served',
      'socket.full',
      'served',
      'socket.full',
      'served',
      'served',
      'socket.full',
      'served',
      'socket.full',
      'socket.full',
    ])
    limits.leave('a1')
    expect(asked('a3', { kind: 'mcp' })).toBe('served')
  })

  it('lets the one that has been silent for longest go when too many are', () => {
    const limits = openConnectionLimits<string>(few)
    expect([limits.admit('one'), limits.admit('two'), limits.admit('three')]).toEqual([
      null,
      null,
      'one',
    ])
    limits.use('two', { kind: 'mcp' })
    expect([limits.waits('two'), limits.waits('three'), limits.admit('four')]).toEqual([
      false,
      true,
      null,
    ])
  })
})

describe('a socket that agents have taken', () => {
  let folder: string
  let sockets: Socket[]
  let close: () => Promise<void>
  const socketFile = (): string => join(folder, 'g.sock')
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-socket-'))
    sockets = []
    const app = fakeApp({
      'emergency-stop.stop': () => ok({ leases: 0, held: 0, runs: 0 }),
      'hook.decide': () => ok({ effect: 'deny', reason: 'no' }),
    })
    const line = { line: () => {}, tooLong: () => {}, close: () => {}, end: () => {} }
    const listening = await listen({
      socketFile: socketFile(),
      call: app.call,
      subscribe: app.subscribe,
      mcp: () => line,
    })
    if (!listening.ok) throw new Error(listening.error.text)
    close = () => listening.value.close()
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
  const agent = (): Promise<{
    readonly result: { readonly ok: boolean; readonly error?: { readonly text: string } }
  }> =>
    new Promise((done) => {
      const socket = createConnection(socketFile())
      sockets.push(socket)
      socket.on('error', () => {})
      createInterface({ input: socket }).once('line', (line) => done(JSON.parse(line)))
      socket.write('{"id":0,"mcp":{"client":"agent"}}\n')
    })

  it('still stops everything and answers hooks, and says why to one agent too many', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, agent))
    expect(answers.filter(({ result }) => result.ok).length).toBe(64)
    expect(answers.find(({ result }) => !result.ok)?.result.error?.text).toBe(
      'Gatehouse already serves 64 connections of agents, the most it takes.',
    )
    // A client that only connects and says nothing takes no place of the person either.
    for (let n = 0; n < 200; n += 1)
      sockets.push(createConnection(socketFile()).on('error', () => {}))
    const person = await connect(socketFile())
    if (!person.ok) throw new Error(person.error.text)
    expect(await person.value.call('emergency-stop.stop', {})).toEqual({
      ok: true,
      value: { leases: 0, held: 0, runs: 0 },
    })
    person.value.close()
    expect(await askRunning(socketFile(), 'hook.decide', {}, 5_000)).toEqual({
      kind: 'answer',
      value: { effect: 'deny', reason: 'no' },
    })
  })
})
