// What a granted folder of the host can do for a module, as functions. `held-folder.ts` has the
// ones for a real folder; a test or another store can bring its own.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'

/**
 * Names below the granted folder, none of them empty, `.` or `..`. The empty list is the folder
 * itself.
 */
export type Names = readonly string[]
export type EntryKind = 'file' | 'folder' | 'link' | 'other'
export type FolderStat = {
  readonly is: EntryKind
  readonly bytes: number
  readonly modifiedMs: number
  readonly node: bigint
}

/**
 * Links are named, never followed; a link on the way is a failure. Failure codes that a module is
 * told apart: `file.missing`, `file.exists`, `file.is-folder`, `file.not-folder`, `file.not-empty`,
 * `file.read-only`, `file.no-access`, `file.no-space`, `file.too-large`, `file.hard-linked`,
 * `path.too-long`, `path.link`. Any other one reads as "not permitted".
 */
export type FolderRead = {
  stat(path: Names): Promise<Result<FolderStat, Failure>>
  list(
    path: Names,
  ): Promise<Result<readonly { readonly name: string; readonly is: EntryKind }[], Failure>>
  readFile(path: Names, limits: { readonly maxBytes: number }): Promise<Result<Uint8Array, Failure>>
}

export type FolderWrite = {
  /** Makes an empty file where there is nothing. */
  makeFile(path: Names): Promise<Result<void, Failure>>
  /** Replaces the whole file, or makes it. */
  writeFile(path: Names, bytes: Uint8Array): Promise<Result<void, Failure>>
  makeFolder(path: Names): Promise<Result<void, Failure>>
  removeFile(path: Names): Promise<Result<void, Failure>>
  removeFolder(path: Names): Promise<Result<void, Failure>>
  rename(from: Names, to: Names): Promise<Result<void, Failure>>
}

export type FolderPowers = { readonly read: FolderRead; readonly write: FolderWrite | null }

/** A folder as granted to one run. */
export type GrantedFolder = {
  /** Absolute path by which the module knows it: `/work`. */
  readonly guest: string
  readonly access: 'read-only' | 'read-write'
  readonly powers: FolderPowers
}
