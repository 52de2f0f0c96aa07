// A person who looks elsewhere, and one whose pointer is on the list: told once of what came
// together, led to the very call, and nothing moves under the pointer. The real Notification API,
// the real page visibility, a real sound.
import type { Page } from '@playwright/test'
import { card } from './harness/act.ts'
import { findChromium, LEAN } from '../chromium.mjs'
import { expect, test, type Gatehouse } from './harness/test.ts'

// Commands are asked about before they run anywhere.
test.use({ config: 'preset: careful\n' })

type Received = {
  readonly notices: { title: string; body: string; open: boolean }[]
  sounds: number
}

const pending = async ({ call }: Gatehouse) => {
  const listed = await call('approvals.list', { states: ['pending'], limit: 50 })
  return listed.ok ? listed.value : []
}
async function hold(gatehouse: Gatehouse, ...tasks: readonly string[]): Promise<void> {
  const before = (await pending(gatehouse)).length
  // Within a short while, however long each takes.
  await Promise.all(tasks.map(async (text) => gatehouse.call('runs.start', { text })))
  await expect.poll(async () => (await pending(gatehouse)).length).toBe(before + tasks.length)
}

/** Writes down what the page shows and plays; both happen all the same. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const received: Received = { notices: [], sounds: 0 }
    const shown: Notification[] = []
    const RealNotification = window.Notification
    class Noted extends RealNotification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        const note = { title, body: options?.body ?? '', open: true }
        received.notices.push(note)
        shown.push(this)
      }
      override close(): void {
        const note = received.notices[shown.indexOf(this)]
        if (note !== undefined) note.open = false
        super.close()
      }
    }
    const RealAudio = window.AudioContext
    class Sounding extends RealAudio {
      constructor() {
        super()
        received.sounds += 1
      }
    }
    Object.assign(window, {
      Notification: Noted,
      AudioContext: Sounding,
      received,
      clickNotice: (at: number) => shown[at]?.dispatchEvent(new Event('click')),
    })
  })
  await page.reload()
  await page.getByRole('navigation').first().waitFor()
}
const received = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: Received }).received)

// In the headless shell every page is in front.
const executablePath = findChromium()
test.use({
  launchOptions: { args: [...LEAN], ...(executablePath === null ? {} : { executablePath }) },
})

test('held calls of a short while are one notification and one sound, only for one who looks elsewhere @whole', async ({
  gatehouse,
}) => {
  test.skip(
    gatehouse.host !== 'browser',
    'the desktop app has notifications of its own: electron-desktop.spec.ts',
  )
  const { page } = gatehouse
  const context = page.context()
  await context.grantPermissions(['notifications'])
  await listen(page)
  // As a person would: in the settings, by a click.
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const name of [/browser notification/i, /sound/i])
    await page.getByRole('switch', { name }).click()

  // In front: nothing is shown and nothing heard, but it is said to a screen reader.
  await hold(gatehouse, 'run echo first')
  await expect(
    page.getByRole('status').filter({ hasText: /R3 call held, approval required/ }),
  ).toHaveCount(1)
  await page.waitForTimeout(2_500)
  expect(await received(page)).toEqual({ notices: [], sounds: 0 })

  // Another tab comes in front. Playwright plays focus to every page unless it is told not to.
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await context.newPage()
  await other.bringToFront()
  await expect
    .poll(() => page.evaluate(() => document.visibilityState === 'hidden' || !document.hasFocus()))
    .toBe(true)

  await hold(gatehouse, 'run echo my-secret-word', 'write a.txt: a', 'write b.txt: b')
  await expect
    .poll(async () => (await received(page)).notices, { timeout: 120_000 })
    .toEqual([
      {
        title: '3 pending approvals',
        body: 'Run echo my-secret-word (R3), Create a.txt (R2), Create b.txt (R2).',
        open: true,
      },
    ])
  expect((await received(page)).sounds).toBe(1)

  // A click on it leads to its riskiest call.
  const worst = (await pending(gatehouse)).find(({ args }) =>
    JSON.stringify(args).includes('my-secret-word'),
  )
  await page.evaluate(() => (window as unknown as { clickNotice(at: number): void }).clickNotice(0))
  await expect(page).toHaveURL(new RegExp(`#/approvals/${worst?.id}$`))
  expect((await received(page)).notices.map(({ open }) => open)).toEqual([false])

  // The next comes no sooner than ten seconds after, and goes when its call is answered.
  await hold(gatehouse, 'write c.txt: c')
  await expect.poll(async () => (await received(page)).notices.length, { timeout: 120_000 }).toBe(2)
  expect((await received(page)).notices[1]).toMatchObject({
    title: 'Create c.txt',
    open: true,
  })
  const last = (await pending(gatehouse)).find(({ args }) => JSON.stringify(args).includes('c.txt'))
  if (last === undefined) throw new Error('c.txt is not held')
  await gatehouse.call('approvals.answer', { id: last.id, answer: 'deny-once' })
  await expect.poll(async () => (await received(page)).notices[1]?.open).toBe(false)
})

test('nothing moves under the pointer, whatever comes in or is answered elsewhere @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await hold(gatehouse, 'write a.txt: a', 'write b.txt: bb')
  await page.getByRole('link', { name: /Approvals/ }).click()
  const rows = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /R[0-4]/ }) })
  const names = () =>
    rows.evaluateAll((all) => all.map((one) => /[abc]\.txt|echo/.exec(one.textContent ?? '')?.[0]))
  await expect.poll(names).toEqual(['a.txt', 'b.txt'])
  const second = rows.filter({ hasText: 'b.txt' })
  const at = await second.boundingBox()
  await second.hover()

  // Riskier, so it belongs on top; and four more, so that the bar of filters belongs there too.
  await hold(
    gatehouse,
    'run echo risky',
    'run echo two > x',
    'write c.txt: c',
    'run echo three',
    'run echo four',
  )
  await expect(rows.filter({ hasText: 'echo' }).first()).toBeVisible()
  expect(await second.boundingBox()).toEqual(at)
  const other = (await pending(gatehouse)).find(({ args }) =>
    JSON.stringify(args).includes('a.txt'),
  )
  if (other === undefined) throw new Error('a.txt is not held')
  await gatehouse.call('approvals.answer', { id: other.id, answer: 'deny-once' })
  await expect(rows.filter({ hasText: 'a.txt' })).toContainText('no longer pending')
  expect(await second.boundingBox()).toEqual(at)
  await page.mouse.down()
  await page.mouse.up()
  await expect(card(page)).toContainText('b.txt')

  // Off the list everything goes where it belongs.
  await page.mouse.move(1, 1)
  await expect(rows.filter({ hasText: 'a.txt' })).toHaveCount(0)
  await expect(rows.first()).toContainText('R3')
  await expect(page.getByRole('group', { name: 'Filter the queue' })).toBeVisible()
})

test.describe('with a short time', () => {
  test.use({ config: 'preset: careful\napprovals: { timeoutSeconds: 5 }\n' })
  test('a call that nobody answers says so on its card and to a screen reader @whole', async ({
    gatehouse,
  }) => {
    const { page } = gatehouse
    await hold(gatehouse, 'run echo late')
    await page.getByRole('link', { name: /Approvals/ }).click()
    await expect(card(page)).toContainText(/auto-denies in/)
    await expect(
      page.getByRole('status').filter({ hasText: 'Denied after the time to answer' }),
    ).toHaveCount(1, {
      timeout: 20_000,
    })
    await expect(card(page)).toContainText(/time/i)
  })
})
