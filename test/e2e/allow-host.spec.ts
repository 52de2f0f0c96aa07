// A host that is not on the allowlist is put there from where it is missed: at a call that was blocked
// for it in a run, and on the card of a held call, which goes on waiting.
import { readFile } from 'node:fs/promises'
import { card, task, transcript } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test.describe('where reading from any other host is blocked', () => {
  test.use({ config: 'preset: mine\npresets: { mine: { tiers: { R3: deny } } }\n' })
  test('a blocked call says so to the person, and its host can be allowed there @whole', async ({
    gatehouse,
  }) => {
    const { page, configFile } = gatehouse
    await task(page, 'fetch https://docs.example.org/guide')
    await expect(transcript(page)).toContainText('Blocked')
    // What is meant for the model is not shown to a person.
    await expect(transcript(page)).not.toContainText('Do not repeat the same call')
    await transcript(page).getByRole('button', { name: 'Allow this host…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Allow docs.example.org?' })
    await expect(dialog).toContainText('agents can then read from it without asking')
    await dialog.getByRole('button', { name: 'Allow this host' }).click()
    await expect(transcript(page).getByText('Added to your allowlist.')).toBeVisible()
    expect(await readFile(configFile, 'utf8')).toContain('docs.example.org')
  })
})

test.describe('where another host is asked about', () => {
  test.use({ config: 'preset: careful\n' })
  test('on the card of a held call its host is allowed, and the call goes on waiting @whole', async ({
    gatehouse,
  }) => {
    const { page, call, configFile } = gatehouse
    await call('runs.start', { text: 'fetch https://docs.example.org/guide' })
    await page.evaluate(() => void (location.hash = '/approvals'))
    await expect(card(page)).toBeVisible()
    const before = await call('approvals.list', { states: ['pending'], limit: 10 })
    await card(page).getByRole('button', { name: 'Allow this host…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Allow docs.example.org?' })
    await dialog.getByRole('button', { name: 'Cancel' }).last().click()
    await expect(dialog).toBeHidden()
    expect(await readFile(configFile, 'utf8')).not.toContain('docs.example.org')
    await card(page).getByRole('button', { name: 'Allow this host…' }).click()
    await dialog.getByRole('button', { name: 'Allow this host' }).click()
    await expect(dialog).toBeHidden()
    expect(await readFile(configFile, 'utf8')).toContain('docs.example.org')
    const held = await call('approvals.list', { states: ['pending'], limit: 10 })
    // Asked again under the policy of now, and since as long as before.
    const same = (list: typeof held) =>
      list.ok ? list.value.map(({ callId, createdAt, args }) => ({ callId, createdAt, args })) : []
    expect(same(before)).toHaveLength(1)
    expect(same(held)).toEqual(same(before))
    await expect(card(page)).toContainText('docs.example.org')
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeEnabled()
  })
})
