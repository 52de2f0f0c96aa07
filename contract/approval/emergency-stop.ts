// The emergency stop as screens and the command line see it.
import { z } from 'zod'
import { Surface } from '../call/principal.ts'

/** Everything is stopped: no call of anybody runs until a person takes it back. */
export const Stopped = z.strictObject({
  /** Epoch milliseconds. */
  at: z.int(),
  surface: Surface,
  /**
   * Why it may not outlast a restart, or is in no journal; null while all of it is recorded. It
   * holds all the same.
   */
  fault: z.string().nullable(),
})
export type Stopped = z.infer<typeof Stopped>

/** What a press has ended. */
export const StopDone = z.strictObject({ leases: z.int(), held: z.int(), runs: z.int() })
export type StopDone = z.infer<typeof StopDone>
