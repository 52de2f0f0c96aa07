// The licences in Settings against what really ships: every package of every bundle is there, found
// and read, as plain text.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'
import { root } from './harness/root.ts'

type Licence = {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}
const packageOf = (path: string): string[] =>
  [/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []].flat()

test('every package that ships is listed, found by name or licence, and shown as text @whole', async ({
  gatehouse,
}) => {
  const all = JSON.parse(
    await readFile(join(root, 'out/renderer/licences.json'), 'utf8'),
  ) as readonly Licence[]
  const names = new Set(all.map(({ name }) => name))

  // Counted in another way than the build does: from the source maps of main, and from what the
  // sources of the window import.
  const folder = join(root, 'out/main')
  const maps = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.map'))
  const inMain = new Set<string>()
  for (const map of maps) {
    const { sources } = JSON.parse(await readFile(join(folder, map), 'utf8')) as {
      sources: readonly string[]
    }
    for (const name of sources.flatMap(packageOf)) inMain.add(name)
  }
  expect(inMain.size).toBeGreaterThan(20)
  const inWindow = new Set<string>()
  const sources = (await readdir(join(root, 'renderer'), { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && name !== 'vite.config.ts',
  )
  for (const file of sources) {
    for (const [, name = ''] of (await readFile(join(root, 'renderer', file), 'utf8')).matchAll(
      /^import (?!type )[^;]*?from '((?:@[^/']+\/)?[^./'][^/']*)/gm,
    ))
      inWindow.add(name)
  }
  expect(inWindow.size).toBeGreaterThan(8)
  expect(
    [...inMain, ...inWindow, 'better-sqlite3', 'electron', 'gatehouse'].filter(
      (name) => !names.has(name),
    ),
  ).toEqual([])
  expect(all.filter(({ licence, text }) => licence === '' && text === '')).toEqual([])

  const { page } = gatehouse
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Show the licences' }).focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('list').filter({ hasText: 'better-sqlite3' })
  await expect(list.getByRole('listitem')).toHaveCount(all.length)
  await page.getByRole('searchbox', { name: 'Search the licences' }).fill('react-dom mit')
  const some = page.getByRole('list').filter({ hasText: 'react-dom' })
  await expect(
    page.getByRole('status').filter({ hasText: `of ${all.length} packages` }),
  ).toBeVisible()
  await some.getByText('react-dom', { exact: true }).first().click()
  await expect(
    page.getByRole('group', { name: 'Licence of react-dom', exact: true }),
  ).toContainText('Permission is hereby granted')
  await expectOpenToAll(page)
})
