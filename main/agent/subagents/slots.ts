// How many sub-agents of one run work at the same time. One that waits for a person, or for its own
// sub-agents, gives its place to another and takes one again before its next step. Pure bookkeeping.
import type { RunId } from '../../../contract/ids.ts'

export type Slots = {
  /** Whether one of that tree would have to wait now. */
  full(tree: RunId): boolean
  /**
   * Resolves when it has a place; at once when it has one. False: `gone` was aborted before.
   * @param waits called when it has to wait.
   */
  take(tree: RunId, run: RunId, gone: AbortSignal, waits: () => void): Promise<boolean>
  give(tree: RunId, run: RunId): void
}

type Waiter = { readonly run: RunId; readonly enter: () => void }
type Tree = { readonly working: Set<RunId>; waiters: readonly Waiter[] }

export function openSlots(most: () => number): Slots {
  const trees = new Map<RunId, Tree>()
  const treeOf = (id: RunId): Tree => {
    const known = trees.get(id) ?? { working: new Set(), waiters: [] }
    trees.set(id, known)
    return known
  }
  const isFull = ({ working }: Tree): boolean => working.size >= most()
  const next = (id: RunId, tree: Tree): void => {
    for (let [first] = tree.waiters; first !== undefined && !isFull(tree); [first] = tree.waiters) {
      tree.waiters = tree.waiters.slice(1)
      tree.working.add(first.run)
      first.enter()
    }
    if (tree.working.size === 0 && tree.waiters.length === 0) trees.delete(id)
  }
  return {
    full: (id) => isFull(trees.get(id) ?? { working: new Set(), waiters: [] }),
    async take(id, run, gone, waits) {
      if (gone.aborted) return false
      const tree = treeOf(id)
      if (tree.working.has(run)) return true
      if (!isFull(tree) && tree.waiters.length === 0) {
        tree.working.add(run)
        return true
      }
      waits()
      return new Promise((resolve) => {
        const leave = (): void => {
          tree.waiters = tree.waiters.filter((each) => each !== waiter)
          next(id, tree)
          resolve(false)
        }
        const waiter: Waiter = {
          run,
          enter: () => {
            gone.removeEventListener('abort', leave)
            resolve(true)
          },
        }
        tree.waiters = [...tree.waiters, waiter]
        gone.addEventListener('abort', leave, { once: true })
      })
    },
    give(id, run) {
      const tree = trees.get(id)
      if (tree?.working.delete(run) === true) next(id, tree)
    },
  }
}
