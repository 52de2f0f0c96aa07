import { expect, it } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import { sdkOptions } from '../../main/model/provider.ts'

const pictures = [{ mimeType: 'image/png', data: 'AAAA' }]
const outputOf = (provider: 'anthropic' | 'openai-compatible', ok = true): unknown => {
  const config = ModelConfig.parse({ provider, name: 'm' })
  const messages = [
    { role: 'tool' as const, callId: 'c', name: 'read_file', text: 'a.png', ok, pictures },
  ]
  const { prompt } = sdkOptions(
    config,
    { system: '', messages, tools: [] },
    new AbortController().signal,
  )
  const [message] = prompt
  return message?.role === 'tool' && message.content[0]?.type === 'tool-result'
    ? message.content[0].output
    : null
}

it('hands a picture to a model that can have one in an answer, and tells any other', () => {
  expect(outputOf('anthropic')).toEqual({
    type: 'content',
    value: [
      { type: 'text', text: 'a.png' },
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
    ],
  })
  expect(outputOf('openai-compatible')).toEqual({
    type: 'text',
    value: 'a.png\n[The picture cannot be shown to this model.]',
  })
  expect(outputOf('anthropic', false)).toEqual({ type: 'error-text', value: 'a.png' })
})
