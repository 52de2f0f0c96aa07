// Answers as text, put together by hand: a result is written once, where it is made, and never
// parsed again.
import type { Json } from '../../../../contract/json.ts'
import { code, meta, type RequestId } from './protocol.ts'

/**
 * What a request came to. `members`: the members of the result object as JSON, without its braces;
 * may be empty.
 */
export type Reply =
  | { readonly kind: 'done'; readonly members: string }
  | { readonly kind: 'failed'; readonly code: number; readonly text: string; readonly data?: Json }
  /**
   * From 2026-07-28: the client has to ask its person, and to send the same request again with what
   * they said.
   */
  | {
      readonly kind: 'input-required'
      readonly requests: Readonly<Record<string, InputRequest>>
      readonly state: string | null
    }

export type InputRequest = { readonly method: string; readonly params: Json }

export const done = (members: string): Reply => ({ kind: 'done', members })
export const failed = (error: number, text: string, data?: Json): Reply =>
  data === undefined
    ? { kind: 'failed', code: error, text }
    : { kind: 'failed', code: error, text, data }
export const noMethod = (method: string): Reply =>
  failed(code.methodNotFound, `Method not found: ${method.slice(0, 100)}`)

export type Identity = { readonly name: string; readonly version: string; readonly title?: string }

/** Of the era without sessions every result says what kind it is and who gave it. */
export const modernMembers = (info: Identity): string =>
  `"_meta":${JSON.stringify({ [meta.server]: info })}`

/** `extra`: members that every result of this era has. */
export function replyText(id: RequestId, reply: Reply, modern: string | null): string {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`
  switch (reply.kind) {
    case 'done': {
      const all =
        modern === null
          ? reply.members
          : `"resultType":"complete",${reply.members}${reply.members === '' ? '' : ','}${modern}`
      return `${head},"result":{${all}}}`
    }
    case 'failed':
      return `${head},"error":${JSON.stringify({ code: reply.code, message: reply.text, ...(reply.data === undefined ? {} : { data: reply.data }) })}}`
    case 'input-required': {
      const state = reply.state === null ? '' : `,"requestState":${JSON.stringify(reply.state)}`
      return `${head},"result":{"resultType":"input_required","inputRequests":${JSON.stringify(reply.requests)}${state}${modern === null ? '' : `,${modern}`}}}`
    }
  }
}

/** For what cannot be told whose it was. */
export const strayText = (error: number, text: string): string =>
  `{"jsonrpc":"2.0","id":null,"error":${JSON.stringify({ code: error, message: text })}}`

export const notificationText = (method: string, params?: Json): string =>
  params === undefined
    ? `{"jsonrpc":"2.0","method":${JSON.stringify(method)}}`
    : JSON.stringify({ jsonrpc: '2.0', method, params })
