// Pure. Scopes of a call of a server: just these arguments, the same plain ones, then any that its
// schema names. Where it sends, the recipients stay; of what is no tool just that one, then all of
// its kind.
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { freeArgs, recipientsOf, valueIn } from '../lease/external-lease.ts'
import type { External } from '../lease/external-lease.ts'
import type { Proposal, ScopeFacts } from './scope-facts.ts'

/** Longer values, lists and objects are hardly ever the same twice. */
const LONGEST_VALUE = 120
const MOST_VALUES = 8

export function serverScopes(
  { server, tool, what }: CanonicalTouchOf<'mcp.call'>,
  { args = {}, wholeArgs = false, external }: ScopeFacts,
): readonly Proposal[] {
  const name = `${server}/${tool}`
  if (name.length > 8_300) return []
  const calls = { ...noPatterns, calls: [name] }
  if (what !== undefined)
    return [
      { patterns: calls, exact: true, text: `only the ${what} ${tool} of ${server}` },
      {
        patterns: { ...noPatterns, calls: [`${server}/*`] },
        text: `every ${what} of ${server} that you have opened`,
      },
    ]
  const all = Object.entries(args)
  const plain = all.filter(
    ([key, value]) =>
      key.length < 200 &&
      (typeof value === 'number' ||
        typeof value === 'boolean' ||
        (typeof value === 'string' && value.length <= LONGEST_VALUE)),
  )
  const exact = {
    patterns: { ...calls, args: { '': args } },
    exact: true,
    text: `${tool} of ${server} with just these arguments: ${short(JSON.stringify(args))}`,
  }
  const same = Object.fromEntries(
    plain.map(([key, value]) => [`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value]),
  )
  const words = plain.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(', ')
  const bound = Object.keys(same)
  const some =
    plain.length > 0 &&
    plain.length <= MOST_VALUES &&
    !(wholeArgs && all.length === plain.length) &&
    (external === undefined || recipientsOf(external).every((to) => isBound(to, args, bound)))
  const rest = { free: [...freeOf(external).filter((pointer) => !bound.includes(pointer))] }
  return [
    ...(wholeArgs ? [exact] : []),
    ...(some
      ? [
          {
            patterns: { ...calls, args: same, ...(external === undefined ? {} : rest) },
            text: `${tool} of ${server} with ${words}`,
          },
        ]
      : []),
    ...widest(`${tool} of ${server}`, calls, args, external),
  ]
}

const freeOf = (external: External | undefined): readonly string[] =>
  external === undefined ? [] : freeArgs(external)

const isBound = (pointer: string, args: JsonObject, bound: readonly string[]): boolean =>
  valueIn(args, pointer) === undefined || bound.includes(pointer)

/** With any arguments; of what sends, to the same recipients. None where one of those is hidden. */
function widest(
  name: string,
  calls: Proposal['patterns'],
  args: JsonObject,
  external: External | undefined,
): readonly Proposal[] {
  if (external === undefined) return [{ patterns: calls, text: `${name} with any arguments` }]
  const to = recipientsOf(external)
  const given = to.flatMap((pointer) => {
    const value = valueIn(args, pointer)
    return value === undefined ? [] : [[pointer, value] as const]
  })
  const free = [...freeArgs(external)]
  if (to.length === 0) return [{ patterns: { ...calls, free }, text: `${name} with any arguments` }]
  if (given.length === 0) return []
  const whom = given.map(
    ([pointer, value]) => `${pointer.slice(1)} ${short(JSON.stringify(value))}`,
  )
  const varying = free.map((pointer) => pointer.slice(1)).join(', ')
  return [
    {
      patterns: { ...calls, args: Object.fromEntries(given), free },
      text: `${name} to just ${whom.join(', ')}${varying === '' ? '' : `, with any ${varying}`}`,
    },
  ]
}

/** Room for a sentence; the touches of a standing answer hold the whole. */
const LONGEST_TEXT = 200

export const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text
