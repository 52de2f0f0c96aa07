// A lost connection to main: shown over the screen, with nothing moved and nothing typed lost, and
// healed by itself.
import type { Page } from '@playwright/test'
import { card, task } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

const lost = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The connection to Gatehouse is lost.' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** Where everything stands that a hand may be on its way to. */
const paths = async (page: Page) =>
  Promise.all(
    [
      page.getByRole('heading', { level: 1 }).first(),
      message(page),
      page.getByRole('navigation').first(),
    ].map((each) => each.boundingBox()),
  )

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

test('a cut line is shown without a jump, and the page heals by itself and reads again', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const line = await withCuttableLine(gatehouse)
  await message(page).fill('write notes.txt: typed before the line broke')
  // What is looked for at a start has been found, or not.
  await page.getByRole('button', { name: 'Search again' }).waitFor()
  const before = await paths(page)
  await line.cut()
  await expect(lost(page)).toBeVisible()
  await expect(page.getByText('Connection lost')).toBeVisible()
  expect(await paths(page)).toEqual(before)

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

test('a page whose Gatehouse was killed says so, keeps what was typed, and a new start takes over', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await task(page, 'write held.txt: waits for a yes')
  await expect(card(page)).toBeVisible()
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('button', { name: 'New run' }).click()
  await message(page).fill('half a thought')
  const before = await paths(page)
  await gatehouse.kill()
  await expect(lost(page)).toContainText('start it again and open the address it prints')
  expect(await paths(page)).toEqual(before)
  await expect(message(page)).toHaveValue('half a thought')
  await expectOpenToAll(page)

  await gatehouse.restart()
  await expect(lost(gatehouse.page)).toHaveCount(0)
  await expect(gatehouse.page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(gatehouse.page.getByText('write held.txt').first()).toBeVisible()
})
