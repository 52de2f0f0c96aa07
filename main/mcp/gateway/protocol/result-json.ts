// The result of a call as the protocol has it. Text goes into it as it came off the pipeline:
// cleaned, redacted and capped.
import { isObject } from '../../../../contract/is-object.ts'
import type { CallResult } from '../../../../contract/call/call.ts'
import type { Content } from '../../../../contract/call/content.ts'
import type { Json } from '../../../../contract/json.ts'
import { code } from './protocol.ts'
import { done, failed, type Reply } from './reply.ts'

/**
 * @param external it came from a server, whose structured answer is its own; what built-in tools
 *   keep for programs repeats the text.
 * @param outward an address in it, as the client can use it.
 */
export function resultReply(
  result: CallResult,
  external: boolean,
  outward: (uri: string) => string = (uri) => uri,
): Reply {
  const needed = external ? /^server\.needs-(\w+)$/.exec(result.error?.code ?? '')?.[1] : undefined
  // What its client could change: it has to declare more.
  if (needed !== undefined)
    return failed(code.missingCapability, result.text, { requiredCapabilities: { [needed]: {} } })
  const parts =
    result.content === undefined ? [] : openedUris(result.content, outward).flatMap(contentJson)
  const content =
    parts.length === 0
      ? `{"type":"text","text":${JSON.stringify(result.text)}}`
      : JSON.stringify(parts).slice(1, -1)
  const structured =
    external && result.ok && isObject(result.data)
      ? `,"structuredContent":${JSON.stringify(result.data)}`
      : ''
  return done(`"content":[${content}]${structured}${result.ok ? '' : ',"isError":true'}`)
}

/** Said by the gateway itself. */
export const said = (text: string, isError: boolean): Reply =>
  done(
    `"content":[{"type":"text","text":${JSON.stringify(text)}}]${isError ? ',"isError":true' : ''}`,
  )

/** With addresses of the server's as the client can use them. */
export const openedUris = (
  content: readonly Content[],
  outward: (uri: string) => string,
): readonly Content[] =>
  content.map((part) => ('uri' in part ? { ...part, uri: outward(part.uri) } : part))

export function contentJson(part: Content): Json[] {
  switch (part.kind) {
    case 'text':
    case 'left-out':
      return [{ type: 'text', text: part.text }]
    case 'image':
    case 'audio':
      return [{ type: part.kind, mimeType: part.mimeType, data: part.data }]
    case 'link':
      return [
        {
          type: 'resource_link',
          uri: part.uri,
          name: part.name,
          ...(part.mimeType === null ? {} : { mimeType: part.mimeType }),
        },
      ]
    case 'blob':
      return [
        {
          type: 'resource',
          resource: {
            uri: part.uri,
            blob: part.data,
            ...(part.mimeType === null ? {} : { mimeType: part.mimeType }),
          },
        },
      ]
    case 'resource':
      return [
        {
          type: 'resource',
          resource: {
            uri: part.uri,
            text: part.text,
            ...(part.mimeType === null ? {} : { mimeType: part.mimeType }),
          },
        },
      ]
  }
}
