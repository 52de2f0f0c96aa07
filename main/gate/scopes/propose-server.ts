// Pure. Scopes of a call of a server: just these arguments, the same plain ones, those with any URL
// of the same host, then any that its schema names. Where it sends, the recipients stay; of what is
// no tool just that one, then all of its kind.
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { freeArgs, recipientsOf, valueIn } from '../lease/external-lease.ts'
import type { External } from '../lease/external-lease.ts'
import { pointerTo, urlHosts } from '../lease/url-host.ts'
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
  const same = Object.fromEntries(plain.map(([key, value]) => [pointerTo(key), value]))
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
    ...(external === undefined ? [] : atHost(`${tool} of ${server}`, calls, same, args, external)),
    ...widest(`${tool} of ${server}`, calls, args, external),
  ]
}

/**
 * With any URL of the same host: once with the other plain arguments as they are, once with any.
 * Whom it sends to is one of those hosts, or as it is.
 */
function atHost(
  name: string,
  calls: Proposal['patterns'],
  same: JsonObject,
  args: JsonObject,
  external: External,
): readonly Proposal[] {
  const hosts = urlHosts(args)
  const urls = Object.keys(hosts)
  const to = recipientsOf(external).filter((pointer) => valueIn(args, pointer) !== undefined)
  if (urls.length === 0 || (to.length === 0 && recipientsOf(external).length > 0)) return []
  const others = Object.entries(same).filter(([pointer]) => !urls.includes(pointer))
  const recipients = others.filter(([pointer]) => to.includes(pointer))
  const scope = (bound: typeof others, rest: string): readonly Proposal[] => {
    const closed = [...urls, ...bound.map(([pointer]) => pointer)]
    if (!to.every((pointer) => closed.includes(pointer))) return []
    const free = freeArgs(external).filter((pointer) => !closed.includes(pointer))
    const held = bound.map(([pointer, value]) => `${pointer.slice(1)} ${JSON.stringify(value)}`)
    const anywhere = urls.map((pointer) => `any ${pointer.slice(1)} at ${hosts[pointer]}`)
    return [
      {
        patterns: { ...calls, args: Object.fromEntries(bound), urlHosts: hosts, free },
        text: `${name} with ${short([...held, ...anywhere].join(', '))}${rest}`,
      },
    ]
  }
  return [
    ...(others.length > recipients.length && others.length <= MOST_VALUES ? scope(others, '') : []),
    ...scope(recipients, external.args.length > urls.length ? ', whatever else it is given' : ''),
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
