// What was stored earlier and is given to a call again: for the journal, and so that text of unknown
// origin stays untrusted.
import { z } from 'zod'
import { RecordKind } from '../record/record.ts'

export const ReadBack = z.strictObject({
  of: z.enum(['memory', 'document', 'event', 'result', ...RecordKind.options]),
  /** Of a document its path, of a result its call. */
  id: z.union([z.int(), z.string()]),
  /** Where text in it came from that anyone may have written; null: nowhere. */
  untrusted: z.string().nullable(),
})
export type ReadBack = z.infer<typeof ReadBack>
