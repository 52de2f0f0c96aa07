// Pure. A long list of what a server offers, without the definitions that nobody would look into: what
// is left can be read where everything else waits. Each that is left out keeps its name and a mark.
import { isObject } from '../../../../contract/is-object.ts'
import { weighs } from '../weight.ts'

/** In `_meta`. A server that sets it itself refuses its own tool. */
export const OVERSIZED = 'gatehouse/oversized'

const LISTS = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const
const SCHEMA = { type: 'object' }

/** Bytes, where even to make a text of them would take long: they are the thread's from then on. */
export type TrimJob = { readonly text: string | Uint8Array<ArrayBuffer>; readonly most: number }
/**
 * What is left of a long message, off the main thread. Null: not in time, or of a text that is good
 * as it came.
 */
export type TrimLater = (job: TrimJob) => Promise<string | null>

/** Whether a definition was left out. */
export const isTrimmed = (one: unknown): boolean =>
  isObject(one) && isObject(one['_meta']) && Object.hasOwn(one['_meta'], OVERSIZED)

/** Null: there is nothing to leave out. Undefined: it is no list. */
export function trimList(
  message: Readonly<Record<string, unknown>>,
  most: number,
): Record<string, unknown> | null | undefined {
  const { result } = message
  if (!isObject(result)) return undefined
  let changed = false
  const trimmed = (one: unknown): unknown => {
    if (!isObject(one) || weighs(one, most) <= most) return one
    changed = true
    const named = ['name', 'uri', 'uriTemplate'].flatMap((key) =>
      typeof one[key] === 'string' ? [[key, one[key].slice(0, 2_048)]] : [],
    )
    return { ...Object.fromEntries(named), inputSchema: SCHEMA, _meta: { [OVERSIZED]: most } }
  }
  const lists = LISTS.flatMap((key) =>
    Array.isArray(result[key]) ? [[key, result[key].map(trimmed)]] : [],
  )
  if (lists.length === 0) return undefined
  return changed ? { ...message, result: { ...result, ...Object.fromEntries(lists) } } : null
}
