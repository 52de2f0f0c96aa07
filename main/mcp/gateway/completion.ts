// What a client may fill in for an argument: asked of the server over the pipeline, like every use.
import type { Completing } from './resources.ts'
import type { Notifications } from './notifications.ts'
import { isObject } from '../../../contract/is-object.ts'
import { code, field, textField, type Fields } from './protocol/protocol.ts'
import { done, failed, type Reply } from './protocol/reply.ts'

const MOST_CHARS = 1_024

/** What is asked; null where that cannot be told. */
export function completionIn(params: Fields): Completing | null {
  const [ref, argument, context] = [
    field(params, 'ref'),
    field(params, 'argument'),
    field(params, 'context'),
  ]
  if (!isObject(ref) || !isObject(argument)) return null
  const [type, name, value] = [
    textField(ref, 'type'),
    textField(argument, 'name'),
    textField(argument, 'value'),
  ]
  const of = textField(ref, type === 'ref/prompt' ? 'name' : 'uri')
  if (name === null || value === null || of === null) return null
  if (type !== 'ref/prompt' && type !== 'ref/resource') return null
  if (name.length > MOST_CHARS || value.length > MOST_CHARS) return null
  const known = isObject(context) ? field(context, 'arguments') : undefined
  return {
    what: type === 'ref/prompt' ? 'prompt' : 'resource',
    name: of,
    argument: { name, value },
    known: Object.fromEntries(
      Object.entries(isObject(known) ? known : {}).flatMap(([key, one]) =>
        typeof one === 'string' ? [[key, one] as const] : [],
      ),
    ),
  }
}

export const noCompletion = (what: string): Reply =>
  failed(code.invalidParams, `Invalid params: ${what} cannot be completed here.`)

const said = (values: unknown, total: unknown, hasMore: unknown): Reply =>
  done(`"completion":${JSON.stringify({ values, total, hasMore })}`)

/** There is nothing to fill in. */
export const noCompletions: Reply = said([], 0, false)

export const asCompletion: Notifications = {
  // Held or refused: a list to fill in from is no reason to trouble anybody.
  said: () => noCompletions,
  result({ ok, data }) {
    if (!ok || !isObject(data)) return noCompletions
    return said(field(data, 'values'), field(data, 'total'), field(data, 'hasMore'))
  },
}
