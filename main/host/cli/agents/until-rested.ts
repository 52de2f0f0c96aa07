// Waits until a run has nothing to do any more.
import type { Run, RunItem } from '../../../../contract/agent/run.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'

const POLL_MS = 150
/** As many as a page of a run has. */
const MOST_ITEMS = 1_000

type Rested = { readonly run: Run; readonly items: readonly RunItem[] }

/** Where nobody can answer a held call, the run is left as it is: the call stays in the queue. */
export async function untilRested(
  { context }: Call,
  session: Session,
  { id }: Run,
): Promise<Result<Rested, Failure>> {
  for (;;) {
    const found = await session.call('runs.get', { id, limit: MOST_ITEMS })
    if (!found.ok) return err(found.error)
    const { run, items } = found.value
    if (run.state === 'waiting' && session.kind === 'own') return ok({ run, items })
    if (run.state !== 'working' && run.state !== 'waiting') return ok({ run, items })
    await context.sleep(POLL_MS)
  }
}
