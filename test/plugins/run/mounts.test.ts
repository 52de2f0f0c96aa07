import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mountsOf } from '../../../main/plugins/run/mounts.ts'

const read = (path: string) => ({ path, write: false })
const write = (path: string) => ({ path, write: true })
const seenAt = (...given: Parameters<typeof mountsOf>): readonly string[] =>
  mountsOf(...given).map(
    ({ hostPath, guestPath, readOnly }) => `${hostPath} ${guestPath}${readOnly ? '' : ' write'}`,
  )

describe('folders that were granted are seen', () => {
  it.each([
    ['none', '/w', [], []],
    ['the workspace to read', '/w', [read('/w')], ['/w /workspace']],
    ['the workspace to write', '/w', [write('/w')], ['/w /workspace write']],
    [
      'one to write',
      '/w',
      [read('/w'), write('/a/out')],
      ['/w /workspace', '/a/out /write/out write'],
    ],
    ['one to read', null, [read('/a/in')], ['/a/in /read/in']],
    [
      'a part of the workspace to write',
      '/w',
      [read('/w'), write('/w/out')],
      ['/w /workspace', '/w/out /write/out write'],
    ],
    ['the same twice', '/w', [read('/a'), write('/a'), read('/a')], ['/a /write/a write']],
    ['the whole disk', '/w', [read('/')], ['/ /read/root']],
    [
      'one name, to read and to write',
      '/w',
      [read('/a/x'), write('/b/x')],
      ['/a/x /read/x', '/b/x /write/x write'],
    ],
    [
      'two of one name',
      '/w',
      [write('/a/out'), write('/b/out')],
      ['/a/out /write/out-53a54cdc6638 write', '/b/out /write/out-3b3350d2ad42 write'],
    ],
  ])('%s', (_what, workspace, granted, expected) => {
    expect(seenAt(workspace, granted).toSorted()).toEqual([...expected].toSorted())
  })

  it('at the same place whatever order they are granted in, and never two at one place', () => {
    const folder = fc
      .array(fc.constantFrom('a', 'b', 'out', 'out-53a54cdc6638'), { minLength: 1, maxLength: 3 })
      .map((names) => `/${names.join('/')}`)
    const grant = fc.record({ path: folder, write: fc.boolean() })
    fc.assert(
      fc.property(fc.array(grant, { maxLength: 8 }), folder, (granted, workspace) => {
        const mounts = mountsOf(workspace, granted)
        expect(mountsOf(workspace, granted.toReversed())).toEqual(mounts)
        expect(new Set(mounts.map(({ guestPath }) => guestPath)).size).toBe(mounts.length)
        expect(new Set(mounts.map(({ hostPath }) => hostPath)).size).toBe(mounts.length)
      }),
    )
  })
})
