// What an agent can note and find again.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'

export type Memory = {
  readonly id: number
  /** Where it is from: `notes`, or `knowledge:` with a name for what a person put there. */
  readonly source: string
  /** What it is about, and its name there: one entry for each pair. Empty: a note without. */
  readonly category: string
  readonly key: string
  readonly text: string
  /** Who noted it: kind and name of the caller. Empty in older rows. */
  readonly agent: string
  /** Where text came from that anyone may have written and that may be in it; null: nowhere. */
  readonly untrusted: string | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** `score` is that of BM25: the lower, the better it fits. */
export type FoundMemory = Memory & { readonly score: number }

export type MemoryAsked = {
  readonly query: string
  /** Null: all sources. */
  readonly source: string | null
  /** Null: any. */
  readonly category?: string | null
  readonly most: number
}

export type MemorySearch = MemoryAsked & {
  /** As the index has them; one of them at the beginning of a word is enough. */
  readonly words: readonly string[]
  readonly found: readonly FoundMemory[]
  /** Of how many. */
  readonly entries: number
}

/** Fails with `memory.outside-permit` for what this call was not permitted. */
export type MemoryPower = {
  search(asked: MemoryAsked): Promise<Result<MemorySearch, Failure>>
  /** The last search of this session; null where there was none. */
  last(): Promise<Result<MemorySearch | null, Failure>>
  sources(): Promise<Result<readonly { source: string; entries: number }[], Failure>>
  add(source: string, text: string): Promise<Result<Memory, Failure>>
  /** In the place of what was there under the same category and key. */
  put(entry: Pick<Memory, 'category' | 'key' | 'text'>): Promise<Result<Memory, Failure>>
  /** What the caller noted, the newest first. Fails with `memory.another` for another agent. */
  own(agent: string | null): Promise<Result<readonly Memory[], Failure>>
  /** How many were deleted. Fails as `own`. */
  clearOwn(agent: string | null): Promise<Result<number, Failure>>
  /** Fails with `memory.unknown`, and with `memory.knowledge` for what a person put there. */
  remove(id: number): Promise<Result<Memory, Failure>>
}
