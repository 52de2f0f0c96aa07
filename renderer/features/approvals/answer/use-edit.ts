// What a person changes in the arguments of a held call: what does not fit, whether anything
// is other than it was, and the way to approve it.
import { useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { strings } from '../strings.ts'
import { type EditField, faultsByKey, fieldsOf, readFields, sameArgs } from './edit-fields.ts'

export type Edit = {
  readonly fields: readonly EditField[]
  /** What is typed, where all of it can be read. */
  readonly args: JsonObject | null
  readonly changed: boolean
  readonly ready: boolean
  /** What main said of what was sent, where it is about no one field. */
  readonly refusal: Failure | null
  faultOf(field: EditField): string | null
  type(key: string, typed: string): void
  send(): void
}

/** What was typed is kept while the form is closed, and while main refuses it. */
export function useEdit(
  approval: Approval,
  error: Failure | null,
  may: boolean,
  allow: (args: JsonObject) => void,
): Edit {
  const [draft, setDraft] = useState<readonly EditField[] | null>(null)
  const [sent, setSent] = useState<readonly EditField[] | null>(null)
  const fields = draft ?? fieldsOf(approval.args)
  const read = readFields(fields, strings.badJson)
  const args = read.kind === 'args' ? read.args : null
  const changed = args !== null && !sameArgs(args, approval.args)
  const keys = fields.map(({ key }) => key)
  // A fault stays beside its field until that field is typed in again.
  const refused = error !== null && sent !== null ? faultsByKey(error.text, keys) : {}
  return {
    fields,
    args,
    changed,
    ready: may && changed,
    refusal: sent !== null && Object.keys(refused).length === 0 ? error : null,
    faultOf: (field) => {
      if (read.kind === 'faults' && read.faults[field.key] !== undefined)
        return read.faults[field.key] ?? null
      const before = sent?.find(({ key }) => key === field.key)
      return before?.typed === field.typed ? (refused[field.key] ?? null) : null
    },
    type: (key, typed) =>
      setDraft(fields.map((each) => (each.key === key ? { ...each, typed } : each))),
    send: () => {
      if (!may || !changed) return
      setSent(fields)
      allow(args)
    },
  }
}
