// The name a machine has among the machines of a fleet.
import { z } from 'zod'

export const MachineName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'A machine’s name has lower-case letters, digits and hyphens, at most 63 of them, and begins with a letter or digit.',
  )
  .brand<'MachineName'>()
export type MachineName = z.infer<typeof MachineName>
