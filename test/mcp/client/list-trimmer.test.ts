// Long lists of a server are read in a thread of their own, in their order, and lose what nobody would
// look into.
import { describe, expect, it } from 'vitest'
import {
  bodyAsksForList,
  openListTrimmer,
  trimBody,
} from '../../../main/mcp/client/transport/list-trimmer.ts'
import { cutMessage } from '../../../main/mcp/client/transport/cut-message.ts'
import { isTrimmed, OVERSIZED } from '../../../main/mcp/client/transport/trim-list.ts'
import { trimLater } from '../../../main/wiring/execution/staging/trim-later.ts'

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

it('lines come in their order, and only long ones that are awaited are read elsewhere', async () => {
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
])('over HTTP %s', async (_, streamed, pieces, wanted) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const trimmed = trimBody(body, {
    streamed,
    trim: async ({ text }) =>
      `<${typeof text === 'string' ? text : new TextDecoder().decode(text)}>`,
    most: 14 - (streamed ? 0 : 5),
    awaitsList: true,
    values: () => 0,
  })
  expect(await new Response(trimmed).text()).toBe(wanted)
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
