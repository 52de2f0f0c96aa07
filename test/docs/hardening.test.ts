// The table of docs/hardening.md: twenty points, each with a test that is there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/hardening.md'), 'utf8')

const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`test/'))
const cells = (row: string): readonly string[] => row.split(/(?<!\\) \| /)

describe('the table of hardening', () => {
  it('has the twenty points of the list, in their order', () => {
    const numbers = rows.flatMap((row) => /^\| (\d+) \| /.exec(row)?.[1] ?? [])
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1)))
  })

  it.each(rows)('%s', (row) => {
    const named = (cells(row).at(-1) ?? '').replace(/ \|$/, '').split('; ')
    for (const one of named) {
      const [, file = '', name] = /^`(test\/[\w./-]+)`(?:: “(.+)”)?$/.exec(one) ?? []
      // Where a test runs is no part of what it shows.
      const text = readFileSync(join(root, file), 'utf8').replaceAll(' @whole', '')
      const titles = name === undefined ? ['it('] : [`'${name}'`, `"${name}"`]
      expect([one, titles.some((title) => text.includes(title))]).toEqual([one, true])
    }
  })
})
