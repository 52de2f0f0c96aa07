// Each tool that lacks an address, a key or a sign-in: the table says what, the model is not offered it, it
// is set up beside its row, and then the model is offered it and it works, against a fake of its service.
// Search, Reddit and their choice in Settings are in web-services.spec.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { modelServer } from '../fakes/model-server.ts'
import type { Turn } from '../fakes/model-server.ts'
import { fakeGithub, GITHUB_TOKEN } from '../fakes/services/github.ts'
import { CLIENT, fakeGoogle } from '../fakes/services/google.ts'
import { closeServices, PLANTED } from '../fakes/services/http-service.ts'
import { openAiImageService } from '../fakes/services/image-services.ts'
import { fakeLibrary, LIBRARY_KEY } from '../fakes/services/library.ts'
import { fakeTodoist, TODOIST_TOKEN } from '../fakes/services/todoist.ts'
import { fakeVault, VAULT_KEY } from '../fakes/services/vault.ts'
import { OPENWEATHER_KEY, openWeatherService } from '../fakes/services/weather-services.ts'
import { task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ env: { GATEHOUSE_PASSPHRASE: 'correct horse battery' } })
test.afterEach(closeServices)

const SET_UP = 'github todoist google_mail google_calendar media obsidian image_gen weather'.split(
  ' ',
)

async function details(page: Page, tool: string) {
  await page.evaluate((name) => void (location.hash = `/capabilities/${name}`), tool)
  return page.getByRole('complementary', { name: `Details of ${tool}` })
}

async function storeKey(page: Page, tool: string, title: string, key: string): Promise<void> {
  const form = (await details(page, tool)).getByRole('form', {
    name: `Store the credential for ${title}`,
  })
  await form.getByLabel('Token or key').fill(key)
  await form.getByRole('button', { name: 'Store credential' }).click()
  await expect(form).toHaveCount(0)
}

async function setAddress(page: Page, tool: string, title: string, url: string): Promise<void> {
  const form = (await details(page, tool)).getByRole('form', {
    name: `Set the address of ${title}`,
  })
  await form.getByLabel('Address').fill(url)
  await form.getByRole('button', { name: 'Save address' }).click()
  await page
    .getByRole('dialog', { name: 'Loosen the policy?' })
    .getByRole('button', { name: 'Allow more' })
    .click()
  await expect(form).toHaveCount(0)
}

const call = (name: string, args: object): Turn => ({
  kind: 'say',
  calls: [{ id: `${name}-1`, name, args }],
})
// What is on the allowlist comes before private data is read: after it, it would be asked about.
const calls: readonly (readonly [string, object])[] = [
  ['weather', { location: 'Berlin' }],
  ['github', { action: 'list_issues', owner: 'ada', repo: 'engine' }],
  ['todoist', { action: 'list_projects' }],
  ['google_mail', { action: 'search', query: 'is:unread' }],
  ['google_calendar', { action: 'list_calendars' }],
  ['media', { action: 'list_movies' }],
  ['obsidian', { action: 'list' }],
]

test('what a tool lacks is said, and set up beside it; then the model has it and it works @whole', async ({
  gatehouse,
}) => {
  test.setTimeout(300_000)
  const [github, google, todoist] = [await fakeGithub(), await fakeGoogle(), await fakeTodoist()]
  const [radarr, vault] = [await fakeLibrary('movie'), await fakeVault()]
  const [images, weather] = [await openAiImageService(), await openWeatherService()]
  const turns: readonly Turn[] = [
    { kind: 'say', text: ['Nothing yet.'] },
    ...calls.map(([name, args]) => call(name, args)),
    { kind: 'say', text: ['All done.'] },
  ]
  const offered: string[][] = []
  const model = await modelServer(({ body }, at) => {
    const tools = (body['tools'] ?? []) as { function: { name: string } }[]
    offered.push(tools.map((tool) => tool.function.name))
    return turns[Math.min(at, turns.length - 1)] as Turn
  })
  await writeFile(
    join(gatehouse.home, 'config.yaml'),
    `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }
allowlist: { hosts: ['${weather.hosts[0]}'] }
services:
  github: { url: '${github.url}' }
  todoist: { url: '${todoist.url}' }
  images: { url: '${images.url}' }
  weather: { provider: openweather, url: '${weather.url}' }
  google: { mail: '${google.url}', calendar: '${google.url}/calendar/v3', signIn: '${google.url}/auth', token: '${google.url}/token' }
`,
  )
  await gatehouse.restart()
  const { page, call: ask } = gatehouse
  const listed = async (name: string) => {
    const tools = await ask('tools.list', {})
    return tools.ok ? tools.value.find((tool) => tool.name === name) : undefined
  }

  await task(page, 'Hello')
  await expect(transcript(page)).toContainText('Nothing yet.')
  expect(SET_UP.filter((name) => offered[0]?.includes(name))).toEqual([])
  for (const name of SET_UP) {
    const tool = await listed(name)
    expect([name, tool?.available, (tool?.missing ?? []).length > 0]).toEqual([name, false, true])
    await expect(
      (await details(page, name)).getByText(tool?.missing[0]?.what ?? '-').first(),
    ).toBeVisible()
  }
  await expectOpenToAll(page)

  await storeKey(page, 'github', 'GitHub', GITHUB_TOKEN)
  await storeKey(page, 'todoist', 'Todoist', TODOIST_TOKEN)
  await setAddress(page, 'media', 'Radarr', radarr.url)
  await storeKey(page, 'media', 'Radarr', LIBRARY_KEY)
  await setAddress(page, 'obsidian', 'Obsidian', vault.url)
  await storeKey(page, 'obsidian', 'Obsidian', VAULT_KEY)
  await storeKey(page, 'image_gen', 'Make a picture', PLANTED)
  await storeKey(page, 'weather', 'Weather', OPENWEATHER_KEY)
  const signIn = (await details(page, 'google_mail')).getByRole('form', {
    name: 'Sign in for Gmail',
  })
  await signIn.getByLabel('Client ID').fill(CLIENT.id)
  await signIn.getByLabel('Client secret').fill(CLIENT.secret)
  await signIn.getByRole('button', { name: 'Sign in with Google' }).click()
  const link = signIn.getByRole('link', { name: 'Open the sign-in page' })
  await google.visit((await link.getAttribute('href')) ?? '')
  await expect(signIn).toHaveCount(0)
  for (const name of SET_UP)
    await expect.poll(async () => [name, (await listed(name))?.available]).toEqual([name, true])

  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await task(page, 'Use all of them.')
  await expect(transcript(page)).toContainText('All done.')
  expect(SET_UP.filter((name) => offered.at(-1)?.includes(name) !== true)).toEqual([])
  const runs = await ask('runs.list', { limit: 5 })
  const [run] = runs.ok ? runs.value : []
  const got = run === undefined ? null : await ask('runs.get', { id: run.id })
  const ends = (got?.ok === true ? got.value.items : []).flatMap((item) =>
    item.kind === 'call' && item.state.kind === 'ended'
      ? [[item.tool, item.state.result.status] as const]
      : [],
  )
  expect(ends).toEqual(calls.map(([name]) => [name, 'done']))
  await model.close()
})
