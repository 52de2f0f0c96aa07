// Where a start stores what Node compiled, and that the next one starts from it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiledFolder } from '../../main/host/browser/compiled-code.ts'
import { makeTemporary } from '../temporary.ts'

const source = join(import.meta.dirname, '../../main/host/browser/compiled-code.ts')

let folder: string
beforeAll(() => (folder = makeTemporary('compiled')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('compiled code is stored', () => {
  it.each([
    ['beside the built files', 'out/main/browser.js', true, 'home', 'out/compiled'],
    [
      'in the home where nobody may write',
      'out/main/browser.js',
      false,
      'home',
      'home/compile-cache',
    ],
    ['nowhere where there is no home either', 'out/main/browser.js', false, 'none', null],
    ['nowhere for the sources', 'main/host/browser/main.ts', true, 'home', null],
  ])('%s', (_where, entry, writable, home, expected) => {
    mkdirSync(join(folder, 'home'), { recursive: true })
    const found = compiledFolder(join(folder, entry), join(folder, home), () => writable)
    expect(found).toBe(expected === null ? null : join(folder, expected))
  })
})

it('the second start reads what the first one stored', () => {
  const main = join(folder, 'app/out/main')
  mkdirSync(main, { recursive: true })
  writeFileSync(join(folder, 'app/package.json'), '{"type":"module"}')
  writeFileSync(
    join(main, 'entry.js'),
    `import { storeCompiledCode } from ${JSON.stringify(source)}
storeCompiledCode(import.meta.filename)
await import('./rest.js')`,
  )
  writeFileSync(join(main, 'rest.js'), `export const text = ${JSON.stringify('x'.repeat(5_000))}`)
  const start = () =>
    spawnSync(process.execPath, [join(main, 'entry.js')], {
      env: { HOME: folder, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      encoding: 'utf8',
    }).stderr
  expect(start()).toMatch(/rest\.js was not initialized/)
  expect(readdirSync(join(folder, 'app/out/compiled'))).not.toEqual([])
  expect(start()).toMatch(/rest\.js.*accepted/)
})
