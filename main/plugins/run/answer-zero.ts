// Protocol 0: all that a plugin writes is one JSON object.
import { failure, type Failure } from '../../../contract/failure.ts'
import { Json } from '../../../contract/json.ts'
import { RUN_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import { AnswerZero } from '../../../contract/plugin/protocol.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { strictJson } from '../../../contract/strict-json.ts'
import type { Answered, AnswerReader } from './answer.ts'
import {
  badData,
  badId,
  badShape,
  badVersion,
  cutAnswer,
  isOther,
  noAnswer,
  notJson,
  repeated,
  secondAnswer,
  tooLarge,
  trailing,
} from './faults.ts'
import { endOfObject, tooMuch } from './first-value.ts'
import { issueOf } from './issue.ts'

export function readZero(tool: string, requestId: string): AnswerReader {
  const parts: Uint8Array[] = []
  return {
    take(bytes) {
      parts.push(bytes.slice())
      return null
    },
    end: () => answerOf(Buffer.concat(parts), tool, requestId),
  }
}

function answerOf(bytes: Buffer, tool: string, requestId: string): Result<Answered, Failure> {
  const value = oneObject(bytes, tool)
  if (!value.ok) return value
  const parsed = AnswerZero.safeParse(value.value)
  // Which call it is for matters more than a key that is missing.
  const { protocol_version: version, request_id: id } = value.value
  if (isOther(version, 0)) return err(badVersion(tool, version, 0))
  if (typeof id === 'string' && id !== requestId) return err(badId(tool, id))
  if (!parsed.success) return err(badShape(tool, issueOf(parsed.error, value.value)))
  const { ok: done, data_json: text, stdout, stderr } = parsed.data
  const much = tooMuch(text)
  if (much !== null) return err(tooLarge(tool, RUN_ERRORS.data, much))
  const read = strictJson(text)
  if (!read.ok)
    return err(
      read.error.kind === 'repeated'
        ? repeated(tool, RUN_ERRORS.data, read.error.text)
        : badData(tool, read.error.text),
    )
  // What the parser took is JSON, but for a number beyond all, of which it makes infinity.
  const checked = Json.safeParse(read.value)
  if (!checked.success) return err(badData(tool, 'a number in it is too large'))
  const { data } = checked
  return ok({ data, stdout, stderr, error: done ? null : refusal(tool, data, stderr) })
}

/** It answered, and says that it could not do it. */
function refusal(tool: string, data: Json, stderr: string): Failure {
  const own = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}
  const { error } = own as { readonly error?: Json }
  const why = typeof error === 'string' ? error : stderr.trim().split('\n').at(-1)
  return failure(
    RUN_ERRORS.failed,
    `The plugin ${tool} could not do it${why === undefined || why === '' ? '.' : `: ${why.slice(0, 500)}`}`,
  )
}

type Members = Readonly<Record<string, unknown>>

function oneObject(bytes: Buffer, tool: string): Result<Members, Failure> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
  } catch {
    return err(notJson(tool, 0, 'it is not UTF-8'))
  }
  if (text === '') return err(noAnswer(tool, 0))
  if (!text.startsWith('{'))
    return err(notJson(tool, 0, `it begins with ${JSON.stringify(text.slice(0, 40))}`))
  const end = endOfObject(text)
  if (end === null) return err(cutAnswer(tool))
  const much = tooMuch(text.slice(0, end))
  if (much !== null) return err(tooLarge(tool, RUN_ERRORS.json, much))
  const value = strictJson(text.slice(0, end))
  if (!value.ok)
    return err(
      value.error.kind === 'repeated'
        ? repeated(tool, RUN_ERRORS.json, value.error.text)
        : notJson(tool, 0, value.error.text),
    )
  const rest = text.slice(end).trim()
  if (rest.startsWith('{')) return err(secondAnswer(tool))
  if (rest !== '') return err(trailing(tool, rest))
  return ok(value.value as Members)
}
