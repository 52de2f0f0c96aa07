// A model whose answers come out of a capsule, one after the other, whatever it is asked. Nothing is
// asked of any server.
import type { Model, ModelEvent } from '../../../../contract/agent/model.ts'
import { failure } from '../../../../contract/failure.ts'
import type { RecordedAnswer, RecordedRun } from './recorded-run.ts'

/** @param cutOff the recorded answer was cut off there */
export const playedModel = (
  { label, name }: Pick<Model, 'label' | 'name'>,
  recorded: Pick<RecordedRun, 'nextAnswer'>,
  cutOff: () => void,
): Model => ({
  // A run names it, and that is compared.
  label,
  ...(name === undefined ? {} : { name }),
  async *step() {
    const answer = recorded.nextAnswer()
    if (answer === null) yield { kind: 'failed', error: none }
    else yield* said(answer, cutOff)
  },
})

function* said({ text, calls, end }: RecordedAnswer, cutOff: () => void): Generator<ModelEvent> {
  if (text !== '') yield { kind: 'text', delta: text }
  if (end === 'gone' || end === 'overtime') return cutOff()
  if (typeof end === 'object') {
    yield { kind: 'failed', error: end }
    return
  }
  for (const call of calls) yield { kind: 'call', ...call }
  const reason = end === 'length' ? 'length' : calls.length > 0 ? 'calls' : 'said'
  yield { kind: 'end', reason, tokensIn: 0, tokensOut: 0 }
}

const none = failure(
  'model.fixtures',
  'All recorded answers have been played, and the run asks for one more.',
  'It went another way than when it was recorded.',
)
