// Finds passages of the files of the workspace by their words.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'

export type DocumentsAsked = { readonly query: string; readonly most: number }
export type FoundPassage = {
  /** From the workspace. */
  readonly path: string
  /** Of its first line, from 1. */
  readonly line: number
  readonly text: string
  /** That of BM25: the lower, the better it fits. */
  readonly score: number
}
export type FoundDocuments = {
  readonly found: readonly FoundPassage[]
  /** Files that can be found. */
  readonly files: number
  /** What was not taken in, so that nobody takes it for searched. */
  readonly leftOut: {
    readonly large: number
    readonly unreadable: number
    readonly guarded: number
  }
  /** Not all of the workspace was looked at. */
  readonly more: boolean
}
/** Fails as `list` does, and with `documents.broken` where the index cannot be used. */
export type SearchDocuments = (asked: DocumentsAsked) => Promise<Result<FoundDocuments, Failure>>
