// The scenes of a fleet: its screen in every view, and what another machine asks.
import { type Scene, go } from './scenes.ts'

export const fleetScenes: readonly Scene[] = [
  {
    name: 'fleet',
    async play({ page }) {
      await go(page, '/fleet')
      await page.getByRole('button', { name: 'Check all machines' }).click()
      await page.getByRole('region', { name: 'What the check found' }).waitFor()
    },
  },
  {
    name: 'fleet-day',
    async play({ page }) {
      await page.getByRole('button', { name: 'Open the calls of bob-laptop' }).click()
      await page
        .getByRole('table', { name: 'Calls of bob-laptop' })
        .getByRole('row')
        .nth(4)
        .waitFor()
    },
  },
  {
    name: 'fleet-search',
    async play({ page }) {
      await page.getByRole('button', { name: 'All machines' }).click()
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page
        .getByRole('combobox', { name: 'Search the journal' })
        .fill('decision:deny after:7d')
      await page.keyboard.press('Escape')
      await page
        .getByRole('table', { name: 'Rows of all machines' })
        .getByRole('button')
        .nth(3)
        .waitFor()
    },
  },
  {
    name: 'fleet-charts',
    async play({ page }) {
      await page.getByRole('button', { name: 'Charts', exact: true }).click()
      await page.getByRole('list', { name: 'Calls by machine' }).waitFor()
    },
  },
  {
    name: 'approvals-second',
    async play({ page }) {
      await go(page, '/approvals')
      await page.getByRole('region', { name: /^Approval:/ }).waitFor({ timeout: 60_000 })
      await page
        .getByText(/From Bob/)
        .first()
        .waitFor()
    },
  },
]
