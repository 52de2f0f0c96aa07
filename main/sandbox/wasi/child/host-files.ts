// The files of a granted folder that are open: whole, in memory, written back when they are closed or
// synced.
import { fail } from './errno.ts'
import type { FileBytes } from './file-bytes.ts'
import type { NodeStat, OpenedFile, Path } from './volume.ts'

/** Asks the host and waits. Throws `CallError` when it says no. */
export type Ask = (
  call: { readonly call: string; readonly path: Path } & Record<string, unknown>,
  bytes?: Uint8Array,
) => { readonly head: unknown; readonly bytes: Uint8Array }

export type HostFile = {
  path: Path
  content: FileBytes
  node: bigint
  modifiedMs: number
  dirty: boolean
  gone: boolean
  holders: number
}

export const key = (path: Path): string => path.join('/')

/** @param change throws where the folder may only be read. */
export function openHostFiles(ask: Ask, change: () => void) {
  const open = new Map<string, HostFile>()
  const flush = (file: HostFile): void => {
    if (!file.dirty || file.gone) return
    ask({ call: 'write', path: file.path, fresh: false }, file.content.all())
    file.dirty = false
  }
  const letGo = (file: HostFile): void => {
    file.holders -= 1
    if (file.holders > 0) return
    if (!file.gone) open.delete(key(file.path))
    file.content.release()
  }
  const opened = (file: HostFile): OpenedFile => {
    file.holders += 1
    const touch = (): void => {
      change()
      file.dirty = true
      file.modifiedMs = Date.now()
    }
    return {
      stat: () => ({
        kind: 'file',
        bytes: file.content.size(),
        modifiedMs: file.modifiedMs,
        node: file.node,
      }),
      read: (target, position) => file.content.read(target, position),
      write: (source, position) => {
        touch()
        file.content.write(source, position)
      },
      resize: (bytes) => {
        touch()
        file.content.resize(bytes)
      },
      setModified: () => {
        throw fail('notsup')
      },
      flush: () => flush(file),
      close: () => {
        try {
          flush(file)
        } finally {
          letGo(file)
        }
      },
    }
  }
  const hold = (
    path: Path,
    content: FileBytes,
    stat: Pick<NodeStat, 'node' | 'modifiedMs'>,
  ): HostFile => {
    const file = {
      path,
      content,
      node: stat.node,
      modifiedMs: stat.modifiedMs,
      dirty: false,
      gone: false,
      holders: 0,
    }
    open.set(key(path), file)
    return file
  }
  /** What is open below `path` goes with it, or is no longer anywhere. */
  const follow = (path: Path, to: Path | null): void => {
    for (const file of [...open.values()]) {
      if (!path.every((name, at) => file.path[at] === name)) continue
      open.delete(key(file.path))
      if (to === null) file.gone = true
      else {
        file.path = [...to, ...file.path.slice(path.length)]
        open.set(key(file.path), file)
      }
    }
  }
  const dirty = (): HostFile[] => [...open.values()].filter((file) => file.dirty)

  return {
    /** The one at this path, where it is open. */
    heldAt: (path: Path): HostFile | undefined => open.get(key(path)),
    hold,
    opened,
    flush,
    follow,
    dirty,
  }
}
