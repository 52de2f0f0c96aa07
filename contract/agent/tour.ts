// The tour: three calls that a newcomer sends through the gate. What comes of them is the gate's
// word, as for any call.
import { z } from 'zod'
import { Run } from './run.ts'

export const TourStep = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type TourStep = z.infer<typeof TourStep>

export const TourState = z.strictObject({
  /** Absolute. */
  folder: z.string(),
  /** It is there now. */
  there: z.boolean(),
  /** The newest run of a tour. */
  run: Run.nullable(),
})
export type TourState = z.infer<typeof TourState>
