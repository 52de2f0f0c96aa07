import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprint, scanTree } from '../../../main/sandbox/rehearsal/tree.ts'
import { scratchFolder } from '../scratch.ts'

const root = scratchFolder('rehearse-tree')
const printOf = async (folder: string, only: readonly string[] | null = null): Promise<string> => {
  const tree = await scanTree(folder, 1000, only)
  if (!tree.ok) throw new Error(tree.error.text)
  return fingerprint(tree.value)
}
function makeTree(): string {
  const folder = mkdtempSync(join(root, 't-'))
  mkdirSync(join(folder, 'sub/deep'), { recursive: true })
  for (const name of ['a', 'b', 'sub/c', 'sub/deep/d']) writeFileSync(join(folder, name), name)
  symlinkSync('a', join(folder, 'link'))
  return folder
}

/** Each is a way to change a tree that a later run could see. */
const changes: readonly (readonly [
  name: string,
  change: (at: (path: string) => string) => void,
])[] = [
  ['writes', (at) => appendFileSync(at('sub/c'), 'x')],
  ['writes the same bytes', (at) => writeFileSync(at('a'), readFileSync(at('a')))],
  [
    'writes and sets the time back',
    (at) => (writeFileSync(at('a'), 'A'), utimesSync(at('a'), 1, 1)),
  ],
  ['adds', (at) => writeFileSync(at('sub/deep/new'), '')],
  ['adds a folder', (at) => mkdirSync(at('sub/new'))],
  ['removes', (at) => unlinkSync(at('sub/deep/d'))],
  ['renames', (at) => renameSync(at('a'), at('z'))],
  [
    'swaps',
    (at) => (
      renameSync(at('a'), at('t')),
      renameSync(at('b'), at('a')),
      renameSync(at('t'), at('b'))
    ),
  ],
  ['changes a mode', (at) => chmodSync(at('sub/deep'), 0o700)],
  ['turns a link', (at) => (unlinkSync(at('link')), symlinkSync('b', at('link')))],
  ['gives a file a second name', (at) => linkSync(at('b'), at('sub/second'))],
]

describe('the fingerprint of a tree', () => {
  it('stays while nothing changes, however often it is taken', async () => {
    const folder = makeTree()
    const first = await printOf(folder)
    readFileSync(join(folder, 'a'))
    expect([await printOf(folder), await printOf(folder)]).toEqual([first, first])
  })

  it('is another one after any row of changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(changes.length - 1), { minLength: 1, maxLength: 3 }),
        async (picked) => {
          const folder = makeTree()
          const before = await printOf(folder)
          for (const at of picked) {
            try {
              changes[at]?.[1]((path) => join(folder, path))
            } catch (error) {
              // Renamed or removed by the change before it; that one counts.
              if (
                !(error instanceof Error && 'code' in error && error.code === 'ENOENT') ||
                at === picked[0]
              )
                throw error
            }
          }
          const after = await printOf(folder)
          rmSync(folder, { recursive: true })
          expect(after).not.toBe(before)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('of some paths reads these and the folders on the way, and nothing beside', async () => {
    const folder = makeTree()
    const before = await printOf(folder, ['sub/c', 'not/there'])
    appendFileSync(join(folder, 'b'), 'x')
    expect(await printOf(folder, ['sub/c', 'not/there'])).toBe(before)
    appendFileSync(join(folder, 'sub/c'), 'x')
    expect(await printOf(folder, ['sub/c', 'not/there'])).not.toBe(before)
  })

  it('is not taken of more than was asked for', async () => {
    expect(await scanTree(makeTree(), 5)).toMatchObject({
      ok: false,
      error: { code: 'rehearsal.too-large' },
    })
  })
})
