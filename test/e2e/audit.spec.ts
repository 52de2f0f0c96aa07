// Audit, on the real app: asked, followed, looked into, exported; by mouse, and again by the
// keyboard alone.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the journal' })
const rows = (page: Page) => page.getByRole('table', { name: 'Journal' }).locator('[aria-rowindex]')

async function oneRead(page: Page, workspace: string): Promise<void> {
  writeFileSync(join(workspace, 'plan.txt'), 'Prune the apple trees.\n')
  await task(page, 'read plan.txt')
  // The turn is over, so no row comes any more.
  await expect(transcript(page).getByText('Done.')).toBeVisible()
}

test(
  'the journal is searched, charted, checked and exported by mouse',
  { tag: '@desktop' },
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await oneRead(page, gatehouse.workspace)
    await page.getByRole('link', { name: 'Audit' }).click()

    await search(page).fill('tool:read_file kind:outcome')
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await search(page).fill('tol:read_file')
    await expect(
      page.getByRole('alert').filter({ hasText: 'There is no key "tol".' }),
    ).toBeVisible()
    await expect(search(page)).toHaveValue('tol:read_file')
    await search(page).fill('plan.txt kind:decision')
    await expect(rows(page)).toHaveCount(2)

    await rows(page).nth(1).click()
    const detail = page.getByRole('complementary', { name: 'Row' })
    await expect(detail.getByRole('listitem')).toHaveCount(3)
    await detail.getByRole('button', { name: 'Show only this call' }).click()
    await expect(search(page)).toHaveValue(/^call:call_/)
    await expect(rows(page)).toHaveCount(4)

    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/^Chain intact/)).toBeVisible()

    if (gatehouse.host === 'browser') {
      await page.getByRole('button', { name: 'Export…' }).click()
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const text = await readFile(await (await coming).path(), 'utf8')
      expect(
        text
          .split('\n')
          .slice(0, -1)
          .map((line) => (JSON.parse(line) as { entry: { kind: string } }).entry.kind),
      ).toEqual(['decision', 'running', 'outcome'])
      await page.keyboard.press('Escape')
    }
    const { desktop } = gatehouse
    if (desktop !== null) {
      await page.getByRole('button', { name: 'Export…' }).click()
      for (const path of [join(gatehouse.home, 'mine.jsonl'), null]) {
        const asked = desktop.seen().saveDialogs.length
        await page.getByRole('button', { name: 'Export', exact: true }).click()
        await expect.poll(() => desktop.seen().saveDialogs.length).toBe(asked + 1)
        expect(desktop.seen().saveDialogs.at(-1)).toMatch(/[/\\]gatehouse-audit-[\d-]+\.jsonl$/)
        desktop.act({ act: 'save-dialog', path })
        await expect.poll(() => desktop.seen().saved.at(asked)).toBe(path)
      }
      expect(
        (await readFile(join(gatehouse.home, 'mine.jsonl'), 'utf8')).trim().split('\n'),
      ).toHaveLength(3)
      // What is not ours to save is refused, without a word to the person.
      await page.evaluate(() => {
        const link = document.createElement('a')
        link.href = 'data:text/plain,elsewhere'
        link.download = 'elsewhere.txt'
        link.click()
      })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(desktop.seen().saveDialogs).toHaveLength(2)
    }

    await page.getByRole('button', { name: 'Charts' }).click()
    await page
      .getByRole('list', { name: 'Most used tools' })
      .getByRole('button', { name: /read_file/ })
      .click()
    await expect(search(page)).toHaveValue(/^kind:decision tool:read_file after:/)
    await expectOpenToAll(page)
  },
)

test('the journal is searched, opened row by row and saved as a view by the keyboard alone @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await oneRead(page, gatehouse.workspace)
  await page.getByRole('link', { name: 'Audit' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Events' }).focus()
  await page.keyboard.press('Enter')

  await search(page).focus()
  await page.keyboard.type('tool:read')
  await expect(page.getByRole('option', { name: /read_file/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search(page)).toHaveValue('tool:read_file ')
  await page.keyboard.type('kind:dec')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(search(page)).toHaveValue('tool:read_file kind:decision ')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Views' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Save this search as').focus()
  await page.keyboard.type('Reads')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Reads' })).toBeVisible()
  await page.keyboard.press('Escape')

  await search(page).fill('')
  await expect(rows(page).nth(3)).toBeVisible()
  await page
    .getByRole('button', { name: /^Row \d+$/ })
    .first()
    .focus()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  const nth = rows(page).nth(3).getByRole('button')
  await expect(nth).toBeFocused()
  const name = (await nth.getAttribute('aria-label')) ?? ''
  expect(name).toMatch(/^Row \d+$/)
  // By its name: also where a row comes in above it.
  const third = page.getByRole('button', { name, exact: true })
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Row' })
  await expect(detail.getByRole('heading', { level: 2 }).first()).toContainText(name)
  await detail.getByRole('button', { name: 'Copy as JSON' }).focus()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(third).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Row 1', exact: true })).toBeFocused()
  await page.keyboard.press('Home')
  await expectOpenToAll(page)

  await gatehouse.restart()
  await gatehouse.page.getByRole('link', { name: 'Audit' }).click()
  await gatehouse.page.getByRole('button', { name: 'Views' }).click()
  await gatehouse.page.getByRole('button', { name: /^Reads/ }).click()
  await expect(search(gatehouse.page)).toHaveValue('tool:read_file kind:decision ')
})
