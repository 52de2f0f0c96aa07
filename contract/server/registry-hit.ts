// A server as a list of servers describes it: everything in it was written by its publisher.
import { z } from 'zod'
import { ServerConfig, ServerName } from './server.ts'

const text = z.string()

export const RegistryHit = z.strictObject({
  /** Its name in the list, which identifies it there. */
  id: text,
  title: text,
  description: text,
  version: text,
  /** Where its source is; null: it does not say. */
  repository: text.nullable(),
  /** How it would be called here. */
  name: ServerName,
  /** Switched off and of no trust. Null: it cannot be used here; `notes` says why. */
  config: ServerConfig.nullable(),
  /** What a person has to know or fill in. */
  notes: z.array(text),
})
export type RegistryHit = z.infer<typeof RegistryHit>

export const RegistryAnswer = z.strictObject({
  hits: z.array(RegistryHit),
  /** How many of the list were looked through, and whether it has more that were not. */
  searched: z.int(),
  more: z.boolean(),
})
export type RegistryAnswer = z.infer<typeof RegistryAnswer>
