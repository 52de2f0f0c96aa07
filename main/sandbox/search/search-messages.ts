// The messages between main and the thread that searches.
import type {
  FindRequest,
  FoundLine,
  LeftOut,
  SearchRequest,
} from '../../../contract/call/powers/file-power.ts'

export type SearchJob = {
  /** Real path of what is searched, and whether it is one file. */
  readonly root: string
  readonly isFile: boolean
  /** Whether a file with several names may be read: it may be outside as well. */
  readonly severalNames: boolean
  /** Never entered, opened or named: absolute paths, and `device:inode`. */
  readonly closedPaths: readonly string[]
  readonly closedIdentities: readonly string[]
  /** The folders above whose ignore files count too, outermost first. */
  readonly above: readonly string[]
} & (
  | { readonly kind: 'find'; readonly request: FindRequest }
  | { readonly kind: 'search'; readonly request: SearchRequest }
)

export type FoundIn = { readonly file: string; readonly lines: readonly FoundLine[] }

/** Paths from the root of the search; '' where that is one file. */
export type SearchAnswer =
  | {
      readonly kind: 'listed'
      readonly files: readonly string[]
      readonly bytes: number
      readonly whole: boolean
    }
  | {
      readonly kind: 'found'
      readonly in: readonly FoundIn[]
      readonly leftOut: LeftOut
      readonly searched: number
    }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly why: string }

/** Which of the listed files to look into; null: all. */
export type SearchGo = { readonly files: readonly string[] | null }
