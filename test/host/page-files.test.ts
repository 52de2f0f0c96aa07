// The page's files where they lie in a package's archive, which Electron plays as a folder whose
// files have neither a lasting number nor a place of their own.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPageFiles } from '../../main/host/page/files.ts'
import { makeTemporary } from '../temporary.ts'

let folder: string
let page: string
beforeEach(() => {
  folder = makeTemporary('page-files')
  page = join(folder, 'app.asar', 'out', 'renderer')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(page, 'index.html'), '<title>Gatehouse</title>')
  writeFileSync(join(page, 'assets', 'index-12345678.js'), 'let a')
  writeFileSync(join(folder, 'outside.txt'), 'outside')
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the page in an archive', () => {
  it('is read', async () => {
    const files = openPageFiles(page)
    expect(String((await files.read('/'))?.body)).toBe('<title>Gatehouse</title>')
    expect((await files.read('/assets/index-12345678.js'))?.headers).toEqual({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
    })
  })

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/missing.js',
    '/assets/link.txt',
    '/up/x.js',
  ])('has nothing at %s', async (path) => {
    symlinkSync(join(folder, 'outside.txt'), join(page, 'assets', 'link.txt'))
    symlinkSync(folder, join(page, 'up'))
    writeFileSync(join(folder, 'x.js'), 'outside')
    expect(await openPageFiles(page).read(path)).toBeNull()
  })
})
