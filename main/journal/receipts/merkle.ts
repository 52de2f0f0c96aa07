// The tree over the rows of a receipt or an export. Pure. A lone node goes up as it is: it is not
// doubled, because then [a, b, c] and [a, b, c, c] would have one root. Leaves and inner nodes are
// hashed with different words before them, so neither passes for the other.
import { hash } from 'node:crypto'
import type { PathStep } from '../../../contract/journal/receipt.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** `commitments`: of all fields of a row; their order does not count. */
export const leafOf = (commitments: readonly string[]): string =>
  sha256(`gatehouse row 1\n${commitments.toSorted().join('\n')}`)

const nodeOf = (left: string, right: string): string =>
  sha256(`gatehouse node 1\n${left}\n${right}`)

/** Of at least one leaf. */
export function rootOf(leaves: readonly string[]): string {
  let level = leaves
  while (level.length > 1) level = above(level)
  const [root] = level
  if (root === undefined) throw new Error('rootOf: there is no leaf')
  return root
}

/** From the leaf at `index` up to the root. */
export function pathOf(leaves: readonly string[], index: number): PathStep[] {
  const path: PathStep[] = []
  let at = index
  for (let level = leaves; level.length > 1; level = above(level)) {
    const sibling = level[at ^ 1]
    if (sibling !== undefined) path.push({ hash: sibling, isLeft: at % 2 === 1 })
    at = Math.floor(at / 2)
  }
  return path
}

export const climb = (leaf: string, path: readonly PathStep[]): string =>
  path.reduce(
    (at, { hash: sibling, isLeft }) => (isLeft ? nodeOf(sibling, at) : nodeOf(at, sibling)),
    leaf,
  )

function above(level: readonly string[]): string[] {
  const next: string[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = [level[at], level[at + 1]]
    next.push(right === undefined ? left : nodeOf(left, right))
  }
  return next
}
