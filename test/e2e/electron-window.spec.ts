// Runs in the project `electron` only. What is true of the Electron host alone: the bridge, the
// window's settings, the desktop round it.
import { readFile } from 'node:fs/promises'
import { expect, finalUrl, shareGatehouse, test } from './harness/test.ts'
import { built } from './harness/root.ts'
import { noRealElectron } from './harness/start-electron.ts'
test('runs in the real Electron', async ({ gatehouse }) => {
  const why = noRealElectron()
  test.skip(why !== null, `runs on the stand-in instead, because ${why}`)
  expect(gatehouse.desktop).toBeNull()
  expect(await gatehouse.page.evaluate(() => navigator.userAgent)).toContain('Electron/45')
})

test.describe('a window', () => {
  const gatehouse = shareGatehouse({ host: 'electron', config: '', env: {} })

  test('gives the page two verbs and no more, that it cannot change', async () => {
    const { page } = gatehouse()
    const found = await page.evaluate(() => {
      const bridge = (window as unknown as { gatehouse: Record<string, unknown> }).gatehouse
      const verbs = Object.entries(bridge).map(([name, member]) => [
        name,
        typeof member,
        Object.keys(member as object),
      ])
      let frozen = false
      try {
        bridge['call'] = () => 'mine'
      } catch {
        frozen = true
      }
      return { verbs, frozen: frozen || bridge['call']?.toString().includes('mine') === false }
    })
    expect(found).toEqual({
      verbs: [
        ['call', 'function', []],
        ['subscribe', 'function', []],
      ],
      frozen: true,
    })
  })

  test('makes its window with every protection on', async () => {
    const { desktop } = gatehouse()
    test.skip(desktop === null, 'needs the recording desktop of the stand-in')
    expect(desktop?.seen()).toMatchObject({
      sandbox: true,
      windowOptions: {
        webPreferences: {
          preload: built('preload', 'preload.cjs'),
          contextIsolation: true,
          sandbox: true,
          nodeIntegration: false,
          nodeIntegrationInWorker: false,
          nodeIntegrationInSubFrames: false,
          webSecurity: true,
          allowRunningInsecureContent: false,
          experimentalFeatures: false,
          webviewTag: false,
          navigateOnDragDrop: false,
        },
      },
    })
  })

  test('lets the page stop listening', async () => {
    const { page } = gatehouse()
    const received = await page.evaluate(async () => {
      type Bridge = {
        call(channel: string, input: unknown): Promise<unknown>
        subscribe(listener: (message: string) => void): () => void
      }
      const bridge = (window as unknown as { gatehouse: Bridge }).gatehouse
      const kinds: string[] = []
      const stop = bridge.subscribe((message) => {
        for (const { kind } of (JSON.parse(message) as { events: { kind: string }[] }).events)
          kinds.push(kind)
      })
      await bridge.call('guard.set', { on: true })
      while (!kinds.includes('app-changed')) await new Promise((resolve) => setTimeout(resolve, 20))
      // What comes with it may still be on its way.
      await new Promise((resolve) => setTimeout(resolve, 200))
      const before = kinds.length
      stop()
      await bridge.call('guard.set', { on: false, confirmed: true })
      await new Promise((resolve) => setTimeout(resolve, 200))
      return {
        any: before > 0,
        changed: kinds.includes('app-changed'),
        after: kinds.length - before,
      }
    })
    expect(received).toEqual({ any: true, changed: true, after: 0 })
  })

  test('gets what comes quickly together, in order, and before the answer to what brought it', async () => {
    const { page } = gatehouse()
    const received = await page.evaluate(async () => {
      type Event = { readonly kind: string; readonly seq?: number }
      type Bridge = {
        call(channel: string, input: unknown): Promise<unknown>
        subscribe(listener: (message: string) => void): () => void
      }
      const bridge = (window as unknown as { gatehouse: Bridge }).gatehouse
      const messages: (readonly Event[])[] = []
      const stop = bridge.subscribe((message) =>
        messages.push((JSON.parse(message) as { events: readonly Event[] }).events),
      )
      const answered: boolean[] = []
      for (let round = 0; round < 20; round += 1) {
        const before = messages.flat().length
        await bridge.call('guard.set', { on: round % 2 === 0, confirmed: true })
        answered.push(messages.flat().length > before)
      }
      await Promise.all(
        Array.from({ length: 40 }, (_, round) =>
          bridge.call('guard.set', { on: round % 2 === 0, confirmed: true }),
        ),
      )
      stop()
      const rows = messages
        .flat()
        .flatMap(({ kind, seq }) => (kind === 'journal-grew' && seq !== undefined ? [seq] : []))
      return {
        answered: answered.every(Boolean),
        together: messages.length < messages.flat().length,
        rows,
      }
    })
    expect(received).toMatchObject({ answered: true, together: true })
    expect(received.rows.length).toBeGreaterThan(20)
    expect(received.rows).toEqual(received.rows.toSorted((one, other) => one - other))
  })

  test('hands only web pages and mail to the system', async () => {
    const { page, desktop } = gatehouse()
    test.skip(desktop === null, 'needs the recording desktop of the stand-in')
    for (const url of [
      'https://example.org/a',
      'mailto:a@example.org',
      'http://example.org/',
      'file:///etc/passwd',
      'smb://host/x',
      'https://u:p@example.org/',
      'javascript:alert(1)',
      'ms-msdt:/id',
    ]) {
      await page.evaluate((address) => void window.open(address), url)
    }
    await expect
      .poll(() => desktop?.seen().opened)
      .toEqual(['https://example.org/a', 'mailto:a@example.org'])
  })

  test('knows no webview, and lets none be attached', async () => {
    const { page, desktop } = gatehouse()
    const powers = await page.evaluate(() => {
      const element = document.createElement('webview')
      document.body.append(element)
      return ['loadURL', 'executeJavaScript', 'src', 'contentWindow'].filter(
        (name) => name in element,
      )
    })
    expect(powers).toEqual([])
    if (desktop === null) return
    desktop.act({ act: 'attach-webview' })
    await expect.poll(() => desktop.seen().webviews).toBe(0)
  })

  test('stays where it is, whatever a page asks', async () => {
    const { page } = gatehouse()
    const before = await finalUrl(page)
    await page.evaluate(() => void (document.documentElement.dataset['mark'] = 'still here'))
    const mark = () => page.evaluate(() => document.documentElement.dataset['mark'])
    const ways = [
      `location.href = 'https://example.org/'`,
      `location.replace('https://example.org/')`,
      `location.href = 'file:///etc/passwd'`,
      `location.href = 'data:text/html,<h1>x'`,
      `const a = document.createElement('a'); a.href = 'https://example.org/'; document.body.append(a); a.click()`,
      `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0; url=https://example.org/'; document.head.append(m)`,
    ]
    for (const way of ways) {
      await page.evaluate(`setTimeout(() => { ${way} }, 0)`)
      await page.waitForTimeout(250)
      expect([way, page.url(), await mark()]).toEqual([way, before, 'still here'])
    }
  })

  test('opens no second window', async () => {
    const { page, desktop } = gatehouse()
    const opened = await page.evaluate(() => window.open('gatehouse://app/') === null)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://example.org/'
      link.target = '_blank'
      document.body.append(link)
      link.click()
    })
    expect(opened).toBe(true)
    // The stand-in cannot keep Chromium from opening a page for the link, only close it again.
    await expect.poll(() => desktop === null || desktop.seen().refused > 0).toBe(true)
    await expect.poll(() => page.context().pages().length).toBe(1)
  })

  test('answers a page that has changed its own built-ins, and shows it nothing by that', async () => {
    const { page } = gatehouse()
    const got = await page.evaluate(async () => {
      const bridge = (
        window as unknown as {
          gatehouse: { call(channel: string, input: unknown): Promise<{ ok: boolean }> }
        }
      ).gatehouse
      const paths = [
        Array.prototype,
        JSON,
        EventTarget.prototype,
        Function.prototype,
      ] as unknown as Record<string, unknown>[]
      const names = [
        'map',
        'push',
        'forEach',
        'filter',
        'stringify',
        'parse',
        'dispatchEvent',
        'addEventListener',
        'bind',
      ]
      const stolen: string[] = []
      const before = paths.flatMap((location) =>
        names
          .filter((name) => name in location)
          .map((name) => [location, name, location[name]] as const),
      )
      for (const [location, name] of before)
        location[name] = () => void (stolen[stolen.length] = name)
      const answer = bridge.call('app.state', {})
      for (const [location, name, original] of before) location[name] = original
      return { ok: (await answer).ok, stolen }
    })
    expect(got).toEqual({ ok: true, stolen: [] })
  })
})

