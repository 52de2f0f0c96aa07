// Pictures of the first run, for make-shots.ts.
import type { Page } from '@playwright/test'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function tour(page: Page, steps: 1 | 2 | 3): Promise<void> {
  await button(page, 'Take the tour').click()
  await button(page, 'Next: it wants to write').waitFor()
  if (steps === 1) return
  await button(page, 'Next: it wants to write').click()
  await button(page, 'Allow once').waitFor()
  await page.waitForTimeout(500)
  if (steps === 2) return
  await button(page, 'Allow once').click()
  await button(page, 'Next: it asks for a key').click()
  await button(page, 'Remove the demo folder').waitFor()
  await page.waitForTimeout(300)
}

const found = (page: Page) => button(page, /^Use /).first().waitFor()

export const firstRunShots = [
  { name: 'first-run', path: '/runs', options: { models: 'one' }, act: found },
  { name: 'first-run-many', path: '/runs', options: { models: 'many' }, act: found },
  {
    name: 'first-run-taken',
    path: '/runs',
    options: { models: 'one' },
    act: async (page: Page) => {
      await button(page, /^Use /).click()
      await button(page, 'Try again').waitFor()
    },
  },
  { name: 'first-run-narrow', path: '/runs', options: { models: 'many' }, width: 900, act: found },
  {
    name: 'first-run-text-200',
    path: '/runs',
    options: { models: 'many', findModels: { textPercent: 200 } },
    act: found,
  },
  { name: 'tour-allowed', path: '/runs', act: (page: Page) => tour(page, 1) },
  { name: 'tour-held', path: '/runs', act: (page: Page) => tour(page, 2) },
  { name: 'tour-refused', path: '/runs', act: (page: Page) => tour(page, 3) },
  { name: 'tour-narrow', path: '/runs', width: 900, act: (page: Page) => tour(page, 3) },
  {
    name: 'settings-search',
    path: '/settings',
    options: { models: 'many' },
    act: async (page: Page) => {
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('ollama')
      await found(page)
    },
  },
  {
    name: 'settings-none',
    path: '/settings',
    act: async (page: Page) => {
      await page.getByRole('searchbox', { name: 'Search settings' }).fill('weather')
      await button(page, 'Show all').waitFor()
    },
  },
  {
    name: 'settings-data',
    path: '/settings/data',
    act: (page: Page) => page.getByText('18.0 MB').waitFor(),
  },
]
