// The protections of this machine, and the checks of `gatehouse doctor`.
import { z } from 'zod'
import { RunnerReport } from './runner-table.ts'

/**
 * enforced: tried on this machine and seen to hold. missing: can be had, see `how`. impossible: not
 * on this system.
 */
export const Protection = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: z.enum(['enforced', 'missing', 'impossible']),
  detail: z.string(),
  how: z.string().nullable(),
})
export type Protection = z.infer<typeof Protection>

/** unset: nobody has set it up yet, and nothing is wrong with that. */
export const Check = z.strictObject({
  id: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'unset', 'warn', 'fail']),
  text: z.string(),
  how: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

/** The JSON of `gatehouse doctor`. `ok` is false when any check failed. */
export const DoctorReport = z.strictObject({
  ok: z.boolean(),
  platform: z.string(),
  node: z.string(),
  protections: z.array(Protection),
  /** What runs commands; null where Gatehouse does not start. */
  runner: RunnerReport.nullable(),
  checks: z.array(Check),
})
export type DoctorReport = z.infer<typeof DoctorReport>
