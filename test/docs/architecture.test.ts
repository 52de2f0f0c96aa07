// What a new engineer reads first: short enough for ten minutes, and true about the files it names.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const pageOf = (name: string): string => readFileSync(join(root, 'docs', name), 'utf8')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
)
const TOP = /^(?:contract|main|preload|renderer|tools|test|schemas|examples|build)\//

/** Files and folders in code marks that are named from the top of the project. */
const namedIn = (page: string): readonly string[] =>
  [...page.matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name).filter((name) => TOP.test(name))

const isThere = (name: string): boolean =>
  files.includes(name) || folders.has(name.replace(/\/$/, ''))

it('reads in ten minutes: 2,500 words at the most', () => {
  const words = pageOf('architecture.md').split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(2_500)
})

describe.each(['architecture.md', 'recipes.md'])('%s', (name) => {
  it('names files and folders that are there', () => {
    const named = namedIn(pageOf(name))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((each) => !isThere(each))).toEqual([])
  })
})
