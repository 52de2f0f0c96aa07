// Pictures of held calls, for make-shots.ts.
import { held, type Shot } from './shot.ts'

export const approvalShots: readonly Shot[] = [
  {
    name: 'approvals-still',
    path: '/approvals',
    options: held,
    act: async (page) => {
      const second = page.getByRole('listitem').filter({ hasText: 'npm run build' })
      await second.hover()
      await page.evaluate(
        `window.fakeBridge.call('approvals.list', { states: ['pending'], limit: 50 }).then(({ value }) => window.fakeBridge.call('approvals.answer', { id: value.find(({ tool }) => tool === 'write_file')?.id ?? value.at(-1).id, answer: 'deny-once' }))`,
      )
      await page.waitForTimeout(400)
    },
  },
  {
    name: 'frame-narrow',
    path: '/approvals',
    options: held,
    width: 900,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'frame-text-200',
    path: '/approvals',
    options: { ...held, check: { textPercent: 200 } },
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'frame-contrast',
    path: '/approvals',
    options: { ...held, check: { contrast: 'more' } },
    act: (page) => page.waitForTimeout(500),
  },
  { name: 'approvals', path: '/approvals', options: held, act: (page) => page.waitForTimeout(500) },
  {
    name: 'approvals-exec',
    path: '/approvals/apr_0000002t',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-edit',
    path: '/approvals/apr_0000002u',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-http',
    path: '/approvals/apr_0000002v',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'approvals-failed',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.evaluate(
        `window.fakeBridge.breakChannel('approvals.answer', { code: 'journal.fault', text: 'The answer could not be recorded, so nothing was done.', hint: 'Free some disk space and answer again.' })`,
      )
      await page.waitForTimeout(450)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'approvals-lasting',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'More…' }).click()
      await page.getByText('Over the last 60 recorded calls').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-word',
    path: '/approvals/apr_0000002u',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Say why…' }).click()
      await page.getByRole('textbox').fill('Use the drafts folder instead.')
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-proof',
    path: '/approvals/apr_0000002w',
    options: { ...held, secured: true },
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.getByLabel('Passphrase or one-time code').fill('a guess')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Passphrase or one-time code').fill('correct')
    },
  },
  {
    name: 'approvals-proven',
    path: '/approvals/apr_0000002w',
    options: { ...held, secured: true },
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.getByLabel('Passphrase or one-time code').focus()
      await page.keyboard.type('correct horse')
      await page.keyboard.press('Enter')
      await page.getByText('Answered').first().waitFor()
    },
  },
  {
    name: 'rehearsal-large',
    path: '/approvals/apr_0000002x',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: /^(Changed|Restore) README/ }).click()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-end',
    path: '/approvals/apr_0000002x',
    options: held,
    act: async (page) => {
      await page.getByText('Started automatically').scrollIntoViewIfNeeded()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-done',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Rehearse' }).click()
      await page.getByText('Started by you').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'rehearsal-busy',
    path: '/approvals/apr_0000002t',
    options: held,
    act: async (page) => {
      await page.getByRole('button', { name: 'Rehearse' }).click()
    },
  },
  {
    name: 'rehearsal-refused',
    path: '/approvals/apr_0000002t',
    options: { ...held, weak: true },
    act: async (page) => {
      await page.getByRole('button', { name: 'Rehearse' }).click()
      await page.getByRole('alert').waitFor()
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'approvals-credential',
    path: '/approvals/apr_0000002y',
    options: held,
    act: (page) => page.waitForTimeout(500),
  },
  {
    name: 'narrow-rehearsal',
    path: '/approvals/apr_0000002x',
    options: held,
    width: 900,
    act: (page) => page.waitForTimeout(500),
  },
  { name: 'approvals-empty', path: '/approvals' },
  {
    name: 'approvals-many',
    path: '/approvals',
    options: { many: 500 },
    act: (page) => page.waitForTimeout(600),
  },
  {
    name: 'approvals-group',
    path: '/approvals',
    options: { many: 40 },
    act: async (page) => {
      await page
        .getByRole('button', { name: /× Write a file/ })
        .first()
        .click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'approvals-history',
    path: '/approvals',
    options: held,
    act: async (page) => {
      await page.waitForTimeout(500)
      await page.keyboard.press('d')
      await page.waitForTimeout(600)
      await page.keyboard.press('d')
      await page.getByRole('button', { name: 'Answered' }).click()
      await page
        .getByRole('button', { name: /Denied/ })
        .first()
        .click()
      await page.getByText('Rows in the journal').click()
      await page.waitForTimeout(200)
    },
  },
  {
    name: 'approvals-editing',
    path: '/approvals/apr_0000002u',
    options: held,
    act: async (page) => {
      await page.waitForTimeout(450)
      await page.keyboard.press('e')
      await page.getByLabel('new_text').fill('Run `npm run build`.')
      await page.waitForTimeout(450)
    },
  },
  {
    name: 'shortcuts',
    path: '/approvals',
    options: held,
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await page.waitForTimeout(250)
    },
  },
  {
    name: 'narrow-approvals',
    path: '/approvals',
    options: held,
    width: 640,
    act: (page) => page.waitForTimeout(500),
  },
]
