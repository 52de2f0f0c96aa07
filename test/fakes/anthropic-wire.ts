// One answer in the streaming format of Anthropic's Messages interface: named events, blocks with a
// start and a stop, arguments of calls as pieces of JSON text. The last three events are always the
// end of the last block and the message.
import type { Said } from './said.ts'

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

export function anthropicEvents(said: Said): string[] {
  const calls = said.calls ?? []
  const events = [
    event('message_start', {
      message: {
        id: 'msg_fake',
        type: 'message',
        role: 'assistant',
        model: 'fake',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: (said.tokensIn ?? 10) - (said.tokensCached ?? 0),
          cache_read_input_tokens: said.tokensCached ?? 0,
          output_tokens: 1,
        },
      },
    }),
    event('ping', {}),
  ]
  let index = 0
  if (said.text !== undefined || calls.length === 0) {
    events.push(event('content_block_start', { index, content_block: { type: 'text', text: '' } }))
    for (const text of said.text ?? [])
      events.push(event('content_block_delta', { index, delta: { type: 'text_delta', text } }))
    events.push(event('content_block_stop', { index }))
    index++
  }
  for (const call of calls) {
    const json = call.raw ?? JSON.stringify(call.args ?? {})
    const middle = Math.floor(json.length / 2)
    events.push(
      event('content_block_start', {
        index,
        content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} },
      }),
    )
    for (const partial_json of ['', json.slice(0, middle), json.slice(middle)]) {
      events.push(
        event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
      )
    }
    events.push(event('content_block_stop', { index }))
    index++
  }
  const stop_reason =
    said.length === true ? 'max_tokens' : calls.length > 0 ? 'tool_use' : 'end_turn'
  events.push(
    event('message_delta', {
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: said.tokensOut ?? 5 },
    }),
  )
  events.push(event('message_stop', {}))
  return events
}
