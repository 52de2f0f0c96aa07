// One JSON-RPC message, read where it enters. The shape is small and this runs for every call, so
// it is checked by hand.
import { DEEPEST, isTooDeep, WRAPPED } from '../../../../contract/call/depth.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { field, type Fields, type RequestId } from './protocol.ts'

export type Message =
  | {
      readonly kind: 'request'
      readonly id: RequestId
      readonly method: string
      readonly params: Fields | undefined
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Fields | undefined }
  | {
      readonly kind: 'response'
      readonly id: RequestId
      readonly result: Fields | null
      readonly error: Fields | null
    }
  /** `id` where one can still be told, so that the answer reaches who waits for it. */
  | {
      readonly kind: 'invalid'
      readonly id: RequestId | null
      readonly fault: 'parse' | 'batch' | 'shape'
    }

export const longestMethod = 200
const longestId = 256

export function readMessage(text: string): Message {
  let value: unknown
  try {
    // Some systems begin what they write with a mark of its encoding.
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return { kind: 'invalid', id: null, fault: 'parse' }
  }
  return messageOf(value)
}

export function messageOf(value: unknown): Message {
  if (Array.isArray(value)) return { kind: 'invalid', id: null, fault: 'batch' }
  if (!isObject(value)) return { kind: 'invalid', id: null, fault: 'shape' }
  const id = idOf(field(value, 'id'))
  const bad = { kind: 'invalid', id, fault: 'shape' } as const
  if (field(value, 'jsonrpc') !== '2.0') return bad
  const method = field(value, 'method')
  const given = Object.hasOwn(value, 'id')
  if (typeof method === 'string') {
    const params = field(value, 'params')
    if (
      method.length > longestMethod ||
      (params !== undefined && !isObject(params)) ||
      isTooDeep(params, DEEPEST + WRAPPED)
    )
      return bad
    if (!given) return { kind: 'notification', method, params }
    return id === null ? bad : { kind: 'request', id, method, params }
  }
  const result = field(value, 'result')
  const error = field(value, 'error')
  if (method !== undefined || id === null || (!isObject(result) && !isObject(error))) return bad
  return {
    kind: 'response',
    id,
    result: isObject(result) ? result : null,
    error: isObject(error) ? error : null,
  }
}

const idOf = (value: unknown): RequestId | null =>
  (typeof value === 'string' && value.length <= longestId) ||
  (typeof value === 'number' && Number.isFinite(value))
    ? value
    : null
