// What a server sends of up to the limit of one message is read in a thread of its own where it
// holds much: what comes back to where everything else waits holds little, whatever it was.
import { PassThrough } from 'node:stream'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { usualLimits } from '../../../main/mcp/client/limits.ts'
import {
  cutMessage,
  DATA_LEFT_OUT,
  isMuch,
  MOST_CHARS,
  valuesIn,
} from '../../../main/mcp/client/transport/cut-message.ts'
import { openJsonMeter } from '../../../main/mcp/client/transport/json-meter.ts'
import { stdioTransport } from '../../../main/mcp/client/transport/stdio-transport.ts'
import { LEFT_OUT } from '../../../main/mcp/client/unknown-parts.ts'
import { weighs } from '../../../main/mcp/client/weight.ts'
import { trimLater } from '../../../main/wiring/execution/staging/trim-later.ts'

const many = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at))
const text = (words: string) => ({ type: 'text', text: words })
const note = (words: string) => ({ ...text(words), _meta: { [LEFT_OUT]: true } })
const keys = Object.fromEntries(many(200_000, (at) => [`key ${at}`, at]))
const long = 'x'.repeat(6 * 1024 * 1024)
const cut = 'x'.repeat(MOST_CHARS)
const link = (at: number) => ({ uri: `a://${at}`, text: 'short' })
const said = (words: string) => ({ role: 'user', content: text(words) })

/** What it sends, and what is left of it. */
const rows: readonly (readonly [string, object, object])[] = [
  [
    'a result of very many parts',
    { result: { content: many(100_000, () => text('a')) } },
    {
      result: {
        content: [
          ...many(1_000, () => text('a')),
          note('99000 further parts of the answer were left out.'),
        ],
      },
    },
  ],
  [
    'one part with very many members, behind a short one',
    { result: { content: [text('short'), { ...text('a'), _meta: keys }, text('b')] } },
    {
      result: {
        content: [text('short'), note('2 further parts of the answer were left out.')],
      },
    },
  ],
  [
    'structured data of very many members',
    { result: { content: [text('short')], structuredContent: keys } },
    {
      result: {
        content: [
          text('short'),
          note('The structured data of the answer was too much to be read.'),
        ],
        _meta: { [DATA_LEFT_OUT]: true },
      },
    },
  ],
  [
    'structured data that is one long text',
    { result: { content: [], structuredContent: { long } } },
    {
      result: {
        content: [note('The structured data of the answer was too much to be read.')],
        _meta: { [DATA_LEFT_OUT]: true },
      },
    },
  ],
  [
    'a text longer than anything keeps, and one behind it',
    { result: { content: [text(long), text('b')] } },
    {
      result: {
        content: [
          text(cut),
          note(`${long.length - cut.length} characters of a text were left out.`),
          note('1 further parts of the answer were left out.'),
        ],
      },
    },
  ],
  [
    'a file in a result that is as long',
    { result: { content: [{ type: 'resource', resource: { uri: 'a://b', text: long } }] } },
    {
      result: {
        content: [
          { type: 'resource', resource: { uri: 'a://b', text: cut } },
          note(`${long.length - cut.length} characters of a text were left out.`),
        ],
      },
    },
  ],
  [
    'a picture larger than anything keeps',
    { result: { content: [{ type: 'image', mimeType: 'image/png', data: `${long}${long}` }] } },
    { result: { content: [note('A part of the answer was too large to keep.')] } },
  ],
  [
    'a resource of very many parts',
    { result: { contents: many(100_000, link) } },
    {
      result: {
        contents: [
          ...many(1_000, link),
          { uri: 'a://0', text: '99000 further parts of the answer were left out.' },
        ],
      },
    },
  ],
  [
    'a prompt of very many messages',
    { result: { messages: many(100_000, () => said('a')) } },
    { result: { messages: many(256, () => said('a')) } },
  ],
  [
    'a prompt of one long message',
    { result: { messages: [said(long)] } },
    { result: { messages: [said(cut)] } },
  ],
  [
    'very many words to complete one',
    { result: { completion: { values: many(200_000, String) } } },
    { result: { completion: { values: many(100, String) } } },
  ],
  [
    'a result that is nothing known',
    { result: keys },
    { result: { _meta: { [DATA_LEFT_OUT]: true } } },
  ],
  [
    'an error with very many facts',
    { error: { code: -1, message: 'It broke.', data: keys } },
    { error: { code: -1, message: 'It broke.' } },
  ],
  [
    'a question with very many members',
    { method: 'sampling/createMessage', params: keys },
    { method: 'sampling/createMessage' },
  ],
]

