// What a tool can do with files: read them, look for them, write them.
import type { Failure } from '../../failure.ts'
import type { Result } from '../../result.ts'
import type { SearchDocuments } from './documents-power.ts'

export type FileText = { readonly text: string; readonly bytes: number }

export type FolderEntry = {
  readonly name: string
  readonly is: 'file' | 'folder' | 'link' | 'other'
  readonly bytes: number
}

export type Written = { readonly bytes: number; readonly created: boolean }

export type FindRequest = {
  /** `*.ts` is a name in any folder, `src/**` a path from the searched folder; null: all there is. */
  readonly glob: string | null
  readonly what: 'file' | 'folder' | 'both'
  /** Names that begin with a dot as well. */
  readonly hidden: boolean
  /** What ignore files leave out as well. */
  readonly ignored: boolean
  /** Folders below the searched one that are entered: 1 is its own names alone. Left out: all. */
  readonly depth?: number
  readonly most: number
  readonly timeMs: number
}

export type SearchRequest = Omit<FindRequest, 'what'> & {
  readonly pattern: string
  /** As it is written; else a regular expression. */
  readonly literally: boolean
  readonly ignoreCase: boolean
  /** Lines shown before and after each that matches. */
  readonly around: number
}

export type FoundLine = {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** What was not looked into, so that nobody takes it for searched. */
export type LeftOut = {
  readonly large: number
  readonly binary: number
  readonly unreadable: number
  /** Files with several names, of which another may lie outside. */
  readonly linked: number
}

type SearchEnd = {
  /** There is more than was asked for. */
  readonly more: boolean
  /** Not everything was looked at: the time was up, or there are too many files. */
  readonly cut: 'time' | 'size' | null
  readonly leftOut: LeftOut
}

/** Paths from the folder that was searched, sorted folder by folder. */
export type FoundFiles = SearchEnd & { readonly files: readonly string[] }

export type FoundLines = SearchEnd & {
  readonly found: readonly { readonly file: string; readonly lines: readonly FoundLine[] }[]
}

export type ReadPower = {
  /**
   * UTF-8 text of a regular file of at most `maxBytes`. Fails on binary content rather than guess.
   */
  readText(path: string, limits: { readonly maxBytes: number }): Promise<Result<FileText, Failure>>
  /** All bytes of a regular file of at most `maxBytes`. Fails as `readText`, whatever they are. */
  readBytes(
    path: string,
    limits: { readonly maxBytes: number },
  ): Promise<Result<Uint8Array, Failure>>
  /** Sorted by name. Links are named, never followed. */
  list(path: string): Promise<Result<readonly FolderEntry[], Failure>>
  /**
   * Names of files below a folder. Links are not followed. Fails with `search.glob` where the glob
   * cannot be read, and as `list`.
   */
  find(path: string, request: FindRequest): Promise<Result<FoundFiles, Failure>>
  /**
   * Lines of the text files below a folder, or of one file. Fails with `search.pattern`,
   * `search.glob`, and as `list`.
   */
  search(path: string, request: SearchRequest): Promise<Result<FoundLines, Failure>>
  /** Passages of files below the permitted workspace. Left out: there is no index here. */
  readonly documents?: SearchDocuments
}

export type WritePower = {
  /**
   * Writes whole files atomically, creating parent folders inside the permitted root; keeps the
   * mode of what it replaces.
   */
  writeText(path: string, text: string): Promise<Result<Written, Failure>>
  /** The same for bytes as they are. */
  writeBytes(path: string, bytes: Uint8Array): Promise<Result<Written, Failure>>
  /**
   * Gives a regular file another name; both have to be permitted. Fails with `file.exists` where
   * something has that name already, and as `writeText`.
   */
  move(path: string, to: string): Promise<Result<null, Failure>>
}
