// Pictures of the policy screen, for make-shots.ts.
import type { Page } from '@playwright/test'

const rich = { policy: 'rich', journalRows: 412, runs: true }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

export const policyShots = [
  { name: 'policy', path: '/policy', options: rich, act: (page: Page) => page.getByRole('heading', { name: 'Preset in force' }).waitFor() },
  { name: 'policy-broken', path: '/policy', options: { ...rich, policy: 'broken' }, act: (page: Page) => page.getByText('The file has mistakes').waitFor() },
  { name: 'policy-rules', path: '/policy/rules', options: rich, act: (page: Page) => page.getByText('no-force-push').waitFor() },
  { name: 'policy-rules-empty', path: '/policy/rules', options: { policy: 'none' }, act: (page: Page) => page.getByText('No rules yet').waitFor() },
  { name: 'policy-rule-form', path: '/policy/rules', options: rich, act: async (page: Page) => {
    await button(page, 'Edit ask-before-deploying').click()
    await button(page, 'Hosts').click()
    await page.getByRole('textbox', { name: 'Hosts' }).fill('https://example.org/x')
    await button(page, 'Save').click()
    await page.getByText('Look at the marked fields').waitFor()
  } },
  { name: 'policy-remove', path: '/policy/rules', options: rich, act: async (page: Page) => {
    await button(page, 'Remove no-force-push').click()
    await page.getByText('This makes the policy freer').waitFor()
  } },
  { name: 'policy-leases', path: '/policy/leases', options: rich, act: async (page: Page) => {
    await page.getByText('docs/**').waitFor()
    await page.getByRole('combobox', { name: 'Tool' }).click()
    await page.getByRole('option', { name: 'write_file' }).click()
    await button(page, 'Give a lease…').click()
  } },
  { name: 'policy-allowlists', path: '/policy/allowlists', options: rich, act: (page: Page) => page.getByText('docs.example.org').waitFor() },
  { name: 'policy-900', path: '/policy', options: rich, width: 900, act: (page: Page) => page.getByRole('heading', { name: 'Preset in force' }).waitFor() },
] // prettier-ignore
