// Pure. Addresses in what a server's tool sends or keeps, where nobody knows who named them: a link that is
// fetched when somebody looks, a mailbox, a name that is called. After text of strangers was read it may be
// one that the text told in pieces or in a code. Where the text itself has it, that raises by itself.
import type { DecisionRequest } from '../decision-request.ts'
import type { Json } from '../../../contract/json.ts'
import { pointerTo } from '../lease/url-host.ts'
import { NAMELESS } from './recipient-raise.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'
import { addressesIn } from './text-addresses.ts'

type Sent = Pick<DecisionRequest, 'manifest' | 'args' | 'origins' | 'taint'>
type NamelessAddress = { readonly argument: string; readonly address: string }

/** What is kept here is read or run later, so somebody may obey an address in it. */
const KEEPS: ReadonlySet<string> = new Set(['memory', 'schedule', 'system'])

/** Each argument once, with the first address in it that nothing tells of. */
function namelessAddresses({ manifest, args, origins, taint }: Sent): readonly NamelessAddress[] {
  const { external, category } = manifest
  if (external === undefined || !external.changes || taint.untrustedRead.length === 0) return []
  if (external.labels.sends === null && !KEEPS.has(category)) return []
  const isTold = (at: string, address: string): boolean =>
    origins.some(
      ({ pointer, part }) =>
        pointer === at && (part === undefined || part.toLowerCase().includes(address)),
    )
  return Object.entries(args).flatMap(([name, value]) => {
    const argument = pointerTo(name)
    for (const { pointer, text } of textsOf(value, argument)) {
      const address = addressesIn(text).find((one) => !isTold(pointer, one))
      if (address !== undefined) return [{ argument, address }]
    }
    return []
  })
}

/** Names in an object as well. */
function textsOf(value: Json, pointer: string): readonly { pointer: string; text: string }[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) => textsOf(item, `${pointer}/${at}`))
  return Object.entries(value).flatMap(([name, item]) => [
    { pointer: `${pointer}${pointerTo(name)}`, text: name },
    ...textsOf(item, `${pointer}${pointerTo(name)}`),
  ])
}

export const argumentsWithNamelessAddress = (request: Sent): readonly string[] =>
  namelessAddresses(request).map(({ argument }) => argument)

export function addressRaises(request: Sent): readonly Raise[] {
  const [source] = request.taint.untrustedRead
  return namelessAddresses(request).map(({ argument, address }) =>
    raise(
      'R3',
      NAMELESS,
      `Nothing that was read mentions ${address} in ${argument.slice(1)}, and this session has read text that anyone may have written (${source?.from}).`,
    ),
  )
}
