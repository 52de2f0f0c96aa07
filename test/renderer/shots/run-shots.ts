// Pictures of the runs screen beyond its first ones, for make-shots.ts.
import type { Page } from '@playwright/test'

const full = { runs: true, journalRows: 412 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const transcript = (page: Page) => page.getByRole('log', { name: 'Transcript' })

export const runShots = [
  {
    name: 'runs-search',
    path: '/runs/run_00000001',
    options: full,
    act: async (page: Page) => {
      await page.getByRole('searchbox', { name: 'Search runs' }).fill('read')
      await page.getByText(/found/).waitFor()
    },
  },
  {
    name: 'runs-search-none',
    path: '/runs',
    options: full,
    act: async (page: Page) => {
      await page.getByRole('searchbox', { name: 'Search runs' }).fill('zebra')
      await page.getByText('No matching runs.').waitFor()
    },
  },
  {
    name: 'runs-edit',
    path: '/runs/run_00000001/1',
    options: full,
    act: async (page: Page) => {
      await button(page, 'Edit message').click()
      await page.getByRole('textbox', { name: 'Edited message' }).waitFor()
    },
  },
  {
    name: 'runs-later-version',
    path: '/runs/run_00000001/1',
    options: full,
    act: async (page: Page) => {
      await button(page, 'Edit message').click()
      await page.getByRole('textbox', { name: 'Edited message' }).fill('read NOTES.md')
      await page.keyboard.press('Enter')
      await button(page, 'Previous version').waitFor()
      await page.getByText('Done.').waitFor()
      await button(page, 'Previous version').click()
      await button(page, 'Next version').waitFor()
    },
  },
  {
    name: 'runs-rename',
    path: '/runs/run_00000001',
    options: full,
    act: (page: Page) => button(page, 'Rename this run').click(),
  },
  {
    name: 'runs-long',
    path: '/runs/run_00000001',
    options: { ...full, longRun: 5_000 },
    act: async (page: Page) => {
      await transcript(page).evaluate(
        (element) => (element.scrollTop = element.scrollHeight - 3_000),
      )
      await page.waitForTimeout(400)
      await page.evaluate(
        `window.fakeBridge.send({ kind: 'item-put', runId: 'run_00000001', item: { kind: 'user', id: 5007, at: Date.now(), text: 'more' } })`,
      )
      await button(page, '1 new').waitFor()
    },
  },
  {
    name: 'runs-stalled',
    path: '/runs/run_00000002',
    options: full,
    act: async (page: Page) => {
      await page.evaluate(`window.fakeBridge.call('runs.get', { id: 'run_00000002' }).then((read) => {
      const at = Date.now() - 95_000
      window.fakeBridge.send({ kind: 'run-changed', run: { ...read.value.run, state: 'working', updatedAt: at, tokensIn: 18204, tokensOut: 1340, costs: [{ currency: 'USD', amount: 0.0747 }] } })
    })`)
      await page.clock.install()
      await page.clock.fastForward(95_000)
      await page.getByText('Stalled').waitFor()
    },
  },
  {
    name: 'runs-stop-call',
    path: '/runs',
    act: async (page: Page) => {
      await message(page).fill('run npm run build')
      await page.keyboard.press('Enter')
      await button(page, 'Allow once').click()
      await button(page, 'Stop this call').waitFor()
    },
  },
  {
    name: 'runs-words',
    path: '/runs',
    options: full,
    act: async (page: Page) => {
      await message(page).pressSequentially('re')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'runs-values',
    path: '/runs/run_00000001',
    options: full,
    act: async (page: Page) => {
      await message(page).pressSequentially('htt')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Tab')
      await page.getByRole('option', { name: 'POST' }).waitFor()
    },
  },
  {
    name: 'runs-problem',
    path: '/runs/run_00000001',
    options: full,
    act: async (page: Page) => {
      await message(page).fill('http {"metod": "GET", "url": "https://example.org"}')
      await page.getByText('Did you mean “method”?').first().waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'runs-mention',
    path: '/runs/run_00000001',
    options: full,
    act: async (page: Page) => {
      await button(page, 'Attach a file of the workspace').click()
      await page.keyboard.type('gui')
      await page.getByRole('option', { name: 'docs/guide.md' }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.type('read README.md @re')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'runs-attached',
    path: '/runs',
    options: full,
    act: async (page: Page) => {
      await message(page).fill('look @gui')
      await page.keyboard.press('End')
      await page.getByRole('option', { name: 'docs/guide.md' }).click()
      await page.keyboard.press('Enter')
      await page.getByText('attached by you').waitFor()
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'settings-price',
    path: '/settings',
    act: async (page: Page) => {
      await page.evaluate(
        `window.fakeBridge.call('config.update', { model: { provider: 'anthropic', name: 'claude' } })`,
      )
      await page.getByLabel('Sent').fill('3')
      await page.getByText('Give both prices').waitFor()
    },
  },
  { name: 'runs-900', path: '/runs/run_00000001', options: full, width: 900 },
  {
    name: 'runs-text-200',
    path: '/runs/run_00000001',
    options: { ...full, check: { textPercent: 200 } },
  },
]
