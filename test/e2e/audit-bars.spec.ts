// The bars above the journal: what is offered while one types lies over the page, nothing is counted
// before it was read, and the check of the chain says how many rows of how many it covers.
import type { WebSocketRoute } from '@playwright/test'
import { expect, test } from './harness/test.ts'

test('completions move nothing, nothing is counted before it was read, and a check says what it covers @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await call('runs.start', { text: 'list .' })
  // What the journal is asked is answered only when it is let through.
  const { promise: read, resolve: letThrough } = Promise.withResolvers<void>()
  await page.routeWebSocket(/./, (socket: WebSocketRoute) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!String(message).includes('"audit.search"')) return server.send(message)
      void read.then(() => server.send(message))
    })
  })
  await page.evaluate(() => void (location.hash = '/audit'))
  await page.reload()
  const head = page.getByRole('main').getByRole('heading', { name: 'Audit' })
  await expect(head).toBeVisible()
  const bar = head.locator('..')
  await expect(bar).toContainText('…')
  await expect(bar).not.toContainText(/\d+ (row|call)/)
  letThrough()
  await expect(bar).toContainText(/^Audit1 call/)

  const search = page.getByRole('combobox', { name: 'Search the journal' })
  const tops = async () =>
    Promise.all(
      ['Calls', 'Events', 'Charts', 'Verify', 'Export…'].map(async (name) => {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox()
        return Math.round(box?.y ?? Number.NaN)
      }),
    )
  await search.focus()
  const before = await tops()
  await search.pressSequentially('t')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await tops()).toEqual(before)
  await page.keyboard.press('Escape')
  await search.fill('')

  await page.getByRole('button', { name: 'Verify' }).click()
  const check = page.getByRole('status').filter({ hasText: /^Chain intact/ })
  await expect(check).toHaveText(/: \d+ rows$/)
  const colour = () => check.locator('> *').evaluate((element) => getComputedStyle(element).color)
  const whole = await colour()
  await call('runs.start', { text: 'list .' })
  await expect(check).toHaveText(/: \d+ of \d+ rows$/)
  await expect.poll(colour).not.toBe(whole)
})
