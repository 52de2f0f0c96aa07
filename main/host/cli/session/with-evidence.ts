// A change that may loosen the policy, on the command line: asked for only where main says that it
// is, and done once more with a typed “yes”, or with the proof once one is set up.
import { UNCONFIRMED, UNPROVEN } from '../../../../contract/approval/evidence.ts'
import type { Evidence } from '../../../../contract/approval/evidence.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { wayToProve, withProof } from './proof.ts'
import type { Session } from './session.ts'
import { visible } from '../output/show.ts'

/**
 * `agreed`: the person has just said yes to what is done, having seen it. Failures:
 * `policy.refused`, and those of `wayToProve`.
 */
export async function withEvidence<T>(
  call: Call,
  session: Session,
  agreed: boolean,
  act: (evidence: Evidence) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const first = await act({ confirmed: agreed })
  if (first.ok || (first.error.code !== UNCONFIRMED && first.error.code !== UNPROVEN)) return first
  const proves = first.error.code === UNPROVEN
  const way = await wayToProve(call, session, proves)
  if (!way.ok) return way
  const { signal } = new AbortController()
  if (way.value.kind !== 'brought')
    call.context.note(`${first.error.text.split('\n').map(visible).join('\n  ')}\n`)
  if (!proves) {
    const said = await call.context.ask('Type yes to do it: ', signal)
    if (said?.trim().toLowerCase() !== 'yes')
      return err(failure('policy.refused', 'Nothing was changed.'))
  }
  return withProof(call, way.value, signal, (proof) =>
    act({ confirmed: true, ...(proof === undefined ? {} : { proof }) }),
  )
}
