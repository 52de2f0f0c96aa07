// Pure. To whom a server's tool sends, where nobody knows who named them: after text of strangers was
// read, a recipient that is found nowhere may be one that the text told in other words, in pieces or in
// a code. A lasting answer that names the recipient, or a rule that names untrusted text, covers it.
import { isUntrusted } from '../../../contract/call/origin.ts'
import type { ArgumentOrigin } from '../../../contract/call/origin.ts'
import type { Json } from '../../../contract/json.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { recipientsOf, valueIn } from '../lease/external-lease.ts'
import type { External } from '../lease/external-lease.ts'
import { pointerTo } from '../lease/url-host.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'

export const NAMELESS = 'origin.recipient'

type Sent = Pick<DecisionRequest, 'manifest' | 'args' | 'origins' | 'taint'>

/** Arguments that say to whom, and those that no schema names: what these mean only the server knows. */
function whom({ args: known, ...external }: External, args: Sent['args']): readonly string[] {
  const named = recipientsOf({ ...external, args: known })
  return Object.keys(args)
    .map(pointerTo)
    .filter((pointer) => named.includes(pointer) || !known.includes(pointer))
}

/** Of these the ones with a value that was found nowhere, or only in part. */
export function namelessRecipients({ manifest, args, origins, taint }: Sent): readonly string[] {
  const { external } = manifest
  if (external === undefined || !external.changes || taint.untrustedRead.length === 0) return []
  if ((external.labels.sends?.to ?? []).length === 0) return []
  return whom(external, args).filter((pointer) =>
    leaves(valueIn(args, pointer) ?? null, pointer).some(
      (leaf) => !origins.some((origin) => explains(origin, leaf)),
    ),
  )
}

/** It was found whole: with what the person or their files say, or with a stranger, which raises by itself. */
const explains = (given: ArgumentOrigin, leaf: string): boolean =>
  given.pointer === leaf && (given.part === undefined || isUntrusted(given))

/** Whatever could name somebody, by its place. The names in an object can as well. */
function leaves(value: Json, pointer: string): readonly string[] {
  if (value === null || typeof value === 'boolean' || value === '') return []
  if (typeof value !== 'object') return [pointer]
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) => leaves(item, `${pointer}/${at}`))
  const names = Object.keys(value)
  return names.length === 0 ? [] : [pointer]
}

export function recipientRaises(request: Sent): readonly Raise[] {
  const [source] = request.taint.untrustedRead
  return namelessRecipients(request).map((pointer) =>
    raise(
      'R3',
      NAMELESS,
      `Nothing that was read says where ${pointer.slice(1)} comes from, and this session has read text that anyone may have written (${source?.from}).`,
    ),
  )
}
