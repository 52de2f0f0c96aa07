// Pictures of the policy screen, for make-shots.ts.
import type { Page } from '@playwright/test'
import { policyEditor, policyText, writeOver } from '../../e2e/harness/policy-text.ts'

const rich = { policy: 'rich', journalRows: 412, runs: true }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

export const policyShots = [
  {
    name: 'policy',
    path: '/policy',
    options: rich,
    act: (page: Page) => page.getByRole('heading', { name: 'Active preset' }).waitFor(),
  },
  {
    name: 'policy-broken',
    path: '/policy',
    options: { ...rich, policy: 'broken' },
    act: (page: Page) => page.getByText('The file has mistakes').waitFor(),
  },
  {
    name: 'policy-rules',
    path: '/policy/rules',
    options: rich,
    act: (page: Page) => page.getByText('no-force-push').waitFor(),
  },
  {
    name: 'policy-rules-empty',
    path: '/policy/rules',
    options: { policy: 'none' },
    act: (page: Page) => page.getByText('No rules yet').waitFor(),
  },
  {
    name: 'policy-rule-form',
    path: '/policy/rules',
    options: rich,
    act: async (page: Page) => {
      await button(page, 'Edit ask-before-deploying').click()
      await button(page, 'Hosts').click()
      await page.getByRole('textbox', { name: 'Hosts' }).fill('https://example.org/x')
      await button(page, 'Save').click()
      await page.getByText('Fix the marked fields').waitFor()
    },
  },
  {
    name: 'policy-rule-try',
    path: '/policy/rules',
    options: rich,
    act: async (page: Page) => {
      await button(page, 'Edit ask-before-deploying').click()
      await button(page, 'Remove Hours').click()
      await button(page, 'Take out Commands').click()
      await button(page, 'Test on past calls').click()
      await page.getByText(/unchanged\./).waitFor()
      await page.getByText(/unchanged\./).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'policy-remove',
    path: '/policy/rules',
    options: rich,
    act: async (page: Page) => {
      await button(page, 'Remove no-force-push').click()
      await page.getByText('This loosens the policy').waitFor()
    },
  },
  {
    name: 'policy-leases',
    path: '/policy/leases',
    options: rich,
    act: async (page: Page) => {
      await page.getByText('docs/**').waitFor()
      await page.getByRole('combobox', { name: 'Tool' }).click()
      await page.getByRole('option', { name: 'write_file' }).click()
      await button(page, 'Give a lease…').click()
    },
  },
  {
    name: 'policy-allowlists',
    path: '/policy/allowlists',
    options: rich,
    act: (page: Page) => page.getByText('docs.example.org').waitFor(),
  },
  {
    name: 'policy-editor',
    path: '/policy/editor',
    options: rich,
    act: async (page: Page) => {
      const field = policyEditor(page)
      await field.press('Control+Home')
      for (let line = 0; line < 14; line += 1) await field.press('ArrowDown')
      await field.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('ex')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'policy-editor-error',
    path: '/policy/editor',
    options: rich,
    act: async (page: Page) => {
      const field = policyEditor(page)
      await writeOver(
        field,
        (await policyText(page))
          .replace('effect: deny', 'effect: forbid')
          .replace('reason: Tests', 'raeson: Tests'),
      )
      await page.getByText('2 mistakes').or(page.getByText('3 mistakes')).first().waitFor()
      await page.keyboard.press('F8')
    },
  },
  {
    name: 'policy-editor-find',
    path: '/policy/editor',
    options: rich,
    act: async (page: Page) => {
      await page.getByRole('button', { name: 'Find', exact: true }).click()
      await page.keyboard.type('effect')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.getByText('2 of 4').waitFor()
    },
  },
  {
    name: 'policy-editor-save',
    path: '/policy/editor',
    options: { ...rich, secured: true },
    act: async (page: Page) => {
      const field = policyEditor(page)
      await writeOver(field, (await policyText(page)).replace('effect: deny', 'effect: confirm'))
      await page.getByText('No problems').waitFor()
      await button(page, 'Save…').click()
      await page.getByLabel('Gatehouse passphrase').waitFor()
    },
  },
  {
    name: 'policy-simulator',
    path: '/policy/simulator',
    options: rich,
    act: async (page: Page) => {
      await button(page, 'Simulate').click()
      await page.getByRole('table').waitFor()
    },
  },
  {
    name: 'policy-bench',
    path: '/policy/simulator',
    options: rich,
    act: async (page: Page) => {
      await page
        .getByLabel('Or paste a call as JSON')
        .fill('{"tool": "exec", "args": {"command": "git push"}}')
      await button(page, 'Explain the pasted call').click()
      await page.getByText('What each layer decided').waitFor()
      await page.getByText('What each layer decided').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'policy-simulator-empty',
    path: '/policy/simulator',
    options: { policy: 'none' },
    act: (page: Page) => page.getByText('No decisions yet').waitFor(),
  },
  {
    name: 'policy-editor-zoom',
    path: '/policy/editor',
    options: { ...rich, check: { textPercent: 200 } },
    act: (page: Page) => page.getByText('No problems').waitFor(),
  },
  {
    name: 'policy-900',
    path: '/policy',
    options: rich,
    width: 900,
    act: (page: Page) => page.getByRole('heading', { name: 'Active preset' }).waitFor(),
  },
]
