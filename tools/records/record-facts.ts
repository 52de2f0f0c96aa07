// The card of a call that adds or changes a record: what it is about, and what was given.
import { fieldsOf } from '../../contract/approval/call-facts.ts'
import type { CallFacts } from '../../contract/approval/call-facts.ts'
import type { FactsContext } from '../../contract/call/tool.ts'
import { recordTitle } from '../../contract/record/record-text.ts'

export function recordFacts(
  given: Readonly<Record<string, unknown>>,
  { touches }: FactsContext,
  names: Readonly<Record<string, string>>,
): CallFacts {
  const touch = touches.find(({ kind }) => kind === 'record')
  const title =
    touch?.kind === 'record' ? recordTitle(touch) : { verb: 'Change', target: 'what is kept' }
  return { kind: 'record', ...title, fields: fieldsOf(given, names) }
}
