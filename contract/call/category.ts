// What kind of thing a tool does, in one word: of built-in tools by their manifest, of a server's by
// what a person said at its review.
import { z } from 'zod'

export const Category = z.enum([
  'fs',
  'system',
  'network',
  'browser',
  'comms',
  'secrets',
  'payments',
  'account',
  'admin',
  'memory',
  'agents',
  'schedule',
  'text',
])
export type Category = z.infer<typeof Category>
