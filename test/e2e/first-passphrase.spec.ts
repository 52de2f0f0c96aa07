// A critical call where no passphrase is set: one is set on the card, and the same call goes on waiting
// and is allowed with it.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApprovalId } from '../../contract/ids.ts'
import { card, seeAll } from './harness/act.ts'
import { fieldInSight, lookInRun } from './harness/card-in-sight.ts'
import { axeFaultsInBothThemes } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({
  config: 'preset: careful\ntools: { exec: { tier: R4 } }\nrehearsal: { automatic: false }\n',
})

const command = 'rm -rf docs'

test('a first passphrase is set on the card of a held call, and allows that call @whole', async ({
  gatehouse,
}) => {
  const { page, call, workspace } = gatehouse
  await writeFile(join(workspace, 'docs'), 'x')
  await call('runs.start', { text: `run ${command}` })
  await page.evaluate(() => void (location.hash = '/approvals'))
  await expect(card(page)).toContainText('No passphrase is set')
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeDisabled()
  const id = await card(page).getAttribute('data-approval')
  await card(page).getByRole('button', { name: 'Set a passphrase…' }).click()
  const [next, again] = ['New passphrase', 'Repeat passphrase'].map((name) =>
    card(page).getByLabel(name),
  )
  if (next === undefined || again === undefined) throw new Error('unreachable')
  await expect(next).toBeFocused()
  expect(await axeFaultsInBothThemes(page, 'a first passphrase')).toEqual([])

  await next.fill('correct horse')
  await again.fill('correct house')
  await expect(card(page).getByRole('alert')).toContainText('The passphrases differ.')
  await again.fill('correct horse')
  await page.keyboard.press('Enter')

  // The same call, on the same card.
  const proof = card(page).locator('[data-proof]')
  await expect(proof).toBeVisible()
  expect(await card(page).getAttribute('data-approval')).toBe(id)
  expect(existsSync(join(workspace, 'docs'))).toBe(true)
  await seeAll(card(page))
  await proof.fill('correct horse')
  // A card takes no press in its first moment; one that was answered has nothing to press.
  const state = async (): Promise<string> => {
    const held = await call('approvals.get', { id: ApprovalId.parse(id) })
    return held.ok ? held.value.state : held.error.code
  }
  await expect(async () => {
    if ((await state()) === 'pending')
      await card(page).getByRole('button', { name: 'Allow once' }).click({ timeout: 1_000 })
    await expect.poll(state, { timeout: 1_500 }).not.toBe('pending')
  }).toPass()
  await expect.poll(() => existsSync(join(workspace, 'docs'))).toBe(false)
})

test('the form of a first passphrase is in sight with the answers at every size @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await call('runs.start', { text: `run ${command}` })
  const held = async () => {
    const list = await call('approvals.list', { states: ['pending'], limit: 1 })
    return list.ok ? list.value.map(({ id }) => id) : []
  }
  await expect.poll(held).toHaveLength(1)
  // In a narrow window the list is a page of its own, and this address leads past it.
  await page.evaluate((id) => void (location.hash = `/approvals/${id}`), (await held())[0])
  await card(page).getByRole('button', { name: 'Set a passphrase…' }).click()
  const worst: string[] = []
  for (const [width, height] of [
    [640, 400],
    [720, 900],
    [960, 540],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const seen = await page.evaluate(lookInRun)
    const fields = await page.evaluate(fieldInSight, 'input[type="password"]')
    if (!fields || seen.sideways || !seen.answers || !seen.title || seen.card < 0.5)
      worst.push(`${width}x${height}: ${JSON.stringify({ fields, ...seen })}`)
  }
  expect(worst).toEqual([])
})
