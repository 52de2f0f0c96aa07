// What is known of an organisation's bundles from one start to the next: the one in force, the one
// that waits for a person, and the highest serial that was ever seen. Each is a file of its own, and
// a bundle is checked again each time it is read.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { replaceFile } from '../disk/replace-file.ts'

const Seen = z.strictObject({
  organisation: z.string(),
  /** Of all that were in force or waited; zero: none did. */
  highest: z.int().min(0),
  digest: z.string().nullable(),
  /** When the source last gave a good answer. */
  checked: z.int().nullable(),
  /** The latest time at which the source was asked since then: a clock that is set back shows. */
  latest: z.int().nullable().default(null),
  trouble: z.strictObject({ since: z.int(), why: Failure }).nullable(),
  /** What the source calls what it gave last; null: nothing that can be asked for again. */
  tag: z.strictObject({ source: z.string(), text: z.string() }).nullable(),
})
export type Seen = z.infer<typeof Seen>

export const nothingSeen = (organisation: string): Seen => ({
  organisation,
  highest: 0,
  digest: null,
  checked: null,
  latest: null,
  trouble: null,
  tag: null,
})

export type StoredBundles = {
  read(which: 'in-force' | 'waiting'): Uint8Array | null
  /** Throws what the disk says. Null: it goes. */
  write(which: 'in-force' | 'waiting', bytes: Uint8Array | null): void
  seen(organisation: string): Seen
  /** Throws what the disk says. */
  note(seen: Seen): void
}

export function storedIn(folder: string): StoredBundles {
  const fileOf = (which: string): string => join(folder, `${which}.json`)
  const ready = (): void => void mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    read(which) {
      try {
        return readFileSync(fileOf(which))
      } catch {
        return null
      }
    },
    write(which, bytes) {
      ready()
      if (bytes === null) rmSync(fileOf(which), { force: true })
      else replaceFile(fileOf(which), bytes)
    },
    seen(organisation) {
      try {
        const seen = Seen.parse(JSON.parse(readFileSync(fileOf('seen'), 'utf8')))
        return seen.organisation === organisation ? seen : nothingSeen(organisation)
      } catch {
        return nothingSeen(organisation)
      }
    },
    note(seen) {
      ready()
      replaceFile(fileOf('seen'), JSON.stringify(seen), 'content')
    },
  }
}
