// One answer in the streaming format of OpenAI's chat completions: chunks with deltas, arguments of
// calls as pieces of text by index, the reason in the last choice, the usage in a chunk without
// choices, then [DONE].
import type { Said } from './said.ts'

export function openAiEvents(said: Said): string[] {
  const calls = said.calls ?? []
  const base = {
    id: 'chatcmpl-fake',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'fake',
  }
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null })}\n\n`
  const events = [chunk({ role: 'assistant', content: '' })]
  for (const content of said.text ?? []) events.push(chunk({ content }))
  for (const [index, call] of calls.entries()) {
    const json = call.raw ?? JSON.stringify(call.args ?? {})
    const middle = Math.floor(json.length / 2)
    events.push(
      chunk({
        tool_calls: [
          { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
        ],
      }),
    )
    for (const part of [json.slice(0, middle), json.slice(middle)])
      events.push(chunk({ tool_calls: [{ index, function: { arguments: part } }] }))
  }
  const tokens = {
    prompt_tokens: said.tokensIn ?? 10,
    completion_tokens: said.tokensOut ?? 5,
    prompt_tokens_details: { cached_tokens: said.tokensCached ?? 0 },
  }
  events.push(chunk({}, said.length === true ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop'))
  events.push(
    `data: ${JSON.stringify({ ...base, choices: [], usage: { ...tokens, total_tokens: tokens.prompt_tokens + tokens.completion_tokens } })}\n\n`,
  )
  events.push('data: [DONE]\n\n')
  return events
}