const sent = (message: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })
const metered = (line: string): number => {
  const meter = openJsonMeter(usualLimits)
  expect(meter.feed(Buffer.from(line))).toBe(null)
  return meter.values()
}

describe('a message that holds too much', () => {
  it.each(rows)('keeps of %s: this @whole', (_, message, left) => {
    const line = sent(message)
    expect(isMuch(line.length, metered(line))).toBe(true)
    const found = cutMessage({ text: line, most: usualLimits.definitionChars }) ?? line
    expect(JSON.parse(found)).toEqual({ jsonrpc: '2.0', id: 1, ...left })
    // Little enough to be read where everything else waits.
    expect(isMuch(0, metered(found))).toBe(false)
  })

  it.each([
    ['no JSON', `{"a":${'[1],'.repeat(100_000)}`, '!'],
    ['a list in the place of a message', JSON.stringify(many(200_000, () => 1)), 'null'],
  ])('stays invalid, and short, where it is %s', (_, line, left) => {
    expect(cutMessage({ text: line, most: 10 })).toBe(left)
  })

  it('has its values and names counted no further than asked @whole', () => {
    expect([valuesIn([1, { a: 2 }], 100), valuesIn(keys, 100), valuesIn('a', 1)]).toEqual([
      5, 101, 1,
    ])
    expect(weighs(keys, 100)).toBeGreaterThan(100)
  })
})

/** Processor time of this thread alone, in ms. */
const spent = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

it('holds up nobody while it is read, and keeps its place in the order @whole', async () => {
  const stdout = new PassThrough()
  const received: JSONRPCMessage[] = []
  const transport = stdioTransport({
    running: {
      stdin: new PassThrough(),
      stdout,
      stderr: new PassThrough(),
      exited: new Promise<never>(() => undefined),
      kill: async () => undefined,
    } as unknown as Parameters<typeof stdioTransport>[0]['running'],
    limits: usualLimits,
    onGreeting: () => undefined,
    onFault: (what) => expect(what).toBe('no fault'),
    onBytes: () => undefined,
    trimLater,
  })
  const turns: number[] = []
  const handled = Promise.withResolvers<void>()
  transport.onmessage = (message) => {
    received.push(message)
    if (received.length === 3) handled.resolve()
  }
  await transport.start()
  const line = sent({ result: { content: [], structuredContent: keys } })
  const bytes = Buffer.from(`${sent({ result: {} })}\n${line}\n${sent({ method: 'ping' })}\n`)
  const whole = Math.min(...many(3, () => spent(() => void JSON.parse(line))))
  for (let at = 0; at < bytes.length; at += 65_536) {
    turns.push(spent(() => void stdout.emit('data', bytes.subarray(at, at + 65_536))))
  }
  await handled.promise
  expect(received.map((one) => ('method' in one ? one.method : Object.keys(one)))).toEqual([
    ['jsonrpc', 'id', 'result'],
    ['jsonrpc', 'id', 'result'],
    'ping',
  ])
  expect(JSON.stringify(received).length).toBeLessThan(1_000)
  // No single piece that came took what reading the message takes.
  expect(turns.toSorted((a, b) => b - a)[turns.length >> 1]).toBeLessThan(whole / 4)

  // Nor did the last piece of one long text, which is never made a text where everything else waits.
  const message = sent({ result: { content: [{ type: 'text', text: '\n"ü'.repeat(2_400_000) }] } })
  const longLine = Buffer.from(`${message}\n`)
  const parsed = Math.min(...many(3, () => spent(() => void JSON.parse(longLine.toString()))))
  const came = Promise.withResolvers<void>()
  transport.onmessage = () => came.resolve()
  turns.length = 0
  for (let at = 0; at < longLine.length; at += 65_536)
    turns.push(spent(() => void stdout.emit('data', longLine.subarray(at, at + 65_536))))
  await came.promise
  expect(turns.at(-1)).toBeLessThan(parsed / 2)
})
