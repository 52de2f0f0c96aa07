// Plugins beside the servers: seen, reviewed, closed by a change, and what is broken with its place;
// with the keyboard alone.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { pluginFiles } from '../../main/plugins/new-plugin.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

test.use({ config: 'plugins: { allowExternal: true }' })

async function put(gatehouse: Gatehouse, name: string, change = (text: string) => text) {
  const folder = join(gatehouse.home, 'data', 'plugins', 'external')
  await mkdir(folder, { recursive: true })
  for (const file of pluginFiles(name, 'node'))
    await writeFile(join(folder, file.name), change(file.text))
}
const rows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Plugins' }).getByRole('button')

test('a plugin is reviewed with the keyboard, and a change closes it again', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await put(gatehouse, 'alpha')
  await put(gatehouse, 'beta', (text) => text.replace('max_length', 'max_lenght'))
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(0)).toContainText('New')
  await expect(rows(page).nth(1)).toContainText('Broken')

  await rows(page).nth(0).focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const beta = page.getByRole('region', { name: 'beta' })
  await expect(beta).toContainText('Did you mean')
  await expect(beta).toContainText('column 1')
  await expect(beta.getByRole('button', { name: 'Accept as it is: beta' })).toHaveCount(0)
  await expectOpenToAll(page, 'a broken plugin')

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const alpha = page.getByRole('region', { name: 'alpha' })
  await expect(alpha).toContainText('It has no network.')
  await expect(alpha).toContainText('tool_name = "alpha"')
  await alpha.getByRole('button', { name: 'Accept as it is: alpha' }).focus()
  await page.keyboard.press('Enter')
  const manifest = alpha.getByRole('group', { name: 'Manifest and program', exact: true })
  await expect(manifest.getByRole('status')).toHaveText('Accepted.')
  await expect(rows(page).nth(0)).toContainText('Open')
  await expectOpenToAll(page, 'a plugin that is open')
  expect(await gatehouse.call('tools.list', {})).toMatchObject({
    value: expect.arrayContaining([
      expect.objectContaining({ name: 'alpha', source: 'plugin:alpha', available: true }),
    ]),
  })

  // A key that is meant to close it accepts nothing once it has changed.
  await expect(alpha.getByRole('button', { name: 'Close alpha' })).toBeFocused()
  await put(gatehouse, 'alpha', (text) => `${text}# changed\n`)
  await expect(rows(page).nth(0)).toContainText('Changed')
  await expect(alpha).toContainText('# changed')
  await expect(alpha.getByRole('button', { name: 'Accept as it is: alpha' })).not.toBeFocused()
  await expectOpenToAll(page, 'a plugin that changed')
})

test('what a broken plugin would hide is shown as it is @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await put(gatehouse, 'alpha', (text) => text.replace('Gives', String.raw`\u001b[31mGi\u202eves`))
  const folder = join(gatehouse.home, 'data', 'plugins', 'external')
  await writeFile(join(folder, 'epsi\u202elon.toml'), '"a\u200bb" = 1\n')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText('epsiU+202E right-to-left overridelon')
  await rows(page).nth(1).click()
  const turned = page.getByRole('region', { name: 'epsi' })
  await expect(turned.getByRole('heading', { level: 2 }).first()).toContainText('U+202E')
  await expect(turned).toContainText('A manifest has no key "a<U+200B>b".')
  await rows(page).nth(0).click()
  await expect(page.getByRole('region', { name: 'alpha' })).toContainText(
    String.raw`description must be a text without hidden characters, but it is "\u001b[31mGi<U+202E>ves`,
  )
})

test('a plugin is begun, checked and packed with the keyboard @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'New plugin' }).focus()
  await page.keyboard.press('Enter')
  const draft = page.getByRole('region', { name: 'New plugin' })
  await expect(draft.getByText('Written in')).toBeVisible()
  await draft.getByRole('button', { name: 'Write the files' }).focus()
  await page.keyboard.press('Enter')
  await expect(draft).toContainText('Use a name such as word_count.')
  await expect(draft.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Word')
  await expect(draft).toContainText('Use a name such as word_count.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('word_count')
  await expect(draft).toContainText('tool_name = "word_count"')
  await expectOpenToAll(page, 'a plugin that is begun')
  await draft.getByRole('button', { name: 'Write the files' }).focus()
  await page.keyboard.press('Enter')

  const plugin = page.getByRole('region', { name: 'word_count' })
  await expect(rows(page)).toHaveCount(1)
  await expect(plugin.getByRole('heading', { name: 'word_count', level: 2 })).toBeFocused()
  await expect(rows(page).nth(0)).toContainText('New')
  await plugin.getByRole('button', { name: 'Check word_count' }).focus()
  await page.keyboard.press('Enter')
  await expect(plugin.getByText('The manifest has no problems.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await plugin.getByRole('button', { name: 'Pack word_count' }).focus()
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('word_count-0.1.0.tar.gz')
  await expect(plugin.getByText('word_count-0.1.0.tar.gz is saved.')).toBeVisible()
  await expectOpenToAll(page, 'a plugin that was checked and packed')

  await page.getByRole('button', { name: 'New plugin' }).focus()
  await page.keyboard.press('Enter')
  await draft.getByLabel('Name').focus()
  await page.keyboard.type('word_count')
  await expect(draft.getByRole('alert')).toContainText('word_count.toml already')
})

test.describe('beside a filter', () => {
  test.use({ config: 'plugins: { allowExternal: false, externalAllowList: [tally] }' })

  test('a plugin that it stops is let through by one press and a second word', async ({
    gatehouse,
  }) => {
    const { page } = gatehouse
    await put(gatehouse, 'alpha')
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await rows(page).nth(0).focus()
    await page.keyboard.press('Enter')
    const alpha = page.getByRole('region', { name: 'alpha' })
    await expect(alpha.getByText('external plugins are not allowed')).toHaveCount(1)
    await alpha.getByRole('button', { name: 'Let alpha through' }).focus()
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Loosen the policy' })
    await expect(asked).toContainText('The external plugin tally can be called.')
    await expect(asked).toContainText('The external plugin alpha can be called.')
    await expectOpenToAll(page, 'the second word')
    await page.keyboard.press('Escape')
    await expect(rows(page).nth(0)).toContainText('Not allowed')

    await alpha.getByRole('button', { name: 'Let alpha through' }).focus()
    await page.keyboard.press('Enter')
    await asked.getByRole('button', { name: 'Allow more' }).focus()
    await page.keyboard.press('Enter')
    await expect(rows(page).nth(0)).toContainText('New')
    await expect(alpha.getByRole('button', { name: 'Accept as it is: alpha' })).toBeVisible()
  })
})
