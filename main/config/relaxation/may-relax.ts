// The question that is asked before a change loosens the policy.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/**
 * Asked just before a change is written, with a sentence for each thing that it makes looser.
 * Nothing is written on a failure.
 */
export type MayRelax = (relaxations: readonly string[]) => Promise<Result<unknown, Failure>>

/** For what can only tighten. */
export const neverRelax: MayRelax = async (relaxations) =>
  relaxations.length === 0
    ? ok(null)
    : err(failure('policy.relaxes', `This would loosen the policy: ${relaxations.join(' ')}`))
