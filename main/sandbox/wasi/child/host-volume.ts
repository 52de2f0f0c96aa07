// A granted folder of the host as the module sees it. Holds nothing but files that are open
// (host-files.ts). Every look and change is a question to the host, which decides.
import type { Budget } from './budget.ts'
import { fail } from './errno.ts'
import { fileBytes } from './file-bytes.ts'
import { key, openHostFiles, type Ask, type HostFile } from './host-files.ts'
import {
  MAX_DEPTH,
  MAX_NAME,
  type NodeKind,
  type NodeStat,
  type OpenHow,
  type Path,
  type Volume,
} from './volume.ts'

export type HostVolume = Volume & {
  /** Writes back what is still open. Gives the paths that could not be. */
  flushAll(): readonly string[]
  /** Paths written to and not yet written back. */
  unsaved(): readonly string[]
}

type Lookup = {
  statNode(path: Path): NodeStat
  /** Null where nothing is there. */
  statNodeOrNull(path: Path): NodeStat | null
}

export function hostVolume(options: {
  readonly ask: Ask
  readonly writable: boolean
  readonly budget: Budget
  readonly treeBytes: number
}): HostVolume {
  const { ask, writable, budget } = options
  const change = (): void => {
    if (!writable) throw fail('rofs')
  }
  const { heldAt, hold, opened, flush, follow, dirty } = openHostFiles(ask, change)

  const statNode = (path: Path): NodeStat => {
    const held = heldAt(path)
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

  return {
    writable,
    resolve: (from, path) => resolved(from, path, { statNode, statNodeOrNull }),
    open(path, how) {
      const held = heldAt(path)
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

/** Without following anything: where a link is in the way, the host says no. */
function resolved(from: Path, path: string, { statNode, statNodeOrNull }: Lookup): Path {
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
}
