// The real path of the workspace is looked up once in a turn of the event loop. What is said in the
// next turn is what the disk says then, whatever became of the folder.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { followPath, followReal } from '../../main/sandbox/files/follow-path.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { memoizePerTick } from '../../main/wiring/memoize.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-workspace-path-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const chosen = join(root, 'chosen')
for (const name of ['one', 'two']) {
  mkdirSync(join(root, name))
  writeFileSync(join(root, name, 'notes.txt'), name)
}
writeFileSync(join(root, 'file'), '')

const becomes = {
  one: () => symlinkSync(join(root, 'one'), chosen),
  two: () => symlinkSync(join(root, 'two'), chosen),
  file: () => symlinkSync(join(root, 'file'), chosen),
  folder: () => mkdirSync(chosen),
  gone: () => {},
} as const
type Becomes = keyof typeof becomes
const change = (to: Becomes): void => {
  rmSync(chosen, { recursive: true, force: true })
  becomes[to]()
}

it('is read from the disk once in each turn of the event loop', async () => {
  const options = { workspace: chosen, stop: [], home: root }
  let lookups = 0
  const once = memoizePerTick((path) => {
    lookups += 1
    return followReal(path)
  })
  const resolved = resolvePath({ ...options, followWorkspace: once })
  const plain = resolvePath(options)
  const names = [
    'notes.txt',
    '.',
    'missing/deep',
    '../one/notes.txt',
    join(root, 'two'),
    join(chosen, '../two'),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          to: fc.constantFrom(...(Object.keys(becomes) as Becomes[])),
          asked: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
        }),
        { maxLength: 8 },
      ),
      async (turns) => {
        for (const { to, asked } of turns) {
          change(to)
          await setImmediate()
          lookups = 0
          for (const name of asked) {
            const found = await resolved(name)
            expect([to, name, found]).toEqual([to, name, await plain(name)])
          }
          expect(lookups).toBe(1)
        }
      },
    ),
    { numRuns: 60 },
  )
})

it('is not taken for that of another folder', async () => {
  const find = memoizePerTick(followReal)
  const ask = (name: string) =>
    resolvePath({ workspace: join(root, name), stop: [], home: root, followWorkspace: find })(
      'notes.txt',
    )
  const [one, two, none] = [await ask('one'), await ask('two'), await ask('three')]
  expect([one.ok && one.value.path, two.ok && two.value.path, none.ok]).toEqual([
    join(root, 'one', 'notes.txt'),
    join(root, 'two', 'notes.txt'),
    false,
  ])
})

it.each([
  ['a folder', () => join(root, 'one')],
  ['a slash at its end', () => `${join(root, 'one')}/`],
  ['a file', () => join(root, 'file')],
  ['a link', () => chosen],
  ['below a link', () => join(chosen, 'notes.txt')],
  ['up from a link', () => `${chosen}/../two`],
  ['up from a folder', () => `${root}/one/../two`],
  ['up from nothing', () => `${root}/nothing/../two`],
  ['nothing', () => join(root, 'nothing')],
  ['relative', () => relative(process.cwd(), join(root, 'one'))],
])('is the one that the system says: %s', (_, path) => {
  change('folder')
  rmSync(chosen, { recursive: true })
  mkdirSync(join(root, 'deep', 'er'), { recursive: true })
  mkdirSync(join(root, 'deep', 'two'), { recursive: true })
  symlinkSync(join(root, 'deep', 'er'), chosen)
  writeFileSync(join(root, 'deep', 'er', 'notes.txt'), '')
  let real: string | null = null
  try {
    real = realpathSync.native(path())
  } catch {
    // It leads nowhere.
  }
  const along = real === null ? null : followPath(real, real)
  expect(followReal(path())).toEqual(along?.ok === true ? along.value : null)
  expect(followReal(path())?.at ?? null).toBe(real)
})
