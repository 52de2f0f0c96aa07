// The decisions can be counted: no number is missing or used twice, and each says whether it holds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'decisions')
const files = readdirSync(folder).toSorted()
const numberOf = (file: string): number => Number(file.slice(0, 4))

it('decisions are numbered from 1 without holes', () => {
  expect(files.map(numberOf)).toEqual(files.map((_, at) => at + 1))
})

it.each(files)('%s has its number in its title, a date and a status', (file) => {
  const [title, , date] = readFileSync(join(folder, file), 'utf8').split('\n')
  expect(title).toMatch(new RegExp(`^# ${numberOf(file)}\\. \\S`))
  expect(date).toMatch(
    /^Date: \d{4}-\d\d-\d\d\. Status: (in force|in force, in part|replaced by \[decision \d+\]\(\d{4}-[a-z-]+\.md\))[.:]/,
  )
})

it('links between decisions lead to a file', () => {
  const links = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\]\((\d{4}-[\w-]+\.md)/g)].map(
      ([, target = '']) => target,
    ),
  )
  expect(links.filter((target) => !files.includes(target))).toEqual([])
})
