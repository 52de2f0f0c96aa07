// What a model does next where no whole answer came: what changes something may have been carried
// out all the same, so it is never told to try that again.
import { failure, type Failure } from '../../contract/failure.ts'
import type { Method } from '../../contract/call/touch.ts'

/** The request had gone out, at least in part. */
const LOST = new Set(['net.timeout', 'net.protocol', 'net.cancelled', 'net.closed', 'net.fault'])

export const onlyReads = (method: Method): boolean => method === 'GET' || method === 'HEAD'

export function whatNext(error: Failure, method: Method): Failure {
  if (LOST.has(error.code) && !onlyReads(method))
    return failure(
      error.code,
      `${error.text} It may have been carried out all the same.`,
      'Look whether it was, before you try again.',
    )
  return error.hint === undefined
    ? { ...error, hint: 'Try once more; if it stays so, tell the person.' }
    : error
}
