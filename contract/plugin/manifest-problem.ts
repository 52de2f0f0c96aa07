import { z } from 'zod'

/** What is wrong with a manifest, where, and what to do. `code`: see `DECLARED_ERRORS`. */
export const ManifestProblem = z.strictObject({
  code: z.string(),
  /** From 1. */
  line: z.int(),
  column: z.int(),
  text: z.string(),
  hint: z.string(),
})
export type ManifestProblem = z.infer<typeof ManifestProblem>
