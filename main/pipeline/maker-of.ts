// The principal that made a scheduled job: a call of the job may do no more than they may.
import { RunId } from '../../contract/ids.ts'
import type { Principal } from '../../contract/call/principal.ts'

/** No run of theirs: what is asked is what they may do at all. */
const noRun = RunId.parse('run_00000000')

/** Null: it is made on the principal's own word. */
export function makerOf(principal: Principal): Principal | null {
  if (principal.kind !== 'schedule' || principal.maker === undefined) return null
  const { session } = principal
  const { kind, name } = principal.maker
  return kind === 'agent' ? { kind, name, session, runId: noRun } : { kind, name, session }
}
