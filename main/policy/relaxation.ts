// What it takes to loosen anything, the same at every entry point: nothing where nothing is loosened,
// else a person's confirmation, and once a passphrase or one-time codes are set up, one of these.
// main/config/relaxation/relaxes.ts says what is looser, and nothing else does.
import { UNCONFIRMED, UNPROVEN, type Evidence } from '../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { PolicyComparison } from '../../contract/policy/policy-file.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { MayRelax } from '../config/relaxation/may-relax.ts'

export type Relaxation = {
  requires(relaxations: readonly string[]): PolicyComparison['requires']
  /**
   * For one change. Failures: `policy.unconfirmed`, `approval.step-up`, and what the proof itself
   * fails with.
   */
  by(given: Evidence): MayRelax
}

export function openRelaxation(stepUp: Pick<StepUp, 'state' | 'prove'>): Relaxation {
  const requires: Relaxation['requires'] = (relaxations) => {
    const { passphrase, totp } = stepUp.state()
    return relaxations.length === 0 ? 'nothing' : passphrase || totp ? 'proof' : 'confirmation'
  }
  return {
    requires,
    by:
      ({ proof, confirmed }) =>
      async (relaxations): Promise<Result<unknown, Failure>> => {
        switch (requires(relaxations)) {
          case 'nothing':
            return ok(null)
          case 'confirmation':
            return confirmed === true
              ? ok(null)
              : err(
                  failure(
                    UNCONFIRMED,
                    ['This loosens the policy:', ...relaxations].join('\n'),
                    'Confirm it a second time.',
                  ),
                )
          case 'proof':
            return proof === undefined
              ? err(
                  failure(
                    UNPROVEN,
                    [
                      'This loosens the policy and requires the Gatehouse passphrase or a one-time code:',
                      ...relaxations,
                    ].join('\n'),
                  ),
                )
              : stepUp.prove(proof)
        }
      },
  }
}
