// What a server answered, as our own answer: content that is known, and structured data that is
// what the tool declares.
import type {
  CallToolResult,
  CompleteRequest,
  CompleteResult,
  GetPromptResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import type { ServerAnswer, ServerCompletion } from '../../../contract/call/powers/server-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { contentOf, readPart } from './content.ts'
import { DATA_LEFT_OUT } from './transport/cut-message.ts'
import type { OutputCheck } from './output/output-schema.ts'

/** `check` is null where the tool declares nothing. Failures: `server.result`, `server.schema`. */
export function toolAnswer(
  result: CallToolResult,
  check: OutputCheck | null,
): Result<ServerAnswer, Failure> {
  const failed = result.isError === true
  const structured = result.structuredContent
  if (check !== null && !failed) {
    if (result._meta?.[DATA_LEFT_OUT] === true)
      return err(
        failure(
          'server.schema',
          'The structured data of the answer is too much to be looked into.',
          'Ask the server for less at once; nothing of the answer is used.',
        ),
      )
    if (structured === undefined) {
      return err(
        failure(
          'server.result',
          'The answer has no structured data, although the tool declares some.',
          'The server is at fault; nothing of the answer is used.',
        ),
      )
    }
    const fits = check(structured)
    if (!fits.ok) return fits
  }
  // Parsed from JSON a moment ago, so it is JSON.
  return ok({
    content: contentOf(result.content),
    structured: structured === undefined ? null : (structured as Json),
    failed,
  })
}

/** Of one prompt: as many parts as any result keeps. */
const MESSAGES = 256

export const readAnswer = ({ contents }: ReadResourceResult): ServerAnswer => ({
  content: contents.map(readPart),
  structured: null,
  failed: false,
})

/** Each message is one part of the content, and one of the roles. */
export const promptAnswer = ({ messages }: GetPromptResult): ServerAnswer => ({
  content: messages.slice(0, MESSAGES).flatMap(({ content }) => contentOf([content])),
  structured: { roles: messages.slice(0, MESSAGES).map(({ role }) => role) },
  failed: false,
})

/** Of one argument: as many as the protocol allows. */
const VALUES = 100

export const completionOf = ({
  what,
  name,
  argument,
  known,
}: Omit<ServerCompletion, 'server' | 'timeoutMs'>): CompleteRequest['params'] => ({
  ref: what === 'prompt' ? { type: 'ref/prompt', name } : { type: 'ref/resource', uri: name },
  argument,
  ...(Object.keys(known).length === 0 ? {} : { context: { arguments: { ...known } } }),
})

export const completionAnswer = ({ completion }: CompleteResult): ServerAnswer => ({
  content: [],
  structured: {
    values: completion.values.slice(0, VALUES).map((one) => one.slice(0, 1_024)),
    total: completion.total ?? null,
    hasMore: completion.hasMore ?? completion.values.length > VALUES,
  },
  failed: false,
})
