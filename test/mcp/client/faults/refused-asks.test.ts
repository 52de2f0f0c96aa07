// What a server asks of the model or the person, seen once for each kind, in either way of asking.
import { describe, expect, it } from 'vitest'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { watchAsks } from '../../../../main/mcp/client/faults/refused-asks.ts'

const elicit = {
  method: 'elicitation/create',
  params: { message: 'Your \u001b[31mpass\u200bphrase\nplease', requestedSchema: {} },
}
const sample = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'x'.repeat(5_000) } }] },
}
const request = (id: number, asked: object) => ({ jsonrpc: '2.0', id, ...asked }) as JSONRPCMessage
const waiting = (...asked: object[]) =>
  ({
    jsonrpc: '2.0',
    id: 1,
    result: {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(asked.map((one, at) => [`k${at}`, one])),
    },
  }) as unknown as JSONRPCMessage

const cases: readonly [
  string,
  readonly JSONRPCMessage[],
  readonly (readonly [string, string])[],
][] = [
  [
    'a request, its words cleaned',
    [request(1, elicit)],
    [['elicitation', 'Your passphrase please']],
  ],
  [
    'each kind once',
    [request(1, elicit), request(2, sample), request(3, elicit)],
    [
      ['elicitation', 'Your passphrase please'],
      ['sampling', `${'x'.repeat(200)} …`],
    ],
  ],
  [
    'an answer that waits for input',
    [waiting({ method: 'roots/list' }, elicit, sample)],
    [
      ['elicitation', 'Your passphrase please'],
      ['sampling', `${'x'.repeat(200)} …`],
    ],
  ],
  [
    'words that are none',
    [request(1, { method: 'sampling/createMessage', params: { messages: 7 } })],
    [['sampling', '']],
  ],
  [
    'nothing else',
    [
      request(1, { method: 'roots/list' }),
      request(2, { method: 'toString' }),
      { jsonrpc: '2.0', method: 'sampling/createMessage' },
      { jsonrpc: '2.0', id: 1, result: { content: [] } },
      waiting(),
    ],
    [],
  ],
]

describe('what a server asks of us', () => {
  it.each(cases)('%s', (_, messages, reported) => {
    const seen: [string, string][] = []
    const note = watchAsks((kind, words) => seen.push([kind, words]))
    messages.forEach(note)
    expect(seen).toEqual(reported)
  })
})
