// The failures that a person gets whose answer did not take effect.
import type { Approval } from '../../contract/approval/approval.ts'
import { endedWords } from '../../contract/approval/ended-words.ts'
import { failure, type Failure } from '../../contract/failure.ts'

/** An answer that could not be written is none. */
export const untaken = ({ code, text, hint }: Failure): Failure =>
  failure(code, `Your answer was not saved, and the call is still held: ${text}`, hint)

/** It has an end: who or what gave it, as far as that is written by now. */
export function already(approval: Approval): Failure {
  const { state, route, answeredOn } = approval
  const known = route !== null || answeredOn !== null
  const how = known ? `${endedWords(approval)}.` : `It was ${state}.`
  return failure('approval.answered', `This approval is no longer pending. ${how}`)
}
