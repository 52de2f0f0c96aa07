// Another folder for agents: by its path, by the system's dialog on the desktop, and back to one
// that was used before.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './harness/test.ts'

test(
  'a folder is chosen, asked about, and the one before can be gone back to @whole',
  { tag: '@desktop' },
  async ({ gatehouse }) => {
    const { page, desktop, workspace } = gatehouse
    const other = join(workspace, '..', 'other')
    await mkdir(other)
    await page.getByRole('link', { name: 'Settings' }).click()
    const field = page.getByRole('textbox', { name: 'Workspace folder' })
    await expect(field).toHaveValue(workspace)
    const relaxations = page.getByRole('dialog', { name: 'Loosen the policy?' })
    const choose = page.getByRole('button', { name: 'Choose a folder…' })

    if (gatehouse.host === 'browser') {
      await expect(choose).toHaveCount(0)
      expect(await gatehouse.call('workspace.pick', {})).toMatchObject({
        ok: false,
        error: { code: 'workspace.no-dialog' },
      })
    }
    if (desktop !== null) {
      await choose.click()
      await expect.poll(() => desktop.seen().folderDialogs).toEqual([workspace])
      desktop.act({ act: 'folder-dialog', path: null })
      await choose.click()
      await expect.poll(() => desktop.seen().folderDialogs.length).toBe(2)
      desktop.act({ act: 'folder-dialog', path: other })
    } else {
      await field.fill(other)
      await page.keyboard.press('Enter')
    }
    await expect(relaxations).toContainText('Agents work in another folder.')
    await relaxations.getByRole('button', { name: 'Cancel' }).last().click()
    expect(await gatehouse.call('workspace.recent', {})).toEqual({ ok: true, value: [] })
    // What was typed is still there, and asked about only when the person says so again.
    if (desktop === null) {
      await expect(field).toHaveValue(other)
      await field.press('Tab')
      await expect(relaxations).toHaveCount(0)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    } else {
      await choose.click()
      await expect.poll(() => desktop.seen().folderDialogs.length).toBe(3)
      desktop.act({ act: 'folder-dialog', path: other })
    }
    await relaxations.getByRole('button', { name: 'Allow more' }).click()
    await expect(field).toHaveValue(other)
    await page.getByRole('button', { name: `Use ${workspace}` }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await relaxations.getByRole('button', { name: 'Allow more' }).press('Enter')
    await expect(field).toHaveValue(workspace)
    await expect(page.getByRole('button', { name: `Use ${other}` })).toBeVisible()
  },
)
