// Whatever a call does to whatever tree: undone it is as before, done again it is as after.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { act, action } from './actions.ts'
import { differences, failedOf, undoFixture } from './fixture.ts'
import { many } from '../soak.ts'

describe('any call', () => {
  it('is undone, done again and undone', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 12 }),
        fc.array(action, { minLength: 1, maxLength: 12 }),
        (first, second) => {
          const fixture = undoFixture()
          try {
            for (const each of first) act(fixture.at, each)
            const before = fixture.tree()
            const id = fixture.call(() => second.forEach((each) => act(fixture.at, each)))
            const after = fixture.tree()
            // Nothing is kept exactly where nothing changed.
            const changed = differences(before, after).length > 0
            expect(fixture.checkpoints.preview(id, 'exact') !== null).toBe(changed)
            if (!changed) return
            const { undoId, applied } = fixture.done(id)
            expect(failedOf(applied)).toEqual([])
            expect(differences(before, fixture.tree())).toEqual([])
            const again = fixture.done(undoId)
            expect(failedOf(again.applied)).toEqual([])
            expect(differences(after, fixture.tree())).toEqual([])
            expect(failedOf(fixture.done(again.undoId).applied)).toEqual([])
            expect(differences(before, fixture.tree())).toEqual([])
          } finally {
            fixture.remove()
          }
        },
      ),
      { numRuns: many(60, 60, 15) },
    )
  })
})
