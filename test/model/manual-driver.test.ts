import { describe, expect, it } from 'vitest'
import type { ModelEvent, ModelMessage } from '../../contract/agent/model.ts'
import { manualModel } from '../../main/model/manual-driver.ts'

const tools = [{ name: 'read_file', description: '', inputSchema: {} }]

async function step(...messages: ModelMessage[]): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of manualModel().step(
    { system: '', messages, tools },
    new AbortController().signal,
  ))
    events.push(event)
  return events
}

const asked = (name: string): ModelMessage => ({
  role: 'assistant',
  text: '',
  calls: [{ id: name, name, args: {} }],
})
const result = (name: string, isOk: boolean): ModelMessage => ({
  role: 'tool',
  callId: name,
  name,
  text: 'secret result',
  ok: isOk,
})
const end = (reason: 'said' | 'calls'): ModelEvent => ({
  kind: 'end',
  reason,
  tokensIn: 0,
  tokensOut: 0,
})

describe('manualModel', () => {
  it('makes the calls that were typed, under ids that no later step repeats', async () => {
    expect(await step({ role: 'user', text: 'read a\nread b' })).toEqual([
      { kind: 'call', id: 'manual_1_1', name: 'read_file', args: { path: 'a' } },
      { kind: 'call', id: 'manual_1_2', name: 'read_file', args: { path: 'b' } },
      end('calls'),
    ])
  })
  it('answers what it cannot read', async () => {
    expect(await step({ role: 'user', text: 'dance' })).toEqual([
      { kind: 'text', delta: expect.stringContaining('dance') as string },
      end('said'),
    ])
  })
  it.each([
    ['a result', [asked('a'), result('a', true)], 'Done.'],
    ['a refusal', [asked('a'), result('a', false)], 'That was blocked; see the reason above.'],
    [
      'a refusal among results',
      [asked('a'), result('a', true), result('b', false)],
      '1 of 2 did not go through; each call says why.',
    ],
    [
      'only the results since the last call',
      [result('z', false), asked('a'), result('a', true)],
      'Done.',
    ],
  ])('ends the turn after %s in a few words', async (_, messages, text) => {
    expect(await step({ role: 'user', text: 'read a' }, ...messages)).toEqual([
      { kind: 'text', delta: text },
      end('said'),
    ])
  })
})
