// An approval of reading is none of writing, however it is made to last.
import { expect, it } from 'vitest'
import { noPatterns } from '../../contract/approval/lease.ts'
import { readingOnly } from '../../main/gate/scopes/reading-only.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import { read, write } from './decision-requests.ts'

const paths = { ...noPatterns, paths: ['/w/src/**'] }

it.each([
  ['a call that read', paths, [read('/w/src/a')], true],
  ['a call that wrote', paths, [write('/w/src/a')], undefined],
  ['a call that did both', paths, [read('/w/src/a'), write('/w/src/b')], undefined],
  ['edits', { ...paths, edits: true as const }, [read('/w/src/a')], undefined],
  ['hosts', { ...noPatterns, hosts: ['a.example'] }, [read('/w/src/a')], undefined],
])('limits of %s', (_what, patterns, shown, reads) => {
  expect(readingOnly(patterns, shown).reads).toBe(reads)
})

it('each scope of a card that shows a reading is for reading, but for just what it showed', () => {
  const scopes = proposeScopes([read('/w/src/a')], { workspace: '/w', verbLength: () => 1 })
  expect(scopes.map(({ exact = false, patterns }) => [exact, patterns.reads])).toEqual([
    [true, undefined],
    ...scopes.slice(1).map(() => [false, true]),
  ])
  expect(scopes.length).toBeGreaterThan(1)
})
