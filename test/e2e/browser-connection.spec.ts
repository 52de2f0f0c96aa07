// A lost connection to main: shown by a bar that covers nothing, with answers off and nothing typed
// lost, and healed by itself.
import type { Page } from '@playwright/test'
import { answer, card, journal, task } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

const lost = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The connection to Gatehouse is lost.' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** The bar covers nothing: it ends where the screen begins. */
async function expectBeside(page: Page): Promise<void> {
  const bar = await lost(page).boundingBox()
  const screen = await page.getByRole('main').getByRole('heading').first().boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(screen?.y ?? 0)
}

/**
 * Gives the page lines that the test can cut: real sockets, closed, and then led to where nobody
 * answers.
 */
async function withCuttableLine({
  page,
}: Gatehouse): Promise<{ cut(): Promise<void>; mend(): Promise<void> }> {
  await page.addInitScript(() => {
    const Real = WebSocket
    const lines: WebSocket[] = []
    let down = false
    class Line extends Real {
      constructor(address: string | URL) {
        super(down ? new URL('nowhere', address) : address)
        lines.push(this)
      }
    }
    const setDown = (now: boolean): void => {
      down = now
      if (now) for (const line of lines) line.close()
    }
    Object.assign(window, { WebSocket: Line, setDown })
  })
  await page.reload()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  return { cut: () => page.evaluate('setDown(true)'), mend: () => page.evaluate('setDown(false)') }
}

test('a lost connection is shown beside the screen, and the page connects and reads again @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const line = await withCuttableLine(gatehouse)
  await message(page).fill('write notes.txt: typed before the line broke')
  // What is looked for at a start has been found, or not.
  await page.getByRole('button', { name: 'Search again' }).waitFor()
  await line.cut()
  await expect(lost(page)).toBeVisible()
  await expect(page.getByText('Connection lost')).toBeVisible()
  await expectBeside(page)

  // What cannot be sent stays where it was typed.
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(
    page.getByText('The connection to Gatehouse was lost before it answered.'),
  ).toBeVisible()
  await expect(message(page)).toHaveValue('write notes.txt: typed before the line broke')
  // Meanwhile something is done elsewhere.
  expect(
    (await gatehouse.cli('tools', 'run', 'list_dir', '--args', '{"path":"."}', '--json')).code,
  ).toBe(0)
  const rows = page.getByRole('contentinfo', { name: 'Status' }).getByText(/Journal: \d+ rows/)
  const seen = await rows.textContent()

  await line.mend()
  await expect(lost(page)).toHaveCount(0)
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(rows).not.toHaveText(seen ?? '')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(card(page)).toBeVisible()
})

test('a page whose Gatehouse was killed says so, keeps what was typed, and a new start takes over @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await task(page, 'write held.txt: waits for a yes')
  await expect(card(page)).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeEnabled()
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('button', { name: 'New run' }).click()
  await message(page).fill('half a thought')
  await gatehouse.kill()
  await expect(lost(page)).toContainText('gatehouse open')
  await expectBeside(page)
  await expect(message(page)).toHaveValue('half a thought')
  await expectOpenToAll(page)
  // Nobody would hear an answer.
  await page.getByRole('link', { name: 'Approvals' }).click()
  for (const name of [/^Deny$/, /^Allow once/])
    await expect(card(page).getByRole('button', { name }).first()).toHaveAttribute(
      'aria-disabled',
      'true',
    )

  await gatehouse.restart()
  // What its person is told to do works, where a person says so.
  const given = await gatehouse.cli('open')
  expect(given.code).not.toBe(0)
  expect(given.stdout).toBe('')
  await expect(lost(gatehouse.page)).toHaveCount(0)
  await expect(gatehouse.page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(gatehouse.page.getByText('write held.txt').first()).toBeVisible()
})

const back = (page: Page) => page.getByRole('alert').filter({ hasText: 'Gatehouse is back.' })
const portOf = (page: Page): string => new URL(page.url()).port

/** Done when the page has left its key, and so may come back. */
async function mayComeBack(page: Page): Promise<void> {
  const stored = new Promise<void>((resolve) =>
    page.on('websocket', (socket) => {
      if (socket.url().endsWith('/keep')) socket.on('framereceived', () => resolve())
    }),
  )
  await page.reload()
  await stored
}

test('a page comes back by itself after a restart, to the same screen and text, and answers a call @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await mayComeBack(page)
  const before = new URL(page.url())
  await page.getByRole('link', { name: 'Runs' }).click()
  await message(page).fill('write notes.txt: half a thought')
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveURL(/#\/audit/)
  await gatehouse.kill()
  await expect(lost(page)).toBeVisible()

  await gatehouse.restart('--port', before.port)
  const startedAt = Date.now()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  test.info().annotations.push({ type: 'back after', description: `${Date.now() - startedAt} ms` })
  const after = new URL(page.url())
  expect([after.port, after.pathname === before.pathname, after.hash]).toEqual([
    before.port,
    false,
    '#/audit',
  ])
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
  await page.getByRole('link', { name: 'Runs' }).click()
  await expect(message(page)).toHaveValue('write notes.txt: half a thought')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await answer(page, 'Deny')
  await expect(card(page)).toHaveCount(0)
  expect((await journal(gatehouse)).filter(({ kind }) => kind === 'page')).toEqual([
    { kind: 'page', change: 'returned', port: Number(before.port), pages: 1, surface: 'browser' },
  ])
})

test('what cannot be stored keeps a page that came back until its person says so @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await mayComeBack(page)
  const port = portOf(page)
  await page.getByRole('link', { name: 'Audit' }).click()
  const search = page.getByRole('combobox', { name: 'Search the journal' })
  await search.fill('only in this field')
  await gatehouse.kill()
  await expect(lost(page)).toBeVisible()
  await gatehouse.restart('--port', port)
  await expect(back(page)).toBeVisible()
  await expectBesideBar(page)
  await expect(search).toHaveValue('only in this field')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await back(page).getByRole('button', { name: 'Reconnect' }).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(back(page)).toHaveCount(0)
})

test('closed pages stay closed, also after a restart, and say what to do @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await mayComeBack(page)
  const port = portOf(page)
  const closed = await gatehouse.cli('open', '--revoke', '--json')
  expect([closed.code, JSON.parse(closed.stdout)]).toEqual([0, { pages: 1 }])
  await expect(lost(page)).toContainText('This page cannot reconnect.')
  await expect(lost(page)).toContainText('gatehouse open')
  await gatehouse.kill()
  await gatehouse.restart('--port', port)
  await expect(gatehouse.page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(lost(page)).toContainText('This page cannot reconnect.')
})

async function expectBesideBar(page: Page): Promise<void> {
  const bar = await back(page).boundingBox()
  const screen = await page.getByRole('main').getByRole('heading').first().boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(screen?.y ?? 0)
}
