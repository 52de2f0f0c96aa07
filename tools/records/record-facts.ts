// The card of a call that adds or changes a record: what it is about, and what was given.
import { fieldsOf, type CallFacts } from '../../contract/approval/call-facts.ts'
import type { FactsContext } from '../../contract/call/tool.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { recordText, recordTitle } from '../../contract/record/record-text.ts'

/** A new one is called by its first line. */
function newTitle(
  { of, access, record }: Pick<CanonicalTouchOf<'record'>, 'of' | 'access' | 'record'>,
  { title, task }: Readonly<Record<string, unknown>>,
): { verb: string; target: string } | null {
  const name = title ?? task
  return record === null && access === 'write' && typeof name === 'string'
    ? { verb: `Add the ${recordText(of)}`, target: name }
    : null
}

export function recordFacts(
  given: Readonly<Record<string, unknown>>,
  { touches }: FactsContext,
  names: Readonly<Record<string, string>>,
): CallFacts {
  const touch = touches.find(({ kind }) => kind === 'record')
  const title =
    touch?.kind === 'record'
      ? (newTitle(touch, given) ?? recordTitle(touch))
      : { verb: 'Change', target: 'what is kept' }
  return { kind: 'record', ...title, fields: fieldsOf(given, names) }
}
