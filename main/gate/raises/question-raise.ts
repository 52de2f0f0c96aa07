// Pure. What a tool that only looks is asked, where the question itself may carry data out. A server that a
// person knows is trusted with questions. But once a session has read private data and text of strangers, a
// question that no text explains may be that data in another form: in a code, in words, as a name or a number.
import type { ArgumentOrigin } from '../../../contract/call/origin.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { pointerTo } from '../lease/url-host.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'

export const QUESTION = 'origin.question'

/** More characters than this, in one value or in all values of a call, can carry data away. A day, a town or a page has fewer. */
const MOST_IN_VALUE = 7
const MOST_IN_CALL = 15
/** Five digits in one value: a page or a year has fewer, a key or a telephone number has more. */
const MANY_DIGITS = /(?:\d\D*){5}/

/**
 * A day of these decades, and a quarter of an hour in it, say as much as four and six characters: they have one
 * form, and most of their figures are given.
 */
const DAY = /^20[23]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const QUARTER =
  /^20[23]\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):(?:00|15|30|45|59)(?::(?:00|59)(?:\.0{1,3})?)?(?:Z|[+-](?:0\d|1[0-4]):[03]0)?$/
const isTime = (text: string): boolean => DAY.test(text) || QUARTER.test(text)
const weightOf = (text: string): number =>
  DAY.test(text) ? 4 : QUARTER.test(text) ? 6 : text.length

type Asked = Pick<DecisionRequest, 'manifest' | 'args' | 'origins' | 'taint'>
/** `isName`: of an argument that no schema names, so that nothing which was read can say where it comes from. */
type Leaf = { readonly pointer: string; readonly text: string; readonly isName?: true }

/** Arguments whose values came neither from the server itself nor from any text that was read. */
export function unexplainedQuestions({ manifest, args, origins, taint }: Asked): readonly string[] {
  const { external, networkOutbound, name } = manifest
  if (external === undefined || !networkOutbound) return []
  // What sends or changes something has rules of its own.
  if (external.changes || external.labels.sends !== null) return []
  if (taint.privateRead.length === 0 || taint.untrustedRead.length === 0) return []
  const unexplained = [...namesOf(args, external.args), ...leavesOf(args, '')].filter(
    ({ pointer, isName }) =>
      isName === true || !origins.some((origin) => explains(origin, pointer, name)),
  )
  const all = unexplained.reduce((sum, { text }) => sum + weightOf(text), 0)
  const long = unexplained.filter(
    ({ text }) =>
      weightOf(text) > MOST_IN_VALUE ||
      all > MOST_IN_CALL ||
      (!isTime(text) && MANY_DIGITS.test(text.slice(0, MOST_IN_VALUE))),
  )
  return [...new Set(long.map(({ pointer }) => `/${pointer.split('/')[1] ?? ''}`))]
}

/** Found whole, with the person, in their workspace, with strangers, or in what this very server gave. */
const explains = (
  { pointer, part, origin }: ArgumentOrigin,
  leaf: string,
  tool: string,
): boolean => {
  if (pointer !== leaf || part !== undefined) return false
  if (origin.kind !== 'tool') return true
  const { source } = origin
  return (
    serverOf(source.tool) === serverOf(tool) ||
    !(source.label === 'private' || source.holdsPrivate === true)
  )
}
const serverOf = (tool: string): string => tool.split('__')[0] ?? tool

/** Names of arguments that the schema does not name: who chooses them can write in them. */
const namesOf = (args: JsonObject, known: readonly string[]): readonly Leaf[] =>
  Object.keys(args).flatMap((text) => {
    const pointer = pointerTo(text)
    return known.includes(pointer) ? [] : [{ pointer, text, isName: true as const }]
  })

/** Whatever can hold a message, by its place: names in an object, and how long a list is, as well. */
function leavesOf(value: Json, pointer: string): readonly Leaf[] {
  if (value === null) return []
  if (typeof value !== 'object') return [{ pointer, text: String(value) }]
  const members = Array.isArray(value)
    ? value.map((item: Json, at) => [String(at), item] as const)
    : Object.entries(value)
  const own =
    pointer === '' || Array.isArray(value) ? [] : members.map(([name]) => ({ pointer, text: name }))
  return [
    ...own,
    ...members.flatMap(([name, item]) =>
      leavesOf(item, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ]
}

export function questionRaises(request: Asked): readonly Raise[] {
  const [source] = request.taint.privateRead
  return unexplainedQuestions(request).map((pointer) =>
    raise(
      'R3',
      QUESTION,
      `Nothing that was read says where ${pointer.slice(1)} comes from. This session has read private data (${source?.from}) and text that anyone may have written, so the question itself may carry data out.`,
    ),
  )
}
