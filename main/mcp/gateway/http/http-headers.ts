// From 2026-07-28 headers repeat what the body says, so that what is in between can read it. They
// must agree.
import type { IncomingHttpHeaders } from 'node:http'
import type { Message } from '../protocol/message.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { code, field, meta } from '../protocol/protocol.ts'
import { failed, type Reply } from '../protocol/reply.ts'

const named: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/** Null: they agree. */
export function headerFault(
  headers: IncomingHttpHeaders,
  { method, params }: Message & { kind: 'request' },
): Reply | null {
  const given = field(params, '_meta')
  const version = isObject(given) ? field(given, meta.version) : undefined
  const differ = (header: string): Reply =>
    failed(code.headerMismatch, `Header mismatch: ${header} is missing or differs from the body.`)
  if (version !== undefined && one(headers['mcp-protocol-version']) !== version)
    return differ('MCP-Protocol-Version')
  if (one(headers['mcp-method']) !== method) return differ('Mcp-Method')
  const key = Object.hasOwn(named, method) ? named[method] : undefined
  const value = key === undefined ? undefined : field(params, key)
  if (typeof value === 'string' && decoded(one(headers['mcp-name'])) !== value)
    return differ('Mcp-Name')
  return null
}

export const one = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value.trim() : undefined

/** What a header cannot hold is sent as `=?base64?…?=`. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? '')?.[1]
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
