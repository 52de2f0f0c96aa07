// The tree in memory: files, folders and links that exist for one run and were never on a disk.
import { ENTRY_BYTES, type Budget } from './budget.ts'
import { fail } from './errno.ts'
import { fileBytes, type FileBytes } from './file-bytes.ts'
import {
  MAX_DEPTH,
  MAX_NAME,
  type NodeStat,
  type OpenedFile,
  type Path,
  type Volume,
} from './volume.ts'

type Base = { readonly node: bigint; modifiedMs: number }
type File = Base & {
  readonly kind: 'file'
  readonly content: FileBytes
  names: number
  holders: number
}
type Folder = Base & { readonly kind: 'folder'; readonly entries: Map<string, Node> }
type Link = Base & { readonly kind: 'link'; readonly target: string }
type Node = File | Folder | Link

const MAX_LINKS = 32
const MAX_TARGET = 4096

export function memoryVolume(budget: Budget): Volume {
  let nodes = 0n
  const base = (): Base => ({ node: ++nodes, modifiedMs: Date.now() })
  const root: Folder = { ...base(), kind: 'folder', entries: new Map() }

  const find = (path: Path): Node | null => {
    let at: Node = root
    for (const [depth, name] of path.entries()) {
      if (at.kind !== 'folder') throw fail('notdir')
      const next = at.entries.get(name)
      if (next === undefined) {
        if (depth < path.length - 1) throw fail('noent')
        return null
      }
      at = next
    }
    return at
  }
  const existing = (path: Path): Node => {
    const found = find(path)
    if (found === null) throw fail('noent')
    return found
  }
  const parent = (path: Path): { folder: Folder; name: string } => {
    const name = path.at(-1)
    if (name === undefined) throw fail('busy')
    const folder = existing(path.slice(0, -1))
    if (folder.kind !== 'folder') throw fail('notdir')
    return { folder, name }
  }
  const add = (path: Path, make: () => Node, extra = 0): Node => {
    const { folder, name } = parent(path)
    if (folder.entries.has(name)) throw fail('exist')
    if (path.length > MAX_DEPTH || name.length > MAX_NAME) throw fail('nametoolong')
    budget.take(ENTRY_BYTES + name.length * 2 + extra)
    const node = make()
    folder.entries.set(name, node)
    folder.modifiedMs = Date.now()
    return node
  }
  const drop = (path: Path): void => {
    const { folder, name } = parent(path)
    const node = folder.entries.get(name)
    if (node === undefined) throw fail('noent')
    folder.entries.delete(name)
    folder.modifiedMs = Date.now()
    budget.give(ENTRY_BYTES + name.length * 2)
    if (node.kind === 'link') budget.give(node.target.length * 2)
    if (node.kind !== 'file') return
    node.names -= 1
    letGo(node)
  }
  const letGo = (file: File): void => {
    if (file.names === 0 && file.holders === 0) file.content.release()
  }
  const statOf = (node: Node): NodeStat => ({
    kind: node.kind,
    bytes:
      node.kind === 'file' ? node.content.size() : node.kind === 'link' ? node.target.length : 0,
    modifiedMs: node.modifiedMs,
    node: node.node,
  })
  const opened = (file: File): OpenedFile => {
    file.holders += 1
    return {
      stat: () => statOf(file),
      read: (target, position) => file.content.read(target, position),
      write: (source, position) => {
        file.content.write(source, position)
        file.modifiedMs = Date.now()
      },
      resize: (bytes) => {
        file.content.resize(bytes)
        file.modifiedMs = Date.now()
      },
      setModified: (ms) => {
        file.modifiedMs = ms
      },
      flush: () => {},
      close: () => {
        file.holders -= 1
        letGo(file)
      },
    }
  }

  return {
    writable: true,
    resolve(from, path, follow) {
      let links = 0
      let done: string[] = [...from]
      let todo = split(path)
      while (todo.length > 0) {
        const [name = '', ...rest] = todo
        todo = rest
        if (name === '' || name === '.') {
          // `file/` asks for a folder.
          if (done.length > 0 && (find(done)?.kind ?? 'folder') !== 'folder') throw fail('notdir')
          continue
        }
        if (name === '..') {
          if (existing(done).kind !== 'folder') throw fail('notdir')
          if (done.length === 0) throw fail('notcapable')
          done = done.slice(0, -1)
          continue
        }
        const next = [...done, name]
        if (next.length > MAX_DEPTH) throw fail('nametoolong')
        const node = find(next)
        if (node?.kind === 'link' && (follow || todo.length > 0)) {
          if (++links > MAX_LINKS) throw fail('loop')
          todo = [...split(node.target), ...todo]
          continue
        }
        done = next
      }
      return done
    },
    open(path, how) {
      let node = find(path)
      if (node === null) {
        if (!how.create) throw fail('noent')
        if (how.folder) throw fail('inval')
        node = add(path, () => ({
          ...base(),
          kind: 'file',
          content: fileBytes(budget),
          names: 1,
          holders: 0,
        }))
      } else if (how.create && how.exclusive) throw fail('exist')
      if (node.kind === 'link') throw fail('loop')
      if (node.kind === 'folder') {
        if (how.write && !how.folder) throw fail('isdir')
        return null
      }
      if (how.folder) throw fail('notdir')
      if (how.truncate) node.content.resize(0)
      return opened(node)
    },
    stat: (path) => statOf(existing(path)),
    list(path) {
      const folder = existing(path)
      if (folder.kind !== 'folder') throw fail('notdir')
      return [...folder.entries].map(([name, node]) => ({ name, kind: node.kind, node: node.node }))
    },
    makeFolder: (path) => void add(path, () => ({ ...base(), kind: 'folder', entries: new Map() })),
    removeFile(path) {
      if (existing(path).kind === 'folder') throw fail('isdir')
      drop(path)
    },
    removeFolder(path) {
      const folder = existing(path)
      if (path.length === 0) throw fail('busy')
      if (folder.kind !== 'folder') throw fail('notdir')
      if (folder.entries.size > 0) throw fail('notempty')
      drop(path)
    },
    rename(from, to) {
      const node = existing(from)
      if (from.length <= to.length && from.every((name, at) => to[at] === name)) {
        if (from.length === to.length) return
        throw fail('inval')
      }
      const target = find(to)
      if (target === node) return
      if (target?.kind === 'folder') {
        if (node.kind !== 'folder') throw fail('isdir')
        if (target.entries.size > 0) throw fail('notempty')
      } else if (target !== null && node.kind === 'folder') throw fail('notdir')
      if (target !== null) drop(to)
      add(to, () => node, node.kind === 'link' ? node.target.length * 2 : 0)
      if (node.kind === 'file') node.names += 1
      drop(from)
    },
    link(from, to) {
      const node = existing(from)
      if (node.kind !== 'file') throw fail('perm')
      add(to, () => node)
      node.names += 1
    },
    makeLink(target, path) {
      if (target === '' || target.length > MAX_TARGET) throw fail('inval')
      add(path, () => ({ ...base(), kind: 'link', target }), target.length * 2)
    },
    readLink(path) {
      const node = existing(path)
      if (node.kind !== 'link') throw fail('inval')
      return node.target
    },
    setModified(path, ms) {
      existing(path).modifiedMs = ms
    },
  }
}

/** An absolute path, given or found in a link, would be the host's or nobody's: refused. */
function split(path: string): string[] {
  if (path === '') throw fail('noent')
  if (path.startsWith('/')) throw fail('notcapable')
  return path.split('/')
}
