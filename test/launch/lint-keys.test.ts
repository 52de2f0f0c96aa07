// `npm test` lints with types what can have another verdict than last time: a key that stayed the
// same where the verdict can change would leave a fault unseen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lintKeys, shapesOf } from '../lint-keys.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-lint-keys-'))
  for (const name of ['user.ts', 'middle.ts', 'far.ts', 'apart.ts', 'example.ts'])
    writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'new.ts'), "import './user.ts'")
})
afterEach(() => rmSync(folder, { recursive: true }))

/** `user` imports `middle`, that imports `far`, and both are in a circle; `apart` imports nothing. */
const info = () => ({
  fileNames: ['../user.ts', '../middle.ts', '../far.ts', '../apart.ts', '../globals.d.ts'],
  fileInfos: [
    { version: 'u1', signature: 'U1' },
    { version: 'm1', signature: 'M1' },
    // A file of declarations is its own shape.
    'f1',
    { version: 'a1', signature: 'A1' },
    { version: 'g1', affectsGlobalScope: true },
  ] as (string | { version: string; signature?: string; affectsGlobalScope?: boolean })[],
  fileIdsList: [[2], [3], [2]],
  referencedMap: [
    [1, 1],
    [2, 2],
    [3, 3],
  ] as [number, number][],
  options: { strict: true },
})
type Info = ReturnType<typeof info>

const keys = (change: (one: Info) => void = () => {}, common = 'rules') => {
  const now = info()
  change(now)
  const files = [
    ...['user.ts', 'middle.ts', 'far.ts', 'apart.ts'],
    // In no project, or not there.
    ...['example.ts', 'new.ts', 'gone.ts'],
  ].map((name) => join(folder, name))
  const shapes = shapesOf(now, join(folder, 'cache', 'tsconfig.tsbuildinfo'), new Set(files))
  return lintKeys(files, [shapes], common)
}
/** The files whose key is another one. */
const changed = (change?: (one: Info) => void, common?: string): readonly string[] => {
  const before = keys()
  const after = keys(change, common)
  return [...before.keys()]
    .filter((file) => before.get(file) !== after.get(file))
    .map((file) => file.slice(folder.length + 1))
}

describe('the key of a file', () => {
  it('is the same as long as nothing changes, and absent where nobody can tell what it depends on', () => {
    expect(changed()).toEqual([])
    expect([...keys().keys()].map((file) => file.slice(folder.length + 1))).toEqual([
      'user.ts',
      'middle.ts',
      'far.ts',
      'apart.ts',
      'example.ts',
    ])
  })

  it('changes with its bytes, and with those alone where its shape stays', () => {
    const before = keys()
    writeFileSync(join(folder, 'far.ts'), 'another body')
    const after = keys(({ fileInfos }) => void (fileInfos[2] = 'f1'))
    expect([...before].filter(([file, key]) => after.get(file) !== key)).toEqual([
      [join(folder, 'far.ts'), before.get(join(folder, 'far.ts'))],
    ])
  })

  it.each<[what: string, change: (one: Info) => void, files: readonly string[]]>([
    [
      'the shape of a file far away',
      ({ fileInfos }) => void (fileInfos[2] = 'f2'),
      ['user.ts', 'middle.ts', 'far.ts'],
    ],
    [
      'the shape of the file that imports it',
      ({ fileInfos }) => void (fileInfos[0] = { version: 'u2', signature: 'U2' }),
      ['user.ts'],
    ],
    [
      'a body without its shape',
      ({ fileInfos }) => void (fileInfos[1] = { version: 'm2', signature: 'M1' }),
      [],
    ],
    [
      'what is imported, with every shape the same',
      ({ referencedMap }) => void referencedMap.push([4, 2]),
      ['apart.ts'],
    ],
    [
      'the name of an imported file',
      ({ fileNames }) => void (fileNames[4] = '../other-globals.d.ts'),
      ['user.ts', 'middle.ts', 'far.ts', 'apart.ts'],
    ],
    [
      'what is there everywhere',
      ({ fileInfos }) => void (fileInfos[4] = { version: 'g2', affectsGlobalScope: true }),
      ['user.ts', 'middle.ts', 'far.ts', 'apart.ts'],
    ],
    [
      'a setting of the compiler',
      ({ options }) => void (options.strict = false),
      ['user.ts', 'middle.ts', 'far.ts', 'apart.ts'],
    ],
  ])('changes with %s', (_what, change, files) => {
    expect(changed(change)).toEqual(files)
  })

  it('changes with the rules', () => {
    expect(changed(undefined, 'other rules')).toEqual([
      'user.ts',
      'middle.ts',
      'far.ts',
      'apart.ts',
      'example.ts',
    ])
  })
})
