// What an answer that did not count is told.
import type { Approval } from '../../contract/approval/approval.ts'
import { failure, type Failure } from '../../contract/failure.ts'

/** An answer that could not be written is none. */
export const untaken = ({ code, text, hint }: Failure): Failure =>
  failure(code, `Your answer was not saved, and the call is still held: ${text}`, hint)

/** It has an end, and which. */
export const already = ({ state }: Approval): Failure =>
  failure(
    'approval.answered',
    `This approval is no longer pending: it was ${state === 'consumed' ? 'approved and used' : state}.`,
  )
