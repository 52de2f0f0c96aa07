// What is looked at before anything is parsed: lines and their bounds, depth and number of values;
// and who may speak when.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guarded } from '../../../main/mcp/client/transport/guard.ts'
import { openJsonMeter } from '../../../main/mcp/client/transport/json-meter.ts'
import { usualLimits } from '../../../main/mcp/client/limits.ts'
import { openLines } from '../../../main/mcp/client/transport/lines.ts'
import { plainText } from '../../../main/mcp/client/plain-text.ts'

const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object'
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map(depthOf))
/** In pieces of up to `size` bytes. */
const pieces = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )

describe('the measure of JSON', () => {
  it('knows the depth of whatever it is, however it is cut, and whatever is in its texts', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.string(),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 4 }),
        (value, text, size, depth) => {
          const whole = { [text]: value, '\\"[{': `${text}\\` }
          const meter = openJsonMeter({ depth, values: 1_000_000 })
          const reported =
            pieces(Buffer.from(JSON.stringify(whole)), size)
              .map((piece) => meter.feed(piece))
              .find((each) => each !== null) ?? null
          expect(reported === null).toBe(depthOf(whole) <= depth)
        },
      ),
    )
  })
  it('counts what is in it', () => {
    const feed = (text: string) => openJsonMeter({ depth: 9, values: 10 }).feed(Buffer.from(text))
    expect(feed(JSON.stringify([1, 2, 3, 4, 5]))).toBe(null)
    expect(feed(JSON.stringify(Array.from({ length: 20 })))).toBe('holds more than 10 values')
    expect(feed(JSON.stringify({ text: ',,,,,,,,,,,,[[[[[[[[[[[[' }))).toBe(null)
  })
})

describe('lines', () => {
  it('come out as they went in, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string().filter((text) => !text.includes('\n'))),
        fc.integer({ min: 1, max: 9 }),
        (lines, size) => {
          const got: string[] = []
          const cut = openLines(usualLimits, (line) => void got.push(String(line)))
          for (const piece of pieces(Buffer.from(lines.map((line) => `${line}\n`).join('')), size))
            cut.feed(piece)
          expect(got).toEqual(lines.map((line) => Buffer.from(line).toString()))
        },
      ),
    )
  })
  it('end at the first that is too long, whether or not its end has come', () => {
    const small = { messageBytes: 10, depth: 9, values: 9 }
    const got: string[] = []
    expect(
      openLines(small, (line) => void got.push(String(line))).feed(
        Buffer.from('0123456789\n01234567890'),
      ),
    ).toBe('is longer than 10 bytes')
    expect(got).toEqual(['0123456789'])
  })
})

/** A transport whose other end is the test. */
function rig(limits = {}) {
  const sent: unknown[] = []
  const faults: string[] = []
  const received: unknown[] = []
  let time = 0
  const inner: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => void sent.push(message),
  }
  const { transport, dropped } = guarded(inner, {
    limits: { ...usualLimits, ...limits },
    now: () => time,
    onFault: (what) => void faults.push(what),
  })
  transport.onmessage = (message) => void received.push(message)
  const say = (message: unknown): void => inner.onmessage?.(message as JSONRPCMessage)
  return {
    transport,
    dropped,
    say,
    sent,
    faults,
    received,
    pass: (ms: number) => void (time += ms),
  }
}
const request = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, method: 'ping' })
const answer = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} })

describe('the guard', () => {
  it('lets through one answer to each question, and counts the others', async () => {
    const { transport, say, received, dropped, faults } = rig()
    await transport.send(request(1))
    for (const id of [2, '1', null, 1.5, 1, 1, 1]) say(answer(id))
    await Promise.resolve()
    expect(received).toEqual([answer(1)])
    expect(dropped()).toEqual({ answers: 6, notes: 0, requests: 0 })
    expect(faults).toEqual([])
  })
  it('hands on what came before an answer before the answer, even where both came at once', async () => {
    const { transport, say, received } = rig()
    await transport.send(request(1))
    const order: string[] = []
    const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} }
    say(progress)
    // As the library does: it hears a notification a moment after it got it.
    void Promise.resolve().then(() => order.push(`progress, ${received.length} so far`))
    say(answer(1))
    await Promise.resolve()
    expect([order, received]).toEqual([['progress, 1 so far'], [progress, answer(1)]])
  })
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', [answer(1)]],
    ['a number', 7],
    ['another protocol', { id: 1, result: {} }],
    ['an answer and an error at once', { ...answer(1), error: { code: 1, message: '' } }],
    ['an answer without either', { jsonrpc: '2.0', id: 1 }],
    ['a method that is none', { jsonrpc: '2.0', method: 7 }],
    ['a request whose id is none', { jsonrpc: '2.0', id: {}, method: 'ping' }],
  ])('ends a session for %s', (_name, message) => {
    const { say, faults, received } = rig()
    say(message)
    expect([faults.length, received]).toEqual([1, []])
  })
  it('takes a part of many notifications, but every change of lists, and ends a flood', () => {
    const { say, received, faults, pass, dropped } = rig({ notesReceived: 3, notesMost: 10 })
    const note = { jsonrpc: '2.0', method: 'notifications/message' }
    const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
    for (let n = 0; n < 5; n += 1) say(note)
    say(changed)
    expect(received).toEqual([note, note, note, changed])
    pass(10_001)
    say(note)
    expect(received.length).toBe(5)
    expect(dropped().notes).toBe(2)
    for (let n = 0; n < 10; n += 1) say(note)
    expect(faults).toEqual(['sent more than 10 notifications in ten seconds'])
  })
  it('ends a server that says more than is order for a minute, and not one that was loud once', () => {
    const { say, faults, pass } = rig({ notesReceived: 3, notesMost: 100, notesPeriods: 3 })
    const loud = (): void => {
      for (let n = 0; n < 5; n += 1) say({ jsonrpc: '2.0', method: 'notifications/message' })
      pass(10_001)
    }
    loud()
    loud()
    pass(20_001)
    loud()
    loud()
    expect(faults).toEqual([])
    loud()
    loud()
    expect(faults).toEqual(['sent more than 3 notifications in ten seconds, 3 times in a row'])
  })
  it('refuses requests beyond a few at once by itself, and never has more open than it may', async () => {
    const { transport, say, received, sent } = rig({ pendingRequests: 1, pending: 2 })
    say({ jsonrpc: '2.0', id: 'a', method: 'roots/list' })
    say({ jsonrpc: '2.0', id: 'b', method: 'roots/list' })
    expect(received.length).toBe(1)
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'b', error: { code: -32_000, message: 'Too many requests at once.' } },
    ])
    await transport.send(request(1))
    await transport.send(request(2))
    await expect(transport.send(request(3))).rejects.toThrow(/owes 2 answers/)
    await transport.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    })
    await transport.send(request(4))
  })
})

describe('plain text', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007rest', 'rest'],
    ['\u001b]8;;https://x\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a\u200bb\u202ec\ufeff', 'abc'],
    ['one\r\ntwo\tthree', 'one two three'],
    ['\u001bPsecret\u001b\\x', 'x'],
    ['x'.repeat(600), `${'x'.repeat(500)} …`],
  ])('of %j is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})
