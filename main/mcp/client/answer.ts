// What a server answered, as our own answer: content that is known, and structured data that is
// what the tool declares.
import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client'
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Json } from '../../../contract/json.ts'
import type { ServerAnswer } from '../../../contract/call/powers.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { contentOf, readPart } from './content.ts'
import type { OutputCheck } from './output-schema.ts'

/** `check` is null where the tool declares nothing. Failures: `server.result`, `server.schema`. */
export function toolAnswer(
  result: CallToolResult,
  check: OutputCheck | null,
): Result<ServerAnswer, Failure> {
  const failed = result.isError === true
  const structured = result.structuredContent
  if (check !== null && !failed) {
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
