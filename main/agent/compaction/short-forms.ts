// What the model is told in the place of an older result, argument or step. Made of what Gatehouse
// knows of a call, never of what a tool said. Pure.
import type { CallResult, CallStatus } from '../../../contract/call/call.ts'
import type { Json } from '../../../contract/json.ts'
import type { RunItem, RunItemOf } from '../../../contract/agent/run.ts'

type CallItem = RunItemOf<'call'>

/** A shorter result would not get shorter. */
const SHORT = 600
/** Characters of one argument that are kept. */
const SHORT_ARGUMENT = 300
/** Characters that a result of the newest step keeps, so that it was not made for nothing. */
const HEAD = 1_000
/** Calls of left out steps that are listed one by one: the newest. */
const LISTED = 40

/** The call that reads a result from a character on; null: it is not on offer. */
export type ReadAgain = (call: CallItem, offset: number) => string | null

/** Null: it is told as it is. A refusal has the words of Gatehouse, or of the person. */
export function shortResult(call: CallItem, newest: boolean, again: ReadAgain): string | null {
  if (call.state.kind !== 'ended') return null
  const { result } = call.state
  const most = newest ? HEAD + SHORT : SHORT
  if (result.status === 'denied' || result.text.length <= most) return null
  const head = newest ? headOf(result.text) : ''
  const page = again(call, head.length)
  const note = `[Gatehouse: to save space, ${newest ? 'the rest of this result is' : 'this result is'} left out. It had ${factsOf(result)}.${page === null ? '' : ` Read it again: ${page}`}]`
  return newest ? `${head}\n${note}` : note
}

/** Never ends between the two halves of one character. */
const headOf = (text: string): string => text.slice(0, HEAD).replace(/[\uD800-\uDBFF]$/, '')

const factsOf = ({ text, stored, label, flags }: CallResult): string =>
  [
    `${stored?.chars ?? text.length} characters`,
    label === 'untrusted' ? 'text that anyone may have written' : `marked ${label}`,
    ...(flags.length === 0 ? [] : ['phrases in it that read like orders to a model']),
  ].join(', ')

/** Long texts in arguments, such as the contents of a file that was written. */
export function shortArgs(args: Json): Json {
  if (typeof args === 'string')
    return args.length <= SHORT_ARGUMENT * 2
      ? args
      : `${headOf(args.slice(0, SHORT_ARGUMENT))} [Gatehouse: ${args.length - SHORT_ARGUMENT} more characters are left out here]`
  if (args === null || typeof args !== 'object') return args
  if (Array.isArray(args)) return (args as readonly Json[]).map(shortArgs)
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, shortArgs(value)]))
}

/** The item from which on calls of left out steps are listed one by one. */
export const listedFrom = (items: readonly RunItem[], steps: number): number =>
  items.filter(({ kind, id }) => kind === 'call' && id <= steps).at(-LISTED)?.id ?? 0

/** Whole steps in short: how many, and what became of their calls. Refusals stay word for word. */
export function digestOf(
  steps: number,
  calls: readonly CallItem[],
  { listedFrom: firstListed, again }: { readonly listedFrom: number; readonly again: ReadAgain },
): string {
  const listed = calls.filter(({ id }) => id >= firstListed)
  const unlisted = calls.filter(({ id }) => id < firstListed)
  const refusals = [...new Set(unlisted.flatMap((call) => refusalOf(call) ?? []))]
  const lines = [
    `[Gatehouse: to save space, ${steps === 1 ? 'one step that followed is' : `${steps} steps that followed are`} left out.${calls.length === 0 ? '' : ' Their calls, the oldest first:'}`,
    ...(unlisted.length === 0 ? [] : [`- ${countsOf(unlisted)}`]),
    ...refusals.map((text) => `- not run: ${text}`),
    ...listed.map((call) => `- ${lineOf(call, again)}`),
  ]
  return `${lines.join('\n')}]`
}

function lineOf(call: CallItem, again: ReadAgain): string {
  const name = nameOf(call.tool)
  const refusal = refusalOf(call)
  if (refusal !== null) return `${name} was not run: ${refusal}`
  if (call.state.kind !== 'ended') return `${name}: not ended`
  const { result } = call.state
  const page = again(call, 0)
  return `${name}: ${endOf(result.status)}, ${factsOf(result)}.${page === null ? '' : ` Read again: ${page}`}`
}

const endOf = (status: CallStatus): string =>
  status === 'unknown'
    ? 'it may have run, its end is not known'
    : status === 'cancelled'
      ? 'cancelled, it may have run in part'
      : status

const refusalOf = ({ state }: CallItem): string | null =>
  state.kind === 'ended' && state.result.status === 'denied' ? state.result.text : null

function countsOf(calls: readonly CallItem[]): string {
  const times = new Map<string, number>()
  for (const { tool } of calls) times.set(nameOf(tool), (times.get(nameOf(tool)) ?? 0) + 1)
  return [...times]
    .map(([name, count]) => `${name} ${count === 1 ? 'once' : `${count} times`}`)
    .join(', ')
}

/** A name that no tool can have came out of a model, and may say anything. */
const nameOf = (tool: string): string => (/^[\w.:-]{1,128}$/.test(tool) ? tool : 'an unknown tool')
