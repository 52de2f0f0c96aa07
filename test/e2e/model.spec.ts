// A model set up by hand, field by field: what was filled in stays, and what is saved is what was
// tried.
import { localModels, type LocalModels } from '../fakes/local-models.ts'
import { task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test as base } from './harness/test.ts'

const test = base.extend<{ server: LocalModels }>({
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, provide) => {
    const server = await localModels('vllm')
    await provide(server)
    await server.close()
  },
})

test('one dialog: provider, address, key, a model out of the list, tried and saved; then one field more, and the rest stays @whole', async ({
  gatehouse,
  server,
}) => {
  const { page } = gatehouse
  await page.evaluate(() => void (location.hash = '/settings/model'))
  await page.getByRole('button', { name: 'Connect a model…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a model' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: /^Another server/ }).click()
  await dialog.getByLabel('Address').fill('nowhere')
  await expect(dialog.getByText('starts with http://')).toBeVisible()
  // Nothing listens there: said once, whichever button asked last.
  await dialog.getByLabel('Address').fill('http://127.0.0.1:46999/v1')
  await dialog.getByLabel('Model', { exact: true }).fill('any')
  await dialog.getByRole('button', { name: 'Show models' }).click()
  await expect(dialog.getByText(/model server at 127\.0\.0\.1/i)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('status').getByText(/model server at 127\.0\.0\.1/i)).toBeVisible()
  await expect(dialog.getByText(/model server at 127\.0\.0\.1/i)).toHaveCount(1)
  await dialog.getByLabel('Model', { exact: true }).fill('')
  await dialog.getByLabel('Address').fill(`${server.origin}/v1`)
  await dialog.getByLabel('API key').fill('sk-only-for-this-server')
  await dialog.getByRole('button', { name: 'Show models' }).click()
  await dialog.getByRole('button', { name: 'Qwen/Qwen3-8B' }).click()
  await expect(dialog.getByLabel('Model', { exact: true })).toBeFocused()
  await expectOpenToAll(page)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText('It answered “ready”')).toBeVisible()
  // Tried, and nothing saved yet.
  expect(await gatehouse.call('app.state', {})).toMatchObject({
    value: { model: { provider: 'manual', keySet: false } },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const model = {
    provider: 'openai-compatible',
    name: 'Qwen/Qwen3-8B',
    baseUrl: `${server.origin}/v1`,
    keySet: true,
  }
  expect(await gatehouse.call('app.state', {})).toMatchObject({ value: { model } })

  // Saving one field of the section used to reset all the others.
  const variable = page.getByRole('textbox', { name: 'Environment variable with the key' })
  await variable.fill('SHOP_MODEL_KEY')
  await variable.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // By the keyboard alone: what is not known is empty, and cached input is left out.
  const price = page.getByRole('listitem', { name: 'Qwen/Qwen3-8B' })
  await price.getByRole('textbox', { name: 'Sent, Qwen/Qwen3-8B' }).press('1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(price.getByText('Saved')).toBeVisible()
  const other = page.getByRole('textbox', { name: 'Another model' })
  await other.fill('gpt-5-mini')
  await other.press('Enter')
  const known = page.getByRole('listitem', { name: 'gpt-5-mini' })
  await expect(known.getByText(/It applies once you save it/)).toBeVisible()
  await known.getByRole('textbox', { name: 'Sent, cached, gpt-5-mini' }).press('Enter')
  await expect(known.getByText('Saved')).toBeVisible()
  await expect
    .poll(() => gatehouse.call('app.state', {}))
    .toMatchObject({
      value: {
        model: {
          ...model,
          apiKeyEnv: 'SHOP_MODEL_KEY',
          price: null,
          prices: {
            'Qwen/Qwen3-8B': { in: 1, out: 2, currency: 'USD' },
            'gpt-5-mini': { in: 0.25, cached: 0.025, out: 2, currency: 'USD' },
          },
        },
      },
    })
  expect(gatehouse.output()).not.toContain('sk-only-for-this-server')

  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await task(page, 'Are you there?')
  await expect(transcript(page)).toContainText('ready')
})
