// What a run of a job was given beside its message: whose word it is, what its maker had read, and
// the event that started it. Kept with the run, so that a restart forgets none of it.
import { z } from 'zod'
import { Maker } from '../call/principal.ts'
import { Source } from '../call/origin.ts'
import { JobId } from '../ids.ts'

/** The text that started a run: of a source that anyone may write to. */
export const StartingEvent = z.strictObject({
  id: z.int(),
  source: z.string(),
  text: z.string(),
})
export type StartingEvent = z.infer<typeof StartingEvent>

export const ScheduledText = z.strictObject({
  job: JobId,
  name: z.string(),
  maker: Maker,
  /** At most the first of each kind: that it was read is what counts. */
  seen: z.array(Source).max(2),
  event: StartingEvent.nullable(),
})
export type ScheduledText = z.infer<typeof ScheduledText>
