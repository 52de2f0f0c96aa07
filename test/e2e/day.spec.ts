// The day of an agent over the window: what only looks runs alone, what goes out waits on a card that
// a person reads and answers there, and no order of a stranger becomes a call that nobody saw.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { modelServer } from '../fakes/model-server.ts'
import { inboxOfDay, pageOfDay, scriptOfDay, STRANGER } from '../fakes/services/day.ts'
import { fakeGithub, GITHUB_TOKEN } from '../fakes/services/github.ts'
import { CLIENT } from '../fakes/services/google.ts'
import { closeServices } from '../fakes/services/http-service.ts'
import { answer, card, expectIntact, journal, kinds, task, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test } from './harness/test.ts'

test.use({ env: { GATEHOUSE_PASSPHRASE: 'correct horse battery' } })
test.afterEach(closeServices)

test('a day in the window: mail, a slot, an invitation, an issue, a page @whole', async ({
  gatehouse,
}) => {
  const [google, page, github] = [await inboxOfDay(), await pageOfDay(), await fakeGithub()]
  const model = await modelServer(scriptOfDay(page.url))
  await writeFile(
    join(gatehouse.home, 'config.yaml'),
    `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }
allowlist: { hosts: ['${page.hosts[0]}'] }
services:
  github: { url: '${github.url}' }
  google: { mail: '${google.url}', calendar: '${google.url}/calendar/v3', signIn: '${google.url}/auth', token: '${google.url}/token' }
`,
  )
  await gatehouse.restart()
  const { call } = gatehouse
  const stored = await call('secrets.set', {
    name: 'github-token',
    hosts: [new URL(github.url).host],
    value: GITHUB_TOKEN,
    header: 'authorization',
    template: 'Bearer {}',
  })
  expect(stored).toMatchObject({ ok: true })
  // The person signs in on the page that the window names.
  const signedIn = call('accounts.sign-in', {
    account: 'google',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  })
  const account = async () => {
    const listed = await call('accounts.list', {})
    return listed.ok ? listed.value[0] : undefined
  }
  await expect.poll(async () => typeof (await account())?.page).toBe('string')
  // Once: the address that it leads back to is good for one answer.
  await google.visit((await account())?.page ?? '')
  await expect.poll(async () => (await account())?.signedIn).toBe(true)
  expect(await signedIn).toEqual({ ok: true, value: null })

  const { page: window } = gatehouse
  await task(window, 'Plan my week.')
  /** What each card says that a person decides by, in the order that they come. */
  const cards = [
    { title: /Create the event/, says: ['Meeting', 'ada@example.org'], yes: true },
    { title: /File an issue/, says: ['ada/engine', 'A fault'], yes: true },
    { title: /Open/, says: [`${page.url}/rooms`], yes: true },
    { title: /Send an email/, says: [STRANGER, 'All of it'], yes: false },
    { title: /Open/, says: ['/collect?all=mail'], yes: false },
  ] as const
  for (const { title, says, yes } of cards) {
    const held = card(window).filter({ hasText: says[0] })
    await expect(held).toHaveAccessibleName(title)
    for (const text of says) await expect(held).toContainText(text)
    if (!yes) await expectOpenToAll(window)
    await answer(window, yes ? 'Allow once' : 'Deny')
    await expect(held).toHaveCount(0)
  }
  await expect(transcript(window)).toContainText('Done.')
  // The page is in the run as a picture.
  await expect(transcript(window).getByRole('img').first()).toBeVisible()

  // What happened at the services, and nothing else.
  expect(google.sent).toEqual([])
  expect(google.changed.length).toBe(1)
  expect(github.asked.map(({ method }) => method)).toEqual(['POST'])
  expect(page.asked.map(({ path }) => path)).toEqual(['/rooms'])

  // What the journal says, and what the person is shown of it.
  const entries = await journal(gatehouse)
  const counted = (kind: string): number => kinds(entries).filter((one) => one === kind).length
  expect([counted('decision'), counted('asked'), counted('answered'), counted('running')]).toEqual([
    ...[9, 5, 5, 7],
  ])
  expect(JSON.stringify(entries)).not.toContain('All of it')
  await expectIntact(gatehouse)
  await window.getByRole('link', { name: 'Audit' }).click()
  const rows = window.getByRole('table', { name: 'Calls' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Denied by you' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'Allowed by you' })).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Allowed by policy' })).toHaveCount(4)
  await model.close()
})
