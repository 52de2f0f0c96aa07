// What rules about commands do not see is said once above the list and folded, and not at each rule.
import { expect, test } from './harness/test.ts'

const rule = (id: string, effect: string, when: string): string =>
  `  - { id: ${id}, effect: ${effect}, reason: Because., when: { ${when} } }`

test.describe('rules about commands', () => {
  test.use({
    config: [
      'rules:',
      rule('no-push', 'deny', 'commands: ["git push"]'),
      rule('ask-npm', 'confirm', 'commands: ["npm install"]'),
      rule('let-list', 'allow', 'commands: ["git log"]'),
      '',
    ].join('\n'),
  })
  test('say once what they do not see', async ({ gatehouse: { page } }) => {
    await page.getByRole('link', { name: 'Policy' }).click()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(3)
    const unseen = page.getByText(/^A rule that denies or asks about commands does not see/)
    await expect(unseen).toHaveCount(1)
    await expect(unseen).toBeHidden()
    const fold = page.getByText('What these rules see', { exact: true })
    await fold.focus()
    await page.keyboard.press('Enter')
    await expect(unseen).toBeVisible()
    // At the form of one such rule it is there too.
    await page.getByRole('button', { name: 'Edit no-push' }).click()
    await expect(
      page.getByRole('dialog').getByText('What this rule sees', { exact: true }),
    ).toBeVisible()
  })
})

test.describe('rules that see everything they are about', () => {
  test.use({ config: `rules:\n${rule('no-diary', 'deny', 'paths: [diary.txt]')}\n` })
  test('say nothing of it @whole', async ({ gatehouse: { page } }) => {
    await page.getByRole('link', { name: 'Policy' }).click()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText(/What th(is|ese) rules? sees?/)).toHaveCount(0)
  })
})
