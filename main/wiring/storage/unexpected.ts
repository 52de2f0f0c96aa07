// An error that nobody expected, as a failure: a full or locked disk by its name, and anything else
// as the bug that it is, reported.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { StoreHealth } from '../../store/store-health.ts'

export const unexpected =
  (health: Pick<StoreHealth, 'note'>, report: (fault: unknown) => void) =>
  (fault: unknown): Failure => {
    const found = health.note(fault)
    if (found === null) report(fault)
    return (
      found ??
      failure(
        'gatehouse.fault',
        'Gatehouse failed while it handled this call.',
        'See the log of Gatehouse.',
      )
    )
  }