test.describe('a package', () => {
  test.use({ env: { GATEHOUSE_STAND_IN_PACKAGED: '1' } })

  test('has no developer tools, and does not start with a switch that weakens it @whole', async ({
    gatehouse,
  }) => {
    test.skip(gatehouse.desktop === null, 'needs the recording desktop of the stand-in')
    expect(gatehouse.desktop?.seen()).toMatchObject({
      windowOptions: { webPreferences: { devTools: false } },
      switches: ['dns-prefetch-disable', 'no-pings', 'disable-breakpad'],
    })
    const second = await gatehouse.startSecond('--remote-debugging-port=9222')
    expect(second.code).toBe(1)
    expect(second.output).toContain(
      'Gatehouse does not start with --remote-debugging-port. An installed Gatehouse takes only switches that cannot weaken its protections.',
    )
  })
})

test('loads a preload without a library and without a second file @whole', async () => {
  const bundle = await readFile(built('preload', 'preload.cjs'), 'utf8')
  const code = bundle
    .split('\n')
    .filter((line) => !line.startsWith('//#'))
    .join('\n')
  expect([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).toEqual(['electron'])
  // The names of all channels are in it; a library would be many times that.
  expect(code.length).toBeLessThan(7_000)
})

test('ends when its last window closes and nothing is held @whole', async ({ gatehouse }) => {
  const { desktop } = gatehouse
  test.skip(desktop === null, 'needs the recording desktop of the stand-in')
  const before = gatehouse.output()
  desktop?.act({ act: 'close-window' })
  await gatehouse.ended()
  expect(gatehouse.output()).toBe(before)
})

test('is one: a second start shows the first @whole', async ({ gatehouse }) => {
  test.skip(gatehouse.desktop === null, 'needs the recording desktop of the stand-in')
  gatehouse.desktop?.act({ act: 'focus', focused: false })
  await expect.poll(() => gatehouse.desktop?.seen().focused).toBe(false)
  const second = await gatehouse.startSecond('gatehouse://approvals/apr_0123456789')
  expect(second).toEqual({ code: 0, output: '' })
  await expect.poll(() => gatehouse.desktop?.seen().focused).toBe(true)
  await expect(gatehouse.page).toHaveURL(/approvals\/apr_0123456789$/)
})

test('follows a link to a place, and to nothing else', async ({ gatehouse: { page, desktop } }) => {
  test.skip(desktop === null, 'needs the recording desktop of the stand-in')
  const start = await finalUrl(page)
  for (const link of [
    'gatehouse://approvals/../x',
    'gatehouse://approvals/apr_0123456789?answer=once',
    'gatehouse://evil',
    'https://example.org/',
    'gatehouse://app/index.html',
  ]) {
    desktop?.act({ act: 'link', link })
    await page.waitForTimeout(50)
    expect([link, page.url()]).toEqual([link, start])
  }
  desktop?.act({ act: 'link', link: 'gatehouse://approvals/apr_0123456789' })
  await expect(page).toHaveURL(/approvals\/apr_0123456789$/)
})
