// The numbers by which a module names what it has open, and what it may do with each.
import { fail } from './errno.ts'
import type { OpenedFile, Path, Volume } from './volume.ts'

/** Bits of the rights of WASI preview 1 that decide something here. */
export const right = {
  read: 1n << 1n,
  seek: 1n << 2n,
  write: 1n << 6n,
  allocate: 1n << 8n,
  readdir: 1n << 14n,
  resize: 1n << 22n,
}
export const ALL_RIGHTS = (1n << 29n) - 1n

type Rights = { rights: bigint; inheriting: bigint }
export type FileDescriptor = Rights & {
  readonly kind: 'file'
  readonly file: OpenedFile
  readonly volume: Volume
  position: number
  flags: number
}
export type FolderDescriptor = Rights & {
  readonly kind: 'folder'
  readonly volume: Volume
  readonly path: Path
  /** The name it was granted under; null when the module opened it itself. */
  readonly granted: string | null
  /** The names as they were when the module began to list them. */
  listing: readonly Listed[] | null
}
export type Listed = { readonly name: string; readonly type: number; readonly node: bigint }
export type Descriptor =
  | (Rights & { readonly kind: 'stdin'; position: number })
  | (Rights & { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr' })
  | FileDescriptor
  | FolderDescriptor

export type Descriptors = ReturnType<typeof descriptors>

/** At most `limit` at a time, the three standard ones and the granted folders not counted. */
export function descriptors(first: readonly Descriptor[], limit: number) {
  const open = new Map<number, Descriptor>(first.entries())
  const most = first.length + limit
  const get = (fd: number): Descriptor => {
    const found = open.get(fd >>> 0)
    if (found === undefined) throw fail('badf')
    return found
  }
  return {
    get,
    file(fd: number, needed = 0n): FileDescriptor {
      const found = get(fd)
      if (found.kind === 'folder') throw fail(needed === 0n ? 'badf' : 'isdir')
      if (found.kind !== 'file') throw fail('spipe')
      if ((found.rights & needed) !== needed) throw fail(needed === 0n ? 'badf' : 'notcapable')
      return found
    },
    folder(fd: number): FolderDescriptor {
      const found = get(fd)
      if (found.kind !== 'folder') throw fail('notdir')
      return found
    },
    ensureCapacity(): void {
      if (open.size >= most) throw fail('mfile')
    },
    add(descriptor: Descriptor): number {
      let fd = 0
      while (open.has(fd)) fd += 1
      open.set(fd, descriptor)
      return fd
    },
    close(fd: number): void {
      const found = get(fd)
      open.delete(fd >>> 0)
      if (found.kind === 'file') found.file.close()
    },
    renumber(from: number, to: number): void {
      const [moved, replaced] = [get(from), get(to)]
      if (from >>> 0 === to >>> 0) return
      open.set(to >>> 0, moved)
      open.delete(from >>> 0)
      if (replaced.kind === 'file') replaced.file.close()
    },
  }
}
