// Copies of reviewed programs: what runs is the copy, and none is left behind.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openReviewedFiles } from '../../../main/plugins/run/reviewed-files.ts'
import { makeFolder } from '../../store/fixture.ts'

function fixture() {
  const root = makeFolder()
  const folder = join(root, 'reviewed')
  mkdirSync(folder)
  const path = join(root, 'echo.sh')
  const put = (text: string) => {
    writeFileSync(path, text)
    return { path, sha256: createHash('sha256').update(text).digest('hex') }
  }
  return {
    folder,
    put,
    open: () => openReviewedFiles({ folder, makeFolder: (at) => mkdirSync(at) }),
  }
}

it('keeps one copy of each content, however often it is run', async () => {
  const { folder, put, open } = fixture()
  const files = open()
  const first = put('one')
  await Promise.all([files.find(first), files.find(first)])
  await files.find(put('two'))
  expect(readdirSync(folder)).toHaveLength(2)
})

it('refuses a file that is not the one that was reviewed, and keeps nothing of it', async () => {
  const { folder, put, open } = fixture()
  const reviewed = put('one')
  put('exchanged')
  const found = await open().find(reviewed)
  expect(found.ok ? null : found.error.code).toBe('plugin.changed')
  expect(readdirSync(folder)).toEqual([])
})

it('removes what an earlier process left, whatever it was', async () => {
  const { folder, put, open } = fixture()
  mkdirSync(join(folder, 'abc-123'))
  writeFileSync(join(folder, 'abc-123', 'old.sh'), 'old', { mode: 0o555 })
  const found = await open().find(put('one'))
  expect(existsSync(join(folder, 'abc-123'))).toBe(false)
  expect(found.ok && existsSync(join(found.value.folder, found.value.name))).toBe(true)
})

it('removes its own at the end', async () => {
  const { folder, put, open } = fixture()
  const files = open()
  await files.find(put('one'))
  files.dispose()
  expect(readdirSync(folder)).toEqual([])
})
