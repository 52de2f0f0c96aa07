// Channels: what is kept for the person, to be seen, searched, changed and deleted.
import { z } from 'zod'
import { EntryKind, StoredEntry } from '../../record/entry.ts'
import { call, everywhere } from '../channel.ts'

const which = { of: EntryKind, id: z.int() }

export const recordsChannels = {
  /** Of memory the best or the newest first, of others those due soonest. */
  'records.list': call(
    everywhere,
    z.strictObject({
      of: EntryKind,
      query: z.string().max(500).nullable(),
      limit: z.int().min(1).max(500),
    }),
    z.array(StoredEntry),
  ),
  /**
   * `title`: of memory its key. `text`: its text, description or notes. What is left out stays.
   * Failures: `record.unknown`, `record.state`.
   */
  'records.change': call(
    everywhere,
    z.strictObject({
      ...which,
      title: z.string().min(1).max(200).optional(),
      text: z.string().max(10_000).optional(),
      state: z.string().max(40).optional(),
    }),
    StoredEntry,
  ),
  /** Failures: `record.unknown`. */
  'records.remove': call(everywhere, z.strictObject(which), z.null()),
} as const
