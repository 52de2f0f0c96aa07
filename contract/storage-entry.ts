// Where Gatehouse keeps what it knows.
import { z } from 'zod'

export const StorageEntry = z.strictObject({
  what: z.enum(['config', 'journal', 'index', 'documents', 'undo']),
  /** Absolute. */
  path: z.string(),
  /** On the disk now; null while it is not there. */
  bytes: z.int().min(0).nullable(),
})
export type StorageEntry = z.infer<typeof StorageEntry>
