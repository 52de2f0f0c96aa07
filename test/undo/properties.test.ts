// Whatever a call does to whatever tree: undone it is as before, done again it is as after.
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences, failedOf, undoFixture } from './fixture.ts'

const name = fc.constantFrom('a', 'b', 'c', 'ä', 'x\ny', ' ')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
const action = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text: fc.string({ maxLength: 40 }) }),
  fc.record({ kind: fc.constant('folder' as const), path }),
  fc.record({
    kind: fc.constant('link' as const),
    path,
    text: fc.constantFrom('a', '../b', '/etc/passwd'),
  }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({
    kind: fc.constant('mode' as const),
    path,
    mode: fc.constantFrom(0o700, 0o755, 0o500, 0o777),
  }),
  fc.record({ kind: fc.constant('rename' as const), path, to: path }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** As a program would, which goes on after an error. */
function act(at: (path: string) => string, { path: where, ...rest }: Action): void {
  const target = at(where)
  try {
    switch (rest.kind) {
      case 'write':
        mkdirSync(dirname(target), { recursive: true })
        return isLink(target) ? undefined : writeFileSync(target, rest.text)
      case 'folder':
        return void mkdirSync(target, { recursive: true })
      case 'link':
        return symlinkSync(rest.text, target)
      case 'remove':
        return rmSync(target, { recursive: true })
      case 'mode':
        return isLink(target) ? undefined : chmodSync(target, rest.mode)
      case 'rename':
        return renameSync(target, at(rest.to))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

const isLink = (target: string): boolean =>
  lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true

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
      { numRuns: 60 },
    )
  })
})
