// A granted folder of the host as the module sees it. Holds nothing but files that are open: whole,
// in memory, written back when they are closed or synced. Every look and change is a question to
// the host, which decides.
import type { Budget } from './budget.ts'
import { fail } from './errno.ts'
import { fileBytes, type FileBytes } from './file-bytes.ts'
import {
  MAX_DEPTH,
  MAX_NAME,
  type NodeKind,
  type NodeStat,
  type OpenedFile,
  type OpenHow,
  type Path,
  type Volume,
} from './volume.ts'

/** Asks the host and waits. Throws `CallError` when it says no. */
export type Ask = (
  call: { readonly call: string; readonly path: Path } & Record<string, unknown>,
  bytes?: Uint8Array,
) => { readonly head: unknown; readonly bytes: Uint8Array }

type HostFile = {
  path: Path
  content: FileBytes
  node: bigint
  modifiedMs: number
  dirty: boolean
  gone: boolean
  holders: number
}

export type HostVolume = Volume & {
  /** Writes back what is still open. Gives the paths that could not be. */
  flushAll(): readonly string[]
  /** Paths written to and not yet written back. */
  unsaved(): readonly string[]
}

export function hostVolume(options: {
  readonly ask: Ask
  readonly writable: boolean
  readonly budget: Budget
  readonly treeBytes: number
}): HostVolume {
  const { ask, writable, budget } = options
  const open = new Map<string, HostFile>()
  const key = (path: Path): string => path.join('/')

  const statNode = (path: Path): NodeStat => {
    const held = open.get(key(path))
    if (held !== undefined)
      return {
        kind: 'file',
        bytes: held.content.size(),
        modifiedMs: held.modifiedMs,
        node: held.node,
      }
    const stat = ask({ call: 'stat', path }).head as {
      is: NodeKind
      bytes: number
      modifiedMs: number
      node: string
    }
    return {
      kind: stat.is,
      bytes: stat.bytes,
      modifiedMs: stat.modifiedMs,
      node: BigInt(stat.node),
    }
  }
  const statNodeOrNull = (path: Path): NodeStat | null => {
    try {
      return statNode(path)
    } catch (error) {
      if (error instanceof Error && error.message === 'noent') return null
      throw error
    }
  }
  const change = (): void => {
    if (!writable) throw fail('rofs')
  }
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
  const make = (path: Path): HostFile => {
    change()
    ask({ call: 'write', path, fresh: true })
    return hold(path, fileBytes(budget), statNode(path))
  }
  const load = (path: Path, how: OpenHow, stat: NodeStat): HostFile => {
    if (how.truncate || how.write) change()
    const content = how.truncate
      ? undefined
      : ask({ call: 'read', path, maxBytes: options.treeBytes }).bytes
    const file = hold(path, fileBytes(budget, content), stat)
    file.dirty = how.truncate
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
    writable,
    resolve(from, path) {
      if (path === '') throw fail('noent')
      // An absolute path would be one of the host.
      if (path.startsWith('/')) throw fail('notcapable')
      let done: Path = from
      const names = path.split('/')
      for (const [at, name] of names.entries()) {
        if (name === '' || name === '.') {
          if (
            at === names.length - 1 &&
            done.length > 0 &&
            (statNodeOrNull(done)?.kind ?? 'folder') !== 'folder'
          )
            throw fail('notdir')
        } else if (name === '..') {
          if (statNode(done).kind !== 'folder') throw fail('notdir')
          if (done.length === 0) throw fail('notcapable')
          done = done.slice(0, -1)
        } else {
          if (name.length > MAX_NAME || done.length >= MAX_DEPTH) throw fail('nametoolong')
          done = [...done, name]
        }
      }
      return done
    },
    open(path, how) {
      const held = open.get(key(path))
      const stat = held === undefined ? statNodeOrNull(path) : statNode(path)
      if (stat === null) {
        if (!how.create) throw fail('noent')
        if (how.folder) throw fail('inval')
        return opened(make(path))
      }
      if (how.create && how.exclusive) throw fail('exist')
      if (stat.kind === 'link') throw fail('loop')
      if (stat.kind === 'other') throw fail('notcapable')
      if (stat.kind === 'folder') {
        if (how.write && !how.folder) throw fail(writable ? 'isdir' : 'rofs')
        return null
      }
      if (how.folder) throw fail('notdir')
      if (held === undefined) return opened(load(path, how, stat))
      if (how.write || how.truncate) change()
      const file = opened(held)
      if (how.truncate) file.resize(0)
      return file
    },
    stat: statNode,
    list(path) {
      const entries = ask({ call: 'list', path }).head as {
        entries: { name: string; is: NodeKind }[]
      }
      return entries.entries.map(({ name, is }) => ({ name, kind: is, node: 0n }))
    },
    makeFolder(path) {
      change()
      if (path.length === 0) throw fail('exist')
      ask({ call: 'make-folder', path })
    },
    removeFile(path) {
      change()
      if (path.length === 0) throw fail('isdir')
      ask({ call: 'remove-file', path })
      follow(path, null)
    },
    removeFolder(path) {
      change()
      if (path.length === 0) throw fail('busy')
      ask({ call: 'remove-folder', path })
    },
    rename(from, to) {
      change()
      if (from.length === 0 || to.length === 0) throw fail('busy')
      if (key(from) === key(to)) return
      if (from.every((name, at) => to[at] === name)) throw fail('inval')
      ask({ call: 'rename', path: from, to })
      follow(to, null)
      follow(from, to)
    },
    // A link in a folder of the host would be followed by other programs, out of the folder.
    link: () => {
      throw fail('notsup')
    },
    makeLink: () => {
      throw fail('notsup')
    },
    readLink(path) {
      throw fail(statNode(path).kind === 'link' ? 'notcapable' : 'inval')
    },
    setModified: () => {
      throw fail('notsup')
    },
    flushAll: () =>
      dirty().flatMap((file) => {
        try {
          flush(file)
          return []
        } catch {
          return [key(file.path)]
        }
      }),
    unsaved: () => dirty().map((file) => key(file.path)),
  }
}
