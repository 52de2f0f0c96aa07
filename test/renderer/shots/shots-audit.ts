// The states of the audit screen, for its pictures.
import type { Page } from '@playwright/test'

type Shot = {
  readonly name: string
  readonly path: string
  readonly options?: object
  readonly zoom?: number
  act?(page: Page): Promise<void>
}

export const auditShots: readonly Shot[] = [
  {
    name: 'audit-undo',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('button', { name: 'Row 408' }).press('ArrowUp')
      await page
        .getByRole('row', { name: /exec.*Done/ })
        .first()
        .getByRole('button')
        .click()
      await page.getByRole('button', { name: 'Undo…' }).waitFor()
    },
  },
  {
    name: 'audit-query',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search the journal' }).fill('decision:deny tool:re')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'audit-wrong',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page
        .getByRole('combobox', { name: 'Search the journal' })
        .fill('tool:exec tol:write after:7d')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'audit-charts',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('button', { name: 'Charts' }).click()
      await page.getByText('Most used tools').waitFor()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'audit-tables',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('button', { name: 'Charts' }).click()
      await page.getByRole('button', { name: 'As tables' }).click()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'audit-views',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('button', { name: 'Views' }).click()
      await page.getByText('Refused this week').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'audit-export',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('button', { name: 'Export…' }).click()
      await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'audit-none',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search the journal' }).fill('tool:nothing')
      await page.getByText('No matching rows').waitFor()
    },
  },
  { name: 'audit-empty', path: '/audit' },
  {
    name: 'audit-zoom',
    path: '/audit',
    options: { runs: true, journalRows: 412 },
    zoom: 2,
    act: (page) => page.getByRole('button', { name: 'Row 410' }).waitFor(),
  },
]
