// Long lists of a server are read in a thread of their own, in their order, and lose what nobody would
// look into.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bodyAsksForList,
  openListTrimmer,
} from '../../../main/mcp/client/transport/list-trimmer.ts'
import { trimBody } from '../../../main/mcp/client/transport/trim-body.ts'
import { cutMessage } from '../../../main/mcp/client/transport/cut-message.ts'
import { isTrimmed, OVERSIZED } from '../../../main/mcp/client/transport/trim-list.ts'
import { trimLater } from '../../../main/wiring/execution/staging/trim-later.ts'
import { codePoint } from '../../code-point.ts'
import { many } from '../../soak.ts'

const message = (result: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result })
const small = { name: 'small', inputSchema: { type: 'object' } }
const large = { name: 'large', description: 'x'.repeat(500), inputSchema: { type: 'object' } }
const left = { name: 'large', inputSchema: { type: 'object' }, _meta: { [OVERSIZED]: 200 } }

describe('a list', () => {
  it.each<[string, string, object | null]>([
    [
      'loses large tools',
      message({ tools: [small, large], nextCursor: 'a' }),
      { tools: [small, left], nextCursor: 'a' },
    ],
    [
      'loses large resources, whose address stays',
      message({ resources: [{ ...large, uri: 'a://b' }] }),
      { resources: [{ ...left, uri: 'a://b' }] },
    ],
    ['of small tools stays as it came', message({ tools: [small] }), null],
    ['of odd members stays as it came', message({ tools: [null, 7, 'x'.repeat(500)] }), null],
  ])('%s', (_, text, wanted) => {
    const found = cutMessage({ text, most: 200 })
    expect(found === null ? null : (JSON.parse(found) as { result: object }).result).toEqual(wanted)
  })

  it('has a mark for what was left out', () =>
    expect([isTrimmed(left), isTrimmed(small), isTrimmed(null)]).toEqual([true, false, false]))
})

it('lines come in their order, and only long ones that are awaited are read in a thread', async () => {
  const taken: string[] = []
  const elsewhere: number[] = []
  const finish = Promise.withResolvers<string | null>()
  let awaited = true
  const trimmer = openListTrimmer(
    ({ text }) => (elsewhere.push(text.length), finish.promise),
    10,
    () => awaited,
  )
  const take = (text: string): void => void taken.push(text)
  trimmer.line('before', 1, take)
  trimmer.line('long enough to go', 1, take)
  awaited = false
  trimmer.line('after', 1, take)
  trimmer.line('long, and nobody awaits a list', 1, take)
  expect([taken, elsewhere]).toEqual([['before'], []])
  finish.resolve('what is left')
  await expect
    .poll(() => taken)
    .toEqual(['before', 'what is left', 'after', 'long, and nobody awaits a list'])
  expect(elsewhere).toEqual([17])
  trimmer.line('at once', 1, take)
  expect(taken.at(-1)).toBe('at once')
})

const bodyOf = (pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })

it.each<[string, boolean, readonly string[], string]>([
  ['a whole body in pieces', false, ['{"lo', 'ng":\n1}'], '<{"long":\n1}>'],
  ['a body that is short', false, ['{}'], '{}'],
  [
    'events',
    true,
    ['event: message\nda', 'ta: {"long":1}\n', '\n'],
    'event: message\ndata: <{"long":1}>\n\n',
  ],
  ['an event without an end', true, ['data: {"long":1}'], 'data: <{"long":1}>'],
  ['an event without a space', true, ['d', 'ata:{"longer":1}\n'], 'data: <{"longer":1}>\n'],
  ['a line that is no event', true, [': ', 'x'.repeat(20), '\n'], `<: ${'x'.repeat(20)}>\n`],
])(
  'over HTTP %s, and nothing that a thread reads is decoded here',
  async (_, streamed, pieces, wanted) => {
    const trimmed = trimBody(bodyOf(pieces.map((piece) => new TextEncoder().encode(piece))), {
      streamed,
      trim: async ({ text }) => {
        if (typeof text === 'string') throw new Error('It was a text.')
        return `<${new TextDecoder().decode(text)}>`
      },
      most: 14 - (streamed ? 0 : 5),
      awaitsList: true,
      values: () => 0,
    })
    expect(await new Response(trimmed).text()).toBe(wanted)
  },
)

it('over HTTP what no thread has read in time is no message', async () => {
  const body = bodyOf([new TextEncoder().encode('{"long":1}')])
  const late = trimBody(body, {
    streamed: false,
    most: 1,
    awaitsList: true,
    values: () => 0,
    trim: async () => null,
  })
  expect(await new Response(late).text()).toBe('null')
})

it('over HTTP pieces come out as they went in, however they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: codePoint })),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      async (lines, size, streamed) => {
        const whole = Buffer.from(lines.join('\n'))
        const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
          whole.subarray(at * size, (at + 1) * size),
        )
        const out = trimBody(bodyOf(pieces), {
          streamed,
          most: 1,
          awaitsList: false,
          values: () => 0,
          trim: async () => 'never',
        })
        expect(Buffer.from(await new Response(out).arrayBuffer())).toEqual(whole)
      },
    ),
    { numRuns: many(200, 20) },
  )
})

it('a thread reads a list, and gives back what is short and wrong for what is no message', async () => {
  const text = message({ tools: [small, large] })
  expect(await trimLater({ text, most: 200 })).toBe(message({ tools: [small, left] }))
  expect(await trimLater({ text: 'no message', most: 2 })).toBe('!')
})

it.each([
  ['{"jsonrpc":"2.0","method":"tools/list","id":1}', true],
  ['{"jsonrpc":"2.0","method":"resources/templates/list","id":1}', true],
  ['{"jsonrpc":"2.0","method":"tools/call","id":1}', false],
])('%s asks for a list: %s', (body, asks) => expect(bodyAsksForList(body)).toBe(asks))
