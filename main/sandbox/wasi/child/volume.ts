// What a folder tree can do for a module. Two of them exist: the tree in memory and a folder of the
// host.
export type NodeKind = 'file' | 'folder' | 'link' | 'other'
export type NodeStat = {
  readonly kind: NodeKind
  readonly bytes: number
  readonly modifiedMs: number
  readonly node: bigint
}

/** A file held open. Several descriptors may hold the same one. */
export type OpenedFile = {
  stat(): NodeStat
  /** Bytes copied; 0 at and after the end. */
  read(target: Uint8Array, position: number): number
  write(source: Uint8Array, position: number): void
  resize(bytes: number): void
  setModified(ms: number): void
  /** Makes what was written real. */
  flush(): void
  /** Flushes, then lets go. */
  close(): void
}

export type OpenHow = {
  readonly create: boolean
  readonly exclusive: boolean
  readonly truncate: boolean
  readonly folder: boolean
  readonly write: boolean
}

/**
 * Paths are lists of names below the root of the volume, already taken apart: no empty name, no
 * `.`, no `..`.
 */
export type Path = readonly string[]

/** Every method throws `CallError`. */
export type Volume = {
  readonly writable: boolean
  /** Takes a path of the module apart, from a folder of this volume. Never leads above the root. */
  resolve(from: Path, path: string, follow: boolean): Path
  /** Null: the path is a folder. */
  open(path: Path, how: OpenHow): OpenedFile | null
  stat(path: Path): NodeStat
  list(
    path: Path,
  ): readonly { readonly name: string; readonly kind: NodeKind; readonly node: bigint }[]
  makeFolder(path: Path): void
  removeFile(path: Path): void
  removeFolder(path: Path): void
  rename(from: Path, to: Path): void
  link(from: Path, to: Path): void
  makeLink(target: string, path: Path): void
  readLink(path: Path): string
  setModified(path: Path, ms: number): void
}

export const MAX_NAME = 255
export const MAX_DEPTH = 64
