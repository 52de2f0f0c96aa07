// What a person sees of all that is kept for them: memory and records in one list.
import { z } from 'zod'
import { StoredRecord } from './record.ts'

export const StoredMemory = z.strictObject({
  of: z.literal('memory'),
  id: z.int(),
  source: z.string(),
  category: z.string(),
  key: z.string(),
  text: z.string(),
  /** Kind and name of the caller that noted it; empty in older rows. */
  agent: z.string(),
  untrusted: z.string().nullable(),
  at: z.int(),
})
export type StoredMemory = z.infer<typeof StoredMemory>

export const StoredEntry = z.discriminatedUnion('of', [StoredMemory, ...StoredRecord.options])
export type StoredEntry = z.infer<typeof StoredEntry>
export const EntryKind = z.enum(StoredEntry.options.map(({ shape }) => shape.of.value))
export type EntryKind = StoredEntry['of']
