import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMediaFolder } from '../../main/reading/media-folder.ts'

let root: string
const DAY = 24 * 60 * 60_000
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-media-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value)
const names = (): readonly string[] => readdirSync(join(root, 'media'))

describe('the folder of fetched files', () => {
  it('names a file by what is in it, for its owner alone, and keeps the same one once', async () => {
    const { save } = openMediaFolder(join(root, 'media'), Date.now)
    const one = await save(bytes(10, 1), 'image/png')
    expect(one === null ? '' : basename(one)).toMatch(/^[0-9a-f]{64}\.png$/)
    expect(await save(bytes(10, 1), 'image/png')).toBe(one)
    expect(await save(bytes(10, 2), '../../x; rm')).toMatch(/\/[0-9a-f]{64}\.bin$/)
    expect(names()).toHaveLength(2)
    expect(statSync(one ?? '').mode & 0o077).toBe(0)
  })

  it('removes the oldest when there is no more room, and what is a week old', async () => {
    let now = 100 * DAY
    const { save } = openMediaFolder(join(root, 'media'), () => now, 25)
    const files: (string | null)[] = []
    for (const value of [1, 2, 3]) {
      now += 1_000
      files.push(await save(bytes(10, value), 'image/png'))
    }
    expect(names().toSorted()).toEqual(
      files
        .slice(1)
        .map((path) => basename(path ?? ''))
        .toSorted(),
    )
    expect(await save(bytes(26, 4), 'image/png')).toBe(null)
    writeFileSync(join(root, 'media', 'mine.txt'), 'not ours')
    now += 8 * DAY
    const last = await save(bytes(1, 5), 'image/png')
    expect(names().toSorted()).toEqual([basename(last ?? ''), 'mine.txt'].toSorted())
  })

  it('gives no path where it cannot be written', async () => {
    writeFileSync(join(root, 'media'), '')
    expect(await openMediaFolder(join(root, 'media'), Date.now).save(bytes(1, 1), '')).toBe(null)
  })
})
