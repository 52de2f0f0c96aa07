// Files, folders and links in memory, by their paths: what the tree of one run is made of.
import { ENTRY_BYTES, type Budget } from './budget.ts'
import { fail } from './errno.ts'
import type { FileBytes } from './file-bytes.ts'
import { MAX_DEPTH, MAX_NAME, type NodeStat, type Path } from './volume.ts'

type Base = { readonly node: bigint; modifiedMs: number }
export type File = Base & {
  readonly kind: 'file'
  readonly content: FileBytes
  names: number
  holders: number
}
type Folder = Base & { readonly kind: 'folder'; readonly entries: Map<string, Node> }
type Link = Base & { readonly kind: 'link'; readonly target: string }
export type Node = File | Folder | Link

export const statOf = (node: Node): NodeStat => ({
  kind: node.kind,
  bytes: node.kind === 'file' ? node.content.size() : node.kind === 'link' ? node.target.length : 0,
  modifiedMs: node.modifiedMs,
  node: node.node,
})

/** Its content goes with the last name and the last that has it open. */
export const letGo = (file: File): void => {
  if (file.names === 0 && file.holders === 0) file.content.release()
}

/** Throws the error of the system that a real tree would give. */
export function memoryTree(budget: Budget) {
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
  return { base, find, existing, add, drop }
}
