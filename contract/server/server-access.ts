// What an external server promises, beside what it was seen to do.
import { z } from 'zod'

const list = z.array(z.string())

/** Is among refused hosts for what was tried past the proxy, by an address alone. */
export const NAMELESS_ADDRESS = 'an address without a name'

/**
 * Hosts with their port (`api.example:443`); `refusedHosts` it tried and was not let, or looked up by itself. Programs by
 * their path. Files: what it had open and did not only write, and folders it stood in; `written`:
 * what it wrote. Only in folders that are the person's: the system's own files and the server's own
 * folder are left out.
 */
export const ObservedAccess = z.strictObject({
  hosts: list,
  refusedHosts: list,
  programs: list,
  files: list,
  written: list,
})
export type ObservedAccess = z.infer<typeof ObservedAccess>
export const nothingObserved: ObservedAccess = {
  hosts: [],
  refusedHosts: [],
  programs: [],
  files: [],
  written: [],
}

/**
 * How one kind was watched. all: each one was seen. sampling: by looking now and then, so that what
 * was over soon may have been missed. nothing: it is not watched here, and an empty list says
 * nothing. `text`: the sentence for it.
 */
export const AccessWatch = z.strictObject({
  what: z.enum(['hosts', 'programs', 'files', 'written']),
  by: z.enum(['all', 'sampling', 'nothing']),
  text: z.string(),
})
export type AccessWatch = z.infer<typeof AccessWatch>

/**
 * Never seen before under the same definitions. `folder`: it was read or listed there for the first
 * time; `written`: changed there.
 */
export const NewAccess = z.strictObject({
  what: z.enum(['host', 'refused-host', 'program', 'folder', 'written']),
  name: z.string(),
  at: z.int(),
})
export type NewAccess = z.infer<typeof NewAccess>

const Folder = z.strictObject({ path: z.string(), write: z.boolean() })

export const ServerAccess = z.strictObject({
  /** What its configuration grants and names. Of an address: just its host. */
  declared: z.strictObject({ hosts: list, folders: z.array(Folder), programs: list }),
  /** Of all sessions together since what it offers is as it is now. */
  observed: ObservedAccess,
  watched: z.array(AccessWatch),
  /** Calls in that time. */
  calls: z.int(),
  /**
   * New behaviour under unchanged definitions, until a person accepts a review again. Newest last.
   */
  news: z.array(NewAccess),
  /** A profile with less in it that would have been enough; null where there is none to suggest. */
  tighter: z.strictObject({ hosts: list, folders: z.array(Folder) }).nullable(),
})
export type ServerAccess = z.infer<typeof ServerAccess>
