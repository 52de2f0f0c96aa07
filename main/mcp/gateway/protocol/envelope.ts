// From 2026-07-28 every request says in its `_meta` which version it speaks and what its client can
// do.
import { isObject } from '../../../../contract/is-object.ts'
import { field, meta, modernVersions, code, type Fields } from './protocol.ts'
import { failed, type Reply } from './reply.ts'

export type Envelope = {
  readonly version: string
  readonly capabilities: Fields
  readonly clientInfo: { readonly name: string; readonly version: string } | null
}

/** Whether a request claims to be of the era without sessions. */
export const claimsEnvelope = (params: Fields | undefined): boolean => {
  const given = field(params, '_meta')
  return isObject(given) && Object.hasOwn(given, meta.version)
}

/** Null members of the answer: all is well. */
export function readEnvelope(
  params: Fields | undefined,
):
  | { readonly envelope: Envelope; readonly fault: null }
  | { readonly envelope: null; readonly fault: Reply } {
  const bad = (text: string): { envelope: null; fault: Reply } => ({
    envelope: null,
    fault: failed(code.invalidParams, `Invalid params: ${text}`),
  })
  const given = field(params, '_meta')
  if (!isObject(given)) return bad('_meta is missing.')
  const version = field(given, meta.version)
  if (typeof version !== 'string') return bad(`_meta needs ${meta.version}.`)
  const capabilities = field(given, meta.capabilities)
  if (!isObject(capabilities)) return bad(`_meta needs ${meta.capabilities}.`)
  if (!modernVersions.some((known) => known === version)) {
    const data = { supported: [...modernVersions], requested: version.slice(0, 100) }
    return {
      envelope: null,
      fault: failed(
        code.unsupportedVersion,
        `Unsupported protocol version: ${version.slice(0, 100)}`,
        data,
      ),
    }
  }
  return {
    envelope: { version, capabilities, clientInfo: clientInfoOf(field(given, meta.client)) },
    fault: null,
  }
}

export function clientInfoOf(
  value: unknown,
): { readonly name: string; readonly version: string } | null {
  if (!isObject(value)) return null
  const name = field(value, 'name')
  const version = field(value, 'version')
  return typeof name === 'string'
    ? {
        name: name.slice(0, 200),
        version: typeof version === 'string' ? version.slice(0, 100) : '',
      }
    : null
}
