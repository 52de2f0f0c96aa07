import fc from 'fast-check'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { climb, leafOf, pathOf, rootOf } from '../../../main/journal/receipts/merkle.ts'

const leavesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => hash('sha256', `leaf ${at}`, 'hex'))

describe('the tree over rows', () => {
  it('leads from every leaf to the root, and from no other leaf', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (count, one, other) => {
        const leaves = leavesOf(count)
        const [at, elsewhere] = [one % count, other % count]
        const path = pathOf(leaves, at)
        const root = rootOf(leaves)
        expect(climb(leaves[at] ?? '', path)).toBe(root)
        expect(climb(leaves[elsewhere] ?? '', path) === root).toBe(at === elsewhere)
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)))
      }),
    )
  })

  it('has another root for other leaves, another order, or a leaf more', () => {
    const leaves = leavesOf(5)
    const [a = '', b = '', c = '', d = '', e = ''] = leaves
    const roots = [
      leaves,
      [b, a, c, d, e],
      [a, b, c, d],
      // What doubling a lone node would make the same.
      [a, b, c],
      [a, b, c, c],
      [a, b, c, d, e, e],
      // An inner node in the place of its two leaves.
      [climb(a, [{ hash: b, isLeft: false }]), climb(c, [{ hash: d, isLeft: false }]), e],
    ].map(rootOf)
    // The last has the root of the first: only the number of rows, which is signed, tells them apart.
    expect(new Set(roots).size).toBe(roots.length - 1)
    expect(roots.at(-1)).toBe(roots[0])
  })

  it('has a leaf that does not depend on the order of the fields', () => {
    expect(leafOf(['b', 'a'])).toBe(leafOf(['a', 'b']))
    expect(leafOf(['a', 'b'])).not.toBe(leafOf(['a']))
  })
})
