// The tree in memory: files, folders and links that exist for one run and were never on a disk.
import type { Budget } from './budget.ts'
import { fail } from './errno.ts'
import { fileBytes } from './file-bytes.ts'
import { letGo, memoryTree, statOf, type File } from './memory-tree.ts'
import { MAX_DEPTH, type OpenedFile, type Volume } from './volume.ts'

const MAX_LINKS = 32
const MAX_TARGET = 4096

export function memoryVolume(budget: Budget): Volume {
  const { base, find, existing, add, drop } = memoryTree(budget)
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
