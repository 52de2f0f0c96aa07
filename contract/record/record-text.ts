// Records in the words of cards and lists.
import type { CanonicalTouchOf } from '../call/touch.ts'
import type { RecordKind } from './record.ts'

const plural: { readonly [K in RecordKind]: string } = {
  decision: 'decisions',
  delegation: 'delegations',
  reminder: 'reminders',
  alert: 'alert rules',
  suggestion: 'suggestions',
  usage: 'recorded uses of tools',
}
const single: { readonly [K in RecordKind]: string } = {
  decision: 'decision',
  delegation: 'delegation',
  reminder: 'reminder',
  alert: 'alert rule',
  suggestion: 'suggestion',
  usage: 'recorded use',
}

export const recordsText = (of: RecordKind): string => plural[of]
export const recordText = (of: RecordKind): string => single[of]

type RecordTouch = Pick<CanonicalTouchOf<'record'>, 'of' | 'record'>

/** `the decisions`, or `the decision 4, Use SQLite`. */
export const recordTarget = ({ of, record }: RecordTouch): string =>
  record === null ? `the ${plural[of]}` : `the ${single[of]} ${record.id}, ${record.title}`

export function recordTitle({
  of,
  record,
  access,
}: RecordTouch & Pick<CanonicalTouchOf<'record'>, 'access'>): { verb: string; target: string } {
  const verb =
    record === null
      ? { read: 'Look at', write: 'Add to', delete: 'Delete from' }[access]
      : { read: 'Look at', write: 'Change', delete: 'Delete' }[access]
  return { verb, target: recordTarget({ of, record }) }
}
