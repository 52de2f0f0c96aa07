// How the pretended Gatehouse answers: at once or after a while, well or with a fault.
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'

export const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
export const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({
  ok: false,
  error: { code, text, hint },
})
export const isNo = (answer: ApprovalAnswer): boolean => answer.startsWith('deny')
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))
