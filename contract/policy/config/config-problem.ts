import { z } from 'zod'

/**
 * What is wrong with the file, where, and what to do. The configuration before it stays in force.
 */
export const ConfigProblem = z.strictObject({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  text: z.string(),
  hint: z.string(),
})
export type ConfigProblem = z.infer<typeof ConfigProblem>
