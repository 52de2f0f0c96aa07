// Pictures of the frame, for make-shots.ts.
import type { Page } from '@playwright/test'

const full = { runs: true, journalRows: 412 }
const held = { held: true, ...full }
const press = (page: Page) => page.getByRole('button', { name: 'Stop everything' }).click()

export const frameShots = [
  {
    name: 'frame-stopped',
    path: '/runs/run_00000001',
    options: full,
    act: async (page: Page) => {
      await press(page)
      await page.getByText('Everything is stopped.').waitFor()
    },
  },
  {
    name: 'frame-lift',
    path: '/runs',
    options: { secured: true },
    act: async (page: Page) => {
      await press(page)
      await page.getByRole('button', { name: 'Everything stopped' }).click()
      await page.getByLabel('Gatehouse passphrase').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'frame-preset',
    path: '/runs',
    act: async (page: Page) => {
      await page.getByRole('button', { name: /^Preset/ }).click()
      await page.getByRole('menuitemradio').first().waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'frame-freer',
    path: '/runs',
    options: { secured: true },
    act: async (page: Page) => {
      const preset = page.getByRole('button', { name: /^Preset/ })
      await preset.click()
      await page.getByRole('menuitemradio', { name: /^Careful/ }).click()
      await preset.click()
      await page.getByRole('menuitemradio', { name: /^Ask/ }).click()
      await page.getByRole('button', { name: 'Allow more' }).waitFor()
      await page.getByLabel('Gatehouse passphrase').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByText('The passphrase is wrong.').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'frame-trying',
    path: '/runs',
    act: (page: Page) =>
      page
        .evaluate(
          `window.fakeBridge.changeApp({ sandbox: { state: 'trying', text: 'Gatehouse is still testing the sandbox.', how: 'Wait a moment.' } })`,
        )
        .then(() => undefined),
  },
  {
    name: 'frame-guard',
    path: '/runs',
    act: async (page: Page) => {
      await page.getByRole('switch', { name: 'Exfiltration guard' }).click()
      await page.getByRole('button', { name: /^Guard on/ }).click()
      await page.getByText('Hidden right now').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'frame-palette',
    path: '/runs',
    options: held,
    act: async (page: Page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Go to').fill('r')
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'settings-workspace',
    path: '/settings/workspace',
    options: full,
    act: (page: Page) => page.waitForTimeout(300),
  },
  {
    name: 'settings-licences',
    path: '/settings/licences',
    act: async (page: Page) => {
      await page.getByRole('button', { name: 'Show the licences' }).click()
      await page.getByText('better-sqlite3').click()
      await page.waitForTimeout(300)
    },
  },
]
