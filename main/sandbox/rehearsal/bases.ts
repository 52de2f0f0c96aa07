// Remembers what the last rehearsals started from, so that a later change can be named and not only
// noticed.
import { stateOf, type Entry, type Tree } from './tree.ts'

/** Cards that are open at once; a tree is some hundred bytes a file. */
const MOST_BASES = 16

export type Bases = {
  keep(inputs: string, tree: Tree): void
  /**
   * Paths that are not as they were then, from the root on; null where that tree is not remembered.
   */
  changed(inputs: string, now: Tree): readonly string[] | null
}

export function openBases(): Bases {
  const trees = new Map<string, Tree>()
  return {
    keep(inputs, tree) {
      trees.delete(inputs)
      trees.set(inputs, tree)
      for (const [oldest] of trees) {
        if (trees.size <= MOST_BASES) break
        trees.delete(oldest)
      }
    },
    changed(inputs, now) {
      const base = trees.get(inputs)
      if (base === undefined) return null
      const paths = new Set([...base.entries.keys(), ...now.entries.keys()])
      return [
        ...[...paths].filter((path) => !same(base.entries.get(path), now.entries.get(path))),
        ...newUnseen(base, now),
      ].toSorted()
    },
  }
}

const newUnseen = (base: Tree, now: Tree): readonly string[] => [
  ...now.unseen.filter((path) => !base.unseen.includes(path)),
  ...base.unseen.filter((path) => !now.unseen.includes(path)),
]

const same = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a !== undefined && b !== undefined && stateOf(a).join(' ') === stateOf(b).join(' ')
