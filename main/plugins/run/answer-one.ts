// Protocol 1: a JSON object a line, read as they come. The first that is no message ends it.
import { failure, type Failure } from '../../../contract/failure.ts'
import { isObject } from '../../../contract/is-object.ts'
import { MessageOne } from '../../../contract/plugin/protocol.ts'
import type { PluginNews } from '../../../contract/plugin/request.ts'
import { RUN_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { strictJson } from '../../../contract/strict-json.ts'
import type { Answered, AnswerReader } from './answer.ts'
import {
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
import { tooMuch } from './first-value.ts'
import { issueOf } from './issue.ts'

/** @param answered called once, when it has said its last word */
export function readOne(
  tool: string,
  requestId: string,
  news: (news: PluginNews) => void,
  answered: () => void,
): AnswerReader {
  /** The line that has not ended yet, in the pieces that it came in. */
  let pieces: Buffer[] = []
  let answer: Answered | null = null
  let fault: Failure | null = null

  const line = (bytes: Buffer): Failure | null => {
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    } catch {
      return notJson(tool, 1, 'a line is not UTF-8')
    }
    if (text === '') return null
    const much = tooMuch(text)
    if (much !== null)
      return answer === null ? tooLarge(tool, RUN_ERRORS.json, much) : trailing(tool, text)
    const read = strictJson(text)
    if (!read.ok) {
      if (answer !== null) return trailing(tool, text)
      return read.error.kind === 'repeated'
        ? repeated(tool, RUN_ERRORS.json, read.error.text)
        : notJson(tool, 1, read.error.text)
    }
    const { value } = read
    const parsed = MessageOne.safeParse(value)
    if (!parsed.success) {
      if (answer !== null) return trailing(tool, text)
      // Which call and protocol it is for matters more than a key that is missing.
      const { protocol_version: version, request_id: id } = isObject(value) ? value : {}
      if (isOther(version, 1)) return badVersion(tool, version, 1)
      if (typeof id === 'string' && id !== requestId) return badId(tool, id)
      return badShape(tool, issueOf(parsed.error, value))
    }
    const message = parsed.data
    if (message.request_id !== requestId) return badId(tool, message.request_id)
    if (message.kind === 'progress' || message.kind === 'output') {
      if (answer !== null) return trailing(tool, text)
      news(
        message.kind === 'output'
          ? { kind: 'output', text: message.text }
          : { kind: 'progress', fraction: message.fraction, text: message.text },
      )
      return null
    }
    if (message.protocol_version !== 1) return badVersion(tool, message.protocol_version, 1)
    if (answer !== null) return secondAnswer(tool)
    if (message.kind === 'result') {
      const { data, stdout, stderr } = message
      answer = { data, stdout, stderr, error: null }
    } else {
      const { code, text: why, hint } = message.error
      const error = failure(`plugin.own.${code}`, why, hint)
      answer = { data: message.data, stdout: '', stderr: '', error }
    }
    answered()
    return null
  }
  return {
    take(bytes) {
      if (fault !== null) return fault
      let rest = Buffer.from(bytes)
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        fault = line(Buffer.concat([...pieces, rest.subarray(0, at)]))
        pieces = []
        rest = rest.subarray(at + 1)
        if (fault !== null) return fault
      }
      if (rest.length > 0) pieces.push(rest)
      return null
    },
    end(): Result<Answered, Failure> {
      if (fault !== null) return err(fault)
      const rest = Buffer.concat(pieces)
      const last = rest.toString('utf8').trim()
      if (last !== '') {
        // A last line without its end: whole, or cut.
        fault = isJson(last) ? line(rest) : answer === null ? cutAnswer(tool) : trailing(tool, last)
        if (fault !== null) return err(fault)
      }
      return answer === null ? err(noAnswer(tool, 1)) : ok(answer)
    },
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
