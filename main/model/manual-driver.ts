// The model that is a person: what they type is read as what a model would do. Needs no key and no
// network.
import type { Model, ModelEvent, ModelRequest } from '../../contract/agent/model.ts'
import { readManual } from './manual-parse.ts'

/**
 * One call or answer per message; the results end the turn, since the next idea has to come from
 * the person.
 */
export const manualModel = (): Model => ({
  label: 'you (manual)',
  async *step(request) {
    yield* play(request)
  },
})

function* play(request: ModelRequest): Generator<ModelEvent> {
  const end = (reason: 'said' | 'calls'): ModelEvent => ({
    kind: 'end',
    reason,
    tokensIn: 0,
    tokensOut: 0,
  })
  const last = request.messages.at(-1)
  if (last?.role === 'tool') {
    yield { kind: 'text', delta: sumUp(request) }
    yield end('said')
    return
  }
  const reading = readManual(last?.role === 'user' ? last.text : '', request.tools)
  if (reading.kind === 'answer') {
    yield { kind: 'text', delta: reading.text }
    yield end('said')
    return
  }
  // Ids must differ over a whole conversation: a real model may take it over later.
  for (const [at, { name, args }] of reading.calls.entries()) {
    yield { kind: 'call', id: `manual_${request.messages.length}_${at + 1}`, name, args }
  }
  yield end('calls')
}

function sumUp({ messages }: ModelRequest): string {
  const from = messages.findLastIndex((message) => message.role !== 'tool') + 1
  const results = messages.slice(from)
  const failed = results.filter((message) => message.role === 'tool' && !message.ok).length
  if (failed === 0) return 'Done.'
  return results.length === 1
    ? 'That was blocked; see the reason above.'
    : `${failed} of ${results.length} did not go through; each call says why.`
}
