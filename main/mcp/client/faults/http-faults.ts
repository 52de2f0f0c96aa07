// What an address answers in place of an answer of the protocol, as failures that say what came and what to
// do. None of its own words are in them.
import { failure, type Failure } from '../../../../contract/failure.ts'
import { plainText } from '../plain-text.ts'

const MOST_TYPE_CHARS = 80

/** Null: it is nothing that only HTTP has. */
export function httpFailure(name: string, thrown: unknown): Failure | null {
  const { status, contentType } = dataOf(thrown)
  if (typeof status === 'number' && status >= 300) return byStatus(name, status)
  if (codeOf(thrown) === 'CLIENT_HTTP_UNEXPECTED_CONTENT')
    return failure(
      'server.result',
      typeof contentType === 'string' && contentType !== ''
        ? `The server ${name} answered with ${plainText(contentType, MOST_TYPE_CHARS)}, which is no answer of the protocol.`
        : `The server ${name} did not say what kind of answer it gave.`,
      `Check that the address of ${name} is that of its MCP endpoint.`,
    )
  if (thrown instanceof SyntaxError || (thrown instanceof Error && thrown.name === 'ZodError'))
    return failure(
      'server.result',
      `The answer of ${name} is not what the protocol allows.`,
      'The server is at fault; nothing of the answer is used.',
    )
  if (thrown instanceof TypeError && thrown.message === 'terminated')
    return failure(
      'server.ended',
      `The connection to ${name} was cut off before its answer was there.`,
      `Whether the call took effect is not known. Check ${name} itself.`,
    )
  return null
}

function byStatus(name: string, status: number): Failure {
  if (status < 400)
    return failure(
      'server.redirect',
      `The server ${name} sends the call on to another address (HTTP ${status}), and Gatehouse does not follow.`,
      `If ${name} has moved and you trust it, change its address under Servers.`,
    )
  if (status === 429)
    return failure(
      'server.busy',
      `The server ${name} takes no more calls for now (HTTP 429).`,
      'Wait before you call it again.',
    )
  return status < 500
    ? failure(
        'server.error',
        `The server ${name} refused the call (HTTP ${status}).`,
        `Check the arguments, and what the person set for ${name} under Servers.`,
      )
    : failure(
        'server.error',
        `The server ${name} failed (HTTP ${status}).`,
        `Whether the call took effect is not known. Check ${name} itself.`,
      )
}

const codeOf = (thrown: unknown): unknown =>
  thrown !== null && typeof thrown === 'object' && 'code' in thrown ? thrown.code : undefined

function dataOf(thrown: unknown): { readonly status?: unknown; readonly contentType?: unknown } {
  const data =
    thrown !== null && typeof thrown === 'object' && 'data' in thrown ? thrown.data : undefined
  return data !== null && typeof data === 'object' ? data : {}
}
