import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

it('the table of the review of the window names only tests that are there', () => {
  const table = readFileSync(join(root, 'docs', 'window-review.md'), 'utf8')
  const named = [...table.matchAll(/`((?:test|contract|playwright)[^` ]*)`/g)].map(
    ([, file = '']) => file,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
