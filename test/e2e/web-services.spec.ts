// Another service of the web is chosen in Settings, and what its tool lacks then is set up beside the tool:
// an app at Reddit, a key for a search, an address.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { closeServices } from '../fakes/services/http-service.ts'
import { REDDIT_CLIENT, redditService } from '../fakes/services/reddit-service.ts'
import { searxngService } from '../fakes/services/search-services.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ env: { GATEHOUSE_PASSPHRASE: 'correct horse battery' } })
test.afterEach(closeServices)

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
  await page
    .getByRole('dialog', { name: 'Loosen the policy?' })
    .getByRole('button', { name: 'Allow more' })
    .click()
  await expect(page.getByRole('combobox', { name: label, exact: true })).toContainText(option)
}

async function details(page: Page, tool: string) {
  await page.evaluate((name) => void (location.hash = `/capabilities/${name}`), tool)
  return page.getByRole('complementary', { name: `Details of ${tool}` })
}

test('services of the web are chosen in Settings and set up in Capabilities @whole', async ({
  gatehouse,
}) => {
  const [reddit, search] = [await redditService({ closed: true }), await searxngService()]
  const at = reddit.url
  await writeFile(
    join(gatehouse.home, 'config.yaml'),
    `allowlist: { hosts: ['${search.hosts[0]}'] }
services:
  reddit: { url: '${at}', api: '${at}', token: '${at}/api/v1/access_token' }
`,
  )
  const { page, call } = gatehouse
  const listed = async (name: string) => {
    const tools = await call('tools.list', {})
    return tools.ok ? tools.value.find((tool) => tool.name === name) : undefined
  }

  await page.evaluate(() => void (location.hash = '/settings/web'))
  await choose(page, 'Reddit', 'With an app of mine')
  const ofReddit = await details(page, 'reddit')
  const signIn = ofReddit.getByRole('form', { name: 'Sign in for Reddit' })
  await signIn.getByLabel('App ID').fill(REDDIT_CLIENT.id)
  await signIn.getByLabel('App secret').fill('wrong')
  await signIn.getByRole('button', { name: 'Sign in to Reddit' }).click()
  await expect(signIn.getByRole('alert')).toContainText('does not know an app with this id')
  await expectOpenToAll(page)
  await signIn.getByLabel('App secret').fill(REDDIT_CLIENT.secret)
  await signIn.getByRole('button', { name: 'Sign in to Reddit' }).click()
  await expect(signIn).toHaveCount(0)
  expect(await listed('reddit')).toMatchObject({ available: true, missing: [] })

  await page.evaluate(() => void (location.hash = '/settings/web'))
  await choose(page, 'Web search', 'Brave Search')
  const ofSearch = await details(page, 'web_search')
  const key = ofSearch.getByRole('form', { name: 'Store the credential for Web search' })
  await key.getByLabel('Token or key').fill('brave-key-0123456789')
  await key.getByRole('button', { name: 'Store credential' }).click()
  await expect(key).toHaveCount(0)
  expect(await listed('web_search')).toMatchObject({ available: true, missing: [] })

  await page.evaluate(() => void (location.hash = '/settings/web'))
  await choose(page, 'Web search', 'SearXNG')
  const address = page.getByRole('textbox', { name: 'Address of SearXNG' })
  await address.fill('nowhere')
  await expect(page.getByText('An https address; plain http only')).toBeVisible()
  await address.fill(search.url)
  await address.press('Enter')
  await page
    .getByRole('dialog', { name: 'Loosen the policy?' })
    .getByRole('button', { name: 'Allow more' })
    .click()
  await expect.poll(async () => (await listed('web_search'))?.available).toBe(true)
})
