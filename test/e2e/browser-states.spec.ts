// Screens with real work in them, a rehearsal and an undo: no fault that a machine can find, in
// both themes. Pictures of them are made by `npm run screens`.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { answer, card, task, transcript } from './harness/act.ts'
import { axeFaults } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

// Commands are asked about before they run anywhere.
test.use({ config: 'preset: careful\n' })

async function noFaults(page: Page, name: string): Promise<void> {
  expect(await axeFaults(page, name)).toEqual([])
}

const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Screens' })

const screens = ['Runs', 'Approvals', 'Capabilities', 'Audit', 'Settings'] as const
/** Words that are there once a screen has read what it shows. */
const landmarks = {
  Runs: 'Needs approval',
  Approvals: 'todo.txt',
  Capabilities: 'web_fetch',
  Audit: 'What happened',
  Settings: 'Sandbox',
}

for (const theme of ['light', 'dark'] as const) {
  test(`screens with work in them, in ${theme} @whole`, async ({ gatehouse }) => {
    test.slow()
    const { page, workspace } = gatehouse
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await noFaults(page, 'start')

    await writeFile(
      join(workspace, 'README.md'),
      '# Site\n\nBuild with `npm run build`, test with `npm test`.\n\nTODO: say how to release.\n',
    )
    await writeFile(join(workspace, 'notes.txt'), 'Release on Friday.\nTell Ana.\n')
    await task(page, 'read README.md')
    await expect(transcript(page)).toContainText('npm run build')
    await task(page, 'run ls -la && cat notes.txt')
    await answer(page, 'Allow once')
    await expect(transcript(page)).toContainText('Release on Friday')
    await task(page, 'write notes.txt: Release on Thursday.\nTell Ana.\nTell Ben.')
    await expect(card(page)).toContainText('Release on Thursday')
    await page.getByRole('button', { name: 'New run' }).click()
    await task(page, 'run grep -rn "TODO" . | tee todo.txt && wc -l todo.txt')
    await expect(card(page)).toContainText('tee todo.txt')

    for (const name of screens) {
      const link = rail(page).getByRole('link', { name: new RegExp(`^${name}`) })
      await link.click()
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('main')).toContainText(landmarks[name])
      if (name === 'Approvals') {
        await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled()
        // It comes in by itself; before and after are different screens.
        await expect(card(page)).toContainText('Ended with exit code 0', { timeout: 120_000 })
      }
      // A run with a result, a yes and a held write in it says more than an empty one.
      if (name === 'Runs')
        await page.getByRole('list', { name: 'Runs' }).getByText('read README.md').click()
      await noFaults(page, name.toLowerCase())
    }

    await rail(page)
      .getByRole('link', { name: /^Approvals/ })
      .click()
    await card(page)
      .getByRole('button', { name: /Added todo\.txt/ })
      .click()
    await card(page)
      .getByRole('group', { name: 'Rehearsal', exact: true })
      .evaluate((part) => part.scrollIntoView({ block: 'start' }))
    await noFaults(page, 'rehearsal')

    await answer(page, 'Allow once')
    await rail(page).getByRole('link', { name: /^Runs/ }).click()
    await page
      .getByRole('list', { name: 'Runs' })
      .getByText(/^run grep/)
      .click()
    await page.getByRole('button', { name: 'Undo…' }).click()
    await page.getByRole('button', { name: /Remove todo\.txt/ }).click()
    await expect(page.getByRole('button', { name: 'Restore 1 path' })).toBeEnabled()
    await noFaults(page, 'undo')
  })
}
