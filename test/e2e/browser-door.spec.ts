// Runs in the project `browser` only. What is true of the browser host alone: who gets in, seen
// from a real browser. test/host has the same entry point request by request.
import { createServer } from 'node:http'
import { expect, test } from './harness/test.ts'

/** The window's address without its place inside the window. */
const baseOf = (url: string): string => new URL('.', url).href

test('lets the page reload, and hides the link that opened it @whole', async ({
  gatehouse: { page, link },
}) => {
  expect(page.url().split('#')[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/w-[\w-]{22}\/$/)
  expect(new URL(page.url()).origin).toBe(new URL(link ?? '').origin)
  const before = baseOf(page.url())
  await page.reload()
  await expect(page).toHaveTitle(/Gatehouse/)
  expect(baseOf(page.url())).toBe(before)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('opens a link once, and says why not to the next one @whole', async ({
  gatehouse: { link },
  browser,
}) => {
  const stranger = await browser.newContext()
  const page = await stranger.newPage()
  const response = await page.goto(link ?? '')
  expect(response?.status()).toBe(403)
  await expect(page.locator('body')).toHaveText(/already used or is older than 10 minutes/)
  const home = await page.goto(new URL('/', link ?? '').href)
  expect(home?.status()).toBe(403)
  await stranger.close()
})

test('keeps the window that a link opened, though the link is spent @whole', async ({
  gatehouse,
}) => {
  const { page, link } = gatehouse
  const window = page.url()
  const again = await page.goto(link ?? '')
  expect(again?.status()).toBe(403)
  await expect(page.locator('body')).toHaveText(/A window it opened still works/)
  await page.goto(`${baseOf(window)}?from=history#/audit`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  expect(await gatehouse.call('app.state', {})).toMatchObject({ ok: true })
})

test('sends its cookie to no other server of this machine', async ({ gatehouse: { page } }) => {
  const received: { readonly path: string; readonly cookie: string; readonly referer: string }[] =
    []
  const other = createServer(({ url = '', headers: { cookie = '', referer = '' } }, response) => {
    received.push({ path: url, cookie, referer })
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'theirs=1; Path=/' })
      .end('<title>other</title>')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  try {
    const address = other.address()
    const theirs = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const window = page.url()
    const ours = (await page.context().cookies(window)).filter(({ name }) =>
      name.startsWith('gatehouse'),
    )
    expect(ours.map(({ path, httpOnly, sameSite }) => ({ path, httpOnly, sameSite }))).toEqual([
      { path: new URL(window).pathname, httpOnly: true, sameSite: 'Strict' },
    ])

    // By a link in the window itself, as a person who follows one that a model wrote.
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
      link.click()
    }, `${theirs}/linked`)
    await expect(page).toHaveTitle('other')
    // Then all that its page can ask of its own server, wherever it guesses.
    await page.evaluate(() =>
      Promise.all(
        ['/enter', '/w-guess/', '/ws', '/w-/ws'].map((path) =>
          fetch(path, { credentials: 'include' }),
        ),
      ),
    )
    await page.goto(`${theirs}/again`)

    const reported = received.filter(({ path }) => path !== '/favicon.ico')
    expect(reported.map(({ path }) => path).toSorted()).toEqual([
      '/again',
      '/enter',
      '/linked',
      '/w-/ws',
      '/w-guess/',
      '/ws',
    ])
    // It does get what it set itself: cookies do flow here, only not ours.
    expect(reported.find(({ path }) => path === '/again')?.cookie).toBe('theirs=1')
    expect(
      received.filter(
        ({ cookie, referer }) => cookie.includes('gatehouse') || referer.includes('/w-'),
      ),
    ).toEqual([])

    await page.goto(window)
    await expect(page).toHaveTitle(/Gatehouse/)
  } finally {
    other.closeAllConnections()
    await new Promise((resolve) => other.close(resolve))
  }
})

test('has another address after a restart, and the old one leads nowhere @whole', async ({
  gatehouse,
}) => {
  const before = baseOf(gatehouse.page.url())
  await gatehouse.restart()
  const { page } = gatehouse
  const now = baseOf(page.url())
  expect(new URL(now).pathname).not.toBe(new URL(before).pathname)
  const old = await page.goto(new URL(new URL(before).pathname, now).href)
  expect(old?.status()).toBe(403)
  await page.goto(now)
  await expect(page).toHaveTitle(/Gatehouse/)
})

test('gives another page of this machine nothing', async ({
  gatehouse: { link, page: window },
  browser,
}) => {
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>other</title>'),
  )
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${port}/`)
  const gate = new URL(link ?? '').origin
  // Even one that knows the address of the window has no way in from its own origin.
  for (const base of [`${gate}/`, baseOf(window.url())]) {
    const got = await page.evaluate(async (from) => {
      const read = await fetch(from, { credentials: 'include' }).then(
        (answer) => answer.status,
        () => 'refused',
      )
      const socket = await new Promise((resolve) => {
        const tried = new WebSocket(`${from.replace('http', 'ws')}ws`)
        tried.addEventListener('open', () => resolve('open'))
        tried.addEventListener('error', () => resolve('refused'))
      })
      return { read, socket }
    }, base)
    expect(got).toEqual({ read: 'refused', socket: 'refused' })
  }
  await context.close()
  await new Promise((resolve) => other.close(resolve))
})

test('cannot be started twice on one home @whole', async ({ gatehouse }) => {
  const second = await gatehouse.startSecond('--port', '0', '--json')
  expect(second.code).toBe(1)
  const lines = second.output.split('\n')
  expect(
    lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
  ).toMatchObject([
    { error: { code: 'host.already-running', text: expect.stringContaining('already running') } },
  ])
  expect(lines.filter((line) => line.startsWith('gatehouse: '))).toEqual([
    expect.stringContaining('already running'),
  ])
})

test('ends in order on SIGTERM @whole', async ({ gatehouse }) => {
  await gatehouse.stop()
  expect(
    gatehouse
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{')),
  ).toEqual([])
  await gatehouse.restart()
  await expect(gatehouse.page).toHaveTitle(/Gatehouse/)
})

test('starts again after SIGKILL, with what it had @whole', async ({ gatehouse }) => {
  await gatehouse.call('guard.set', { on: true })
  await gatehouse.kill()
  await gatehouse.restart()
  expect(await gatehouse.call('app.state', {})).toMatchObject({
    ok: true,
    value: { guard: { on: true } },
  })
})
