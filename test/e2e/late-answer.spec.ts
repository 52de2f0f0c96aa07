// An answer of main that comes when the person has gone on already: nobody is led back.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { card, journal, kinds, task, transcript } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

/** Both pressed before anything can come back from main. */
const pressBoth = async (first: Locator, then: Locator): Promise<void> => {
  const second = await then.elementHandle()
  await first.evaluate((one: HTMLElement, other) => {
    one.click()
    ;(other as HTMLElement | null)?.click()
  }, second)
}

const screen = (page: Page, name: string): Locator =>
  page.getByRole('link', { name: new RegExp(`^${name}`) })

test('a late answer leads nobody back to the screen, the card or the run that asked @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes.txt'), 'hello\n')
  for (const name of ['a', 'b', 'c']) {
    // Each in a folder of its own: calls of one folder are a group.
    await task(page, `write ${name}/${name}.txt: ${name}`)
    await expect(card(page)).toContainText(`${name}.txt`)
    await page.getByRole('button', { name: 'New run' }).click()
  }

  await test.step('answered, and then to another screen', async () => {
    await screen(page, 'Approvals').click()
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeEnabled()
    await pressBoth(
      card(page).getByRole('button', { name: 'Deny', exact: true }),
      screen(page, 'Audit'),
    )
    await expect
      .poll(
        async () => kinds(await journal(gatehouse)).filter((kind) => kind === 'answered').length,
      )
      .toBe(1)
    await expect(screen(page, 'Approvals')).toContainText('2')
    await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
    expect(new URL(page.url()).hash).toMatch(/^#\/audit/)
  })

  await test.step('answered, and then to another card', async () => {
    await screen(page, 'Approvals').click()
    const rows = page.getByRole('main').getByRole('list').first().getByRole('button')
    await expect(rows).toHaveCount(2)
    await rows.first().click()
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeEnabled()
    const other = (await rows.last().innerText()).match(/[abc]\.txt/)?.[0] ?? ''
    await pressBoth(card(page).getByRole('button', { name: 'Deny', exact: true }), rows.last())
    await expect
      .poll(
        async () => kinds(await journal(gatehouse)).filter((kind) => kind === 'answered').length,
      )
      .toBe(2)
    await expect(card(page)).toContainText(other)
  })

  await test.step('sent, and then to another screen', async () => {
    await screen(page, 'Runs').click()
    await page.getByRole('textbox', { name: 'Message' }).fill('read notes.txt')
    await pressBoth(page.getByRole('button', { name: 'Send', exact: true }), screen(page, 'Policy'))
    await expect.poll(async () => JSON.stringify(await journal(gatehouse))).toContain('read_file')
    await expect(page.getByRole('heading', { name: 'Policy', level: 1 })).toBeVisible()
    expect(new URL(page.url()).hash).toMatch(/^#\/policy/)
    await screen(page, 'Runs').click()
    await page.getByRole('list', { name: 'Runs' }).getByText('read notes.txt').click()
    await expect(transcript(page)).toContainText('hello')
  })
})
