// Runs in the project `electron` only. Held calls on the desktop round the window: tray, badge,
// notification, shortcut, and what closing the window means. A real desktop cannot be looked at by
// a test, so this needs the stand-in's.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPersonsHome } from './harness/persons-home.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

// Commands are asked about before they run anywhere.
test.use({ config: 'preset: careful\n' })

test.beforeEach(({ gatehouse }) =>
  test.skip(
    gatehouse.desktop === null,
    'a real desktop shows a test neither its tray nor its notifications',
  ),
)

/** Has a call held, and gives the id of its approval. */
async function hold(gatehouse: Gatehouse, text = 'run ls -la'): Promise<string> {
  const started = await gatehouse.call('runs.start', { text })
  expect(started).toMatchObject({ ok: true })
  await expect.poll(async () => (await pending(gatehouse)).length).toBeGreaterThan(0)
  return (await pending(gatehouse))[0]?.id ?? ''
}

async function pending(gatehouse: Gatehouse) {
  const listed = await gatehouse.call('approvals.list', { states: ['pending'], limit: 10 })
  return listed.ok ? listed.value : []
}

/** The desktop; there is one, or the test was skipped. */
function desktopOf({ desktop }: Gatehouse) {
  if (desktop === null) throw new Error('no desktop')
  return desktop
}

async function lookAway(gatehouse: Gatehouse): Promise<void> {
  desktopOf(gatehouse).act({ act: 'focus', focused: false })
  await expect.poll(() => desktopOf(gatehouse).seen().focused).toBe(false)
}

test('counts held calls in the tray and on the badge, and no longer once they are answered', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  const shown = () => [desktop.seen().tooltip, desktop.seen().badge, desktop.seen().trayMenu]
  await expect
    .poll(shown)
    .toEqual([
      'Gatehouse: No pending approvals',
      0,
      ['Open Gatehouse', 'No pending approvals', 'Stop everything', 'Quit'],
    ])
  const id = await hold(gatehouse)
  await expect
    .poll(shown)
    .toEqual([
      'Gatehouse: 1 pending approval',
      1,
      ['Open Gatehouse', '1 pending approval', 'Stop everything', 'Quit'],
    ])
  await gatehouse.call('approvals.answer', { id: id as never, answer: 'deny-once' })
  await expect
    .poll(shown)
    .toEqual([
      'Gatehouse: No pending approvals',
      0,
      ['Open Gatehouse', 'No pending approvals', 'Stop everything', 'Quit'],
    ])
})

test('everything is stopped from the tray and by keys from anywhere, and going on is asked in the window @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  const stopped = async () => {
    const state = await gatehouse.call('app.state', {})
    return state.ok && state.value.stopped !== null
  }
  await hold(gatehouse)
  await expect.poll(() => desktop.seen().trayMenu).toContain('Stop everything')
  desktop.act({ act: 'tray', label: 'Stop everything' })
  await expect.poll(stopped).toBe(true)
  await expect
    .poll(() => desktop.seen().trayMenu)
    .toEqual(['Open Gatehouse', 'No pending approvals', 'Everything is stopped. Resume…', 'Quit'])
  await lookAway(gatehouse)
  desktop.act({ act: 'tray', label: 'Everything is stopped. Resume…' })
  await expect.poll(() => desktop.seen().focused).toBe(true)
  expect(await stopped()).toBe(true)

  await gatehouse.page.getByRole('alert').getByRole('button', { name: 'Resume…' }).click()
  await gatehouse.page.getByRole('button', { name: 'Continue…' }).click()
  await gatehouse.page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(() => desktop.seen().trayMenu).toContain('Stop everything')
  desktop.act({ act: 'shortcut', keys: 'CommandOrControl+Alt+Shift+.' })
  await expect.poll(stopped).toBe(true)
})

test('a link that wants a server added leads to the form and adds nothing @whole', async ({
  gatehouse,
}) => {
  const link = 'gatehouse://servers/add?name=forge&command=forge-mcp&arg=--stdio'
  desktopOf(gatehouse).act({ act: 'link', link })
  await expect(gatehouse.page).toHaveURL(
    new RegExp(`#/servers/add\\?link=${encodeURIComponent(link)}$`),
  )
  expect(await gatehouse.call('servers.read-link', { link })).toMatchObject({
    ok: true,
    value: { name: 'forge', config: { enabled: false, trust: 'community' } },
  })
  expect(await gatehouse.call('servers.list', {})).toEqual({ ok: true, value: [] })
})

test('does not notify a person who looks at the window @whole', async ({ gatehouse }) => {
  await expect.poll(() => desktopOf(gatehouse).seen().focused).toBe(true)
  await hold(gatehouse)
  await expect.poll(() => desktopOf(gatehouse).seen().badge).toBe(1)
  expect(desktopOf(gatehouse).seen().notifications).toEqual([])
})

test('notifies one who looks away, with the title of the card and no more, and a click opens the very call @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  const id = await hold(
    gatehouse,
    'http {"method":"POST","url":"https://api.example.org/?key=my-secret-word","body":"x"}',
  )
  await expect
    .poll(() => desktop.seen().notifications)
    .toEqual([
      {
        id: 1,
        title: 'POST to api.example.org',
        body: expect.stringMatching(/ needs approval \(R3\)\.$/),
        actions: ['Deny', 'Open'],
        open: true,
      },
    ])
  expect(JSON.stringify(desktop.seen().notifications)).not.toContain('secret')
  desktop.act({ act: 'notification-click', id: 1 })
  await expect(gatehouse.page).toHaveURL(new RegExp(`#/approvals/${id}$`))
  await expect
    .poll(() => [desktop.seen().focused, desktop.seen().notifications[0]?.open])
    .toEqual([true, false])
  expect(await pending(gatehouse)).toHaveLength(1)
})

test('notifies once about calls that come together, and leads to the riskiest of them @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  for (const text of ['write a.txt: a', 'run echo my-secret-word', 'write b.txt: b'])
    await gatehouse.call('runs.start', { text })
  await expect
    .poll(() => desktop.seen().notifications, { timeout: 120_000 })
    .toEqual([
      {
        id: 1,
        title: '3 pending approvals',
        body: 'Run echo my-secret-word (R3), Create a.txt (R2), Create b.txt (R2).',
        actions: ['Open'],
        open: true,
      },
    ])
  const worst = (await pending(gatehouse)).find(({ tool }) => tool === 'exec')
  desktop.act({ act: 'notification-click', id: 1 })
  await expect(gatehouse.page).toHaveURL(new RegExp(`#/approvals/${worst?.id}$`))
  await expect.poll(() => desktop.seen().notifications[0]?.open).toBe(false)

  // Of one that is answered at the command line nothing is left.
  await lookAway(gatehouse)
  await gatehouse.call('runs.start', { text: 'write c.txt: c' })
  await expect.poll(() => desktop.seen().notifications[1]?.open, { timeout: 120_000 }).toBe(true)
  for (const { id } of await pending(gatehouse))
    await gatehouse.call('approvals.answer', { id, answer: 'deny-once' })
  await expect.poll(() => desktop.seen().notifications[1]?.open).toBe(false)
})

test('denies from the notification, once @whole', async ({ gatehouse }) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  const id = await hold(gatehouse)
  await expect.poll(() => desktop.seen().notifications).toHaveLength(1)
  desktop.act({ act: 'notification-button', id: 1, button: 'Deny' })
  await expect.poll(async () => (await pending(gatehouse)).length).toBe(0)
  expect(await gatehouse.call('approvals.get', { id: id as never })).toMatchObject({
    ok: true,
    value: { state: 'denied', answer: 'deny-once', answeredOn: 'window' },
  })
})

test('takes the notification back when the call was answered elsewhere @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  const id = await hold(gatehouse)
  await expect.poll(() => desktop.seen().notifications[0]?.open).toBe(true)
  await gatehouse.call('approvals.answer', { id: id as never, answer: 'deny-once' })
  await expect.poll(() => desktop.seen().notifications[0]?.open).toBe(false)
})

test('stays in the tray when its window closes over a held call, comes back from there, and quits from there @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  await hold(gatehouse)
  await expect.poll(() => desktop.seen().badge).toBe(1)
  desktop.act({ act: 'close-window' })
  await expect.poll(() => desktop.seen().windows).toBe(0)
  const context = gatehouse.page.context()
  desktop.act({ act: 'tray', label: '1 pending approval' })
  await expect.poll(() => desktop.seen().windows).toBe(1)
  await expect
    .poll(() => context.pages().map((page) => page.url()))
    .toEqual([expect.stringMatching(/#\/approvals/)])
  // Quitting over a held call asks, and Cancel goes on.
  desktop.act({ act: 'tray', label: 'Quit' })
  await expect.poll(() => desktop.seen().questions).toEqual(['1 call is waiting for approval.'])
  desktop.act({ act: 'message-box', button: 'Cancel' })
  await expect.poll(() => desktop.seen().windows).toBe(1)
  await expect
    .poll(() => {
      desktop.act({ act: 'tray', label: 'Quit' })
      return desktop.seen().questions.length
    })
    .toBe(2)
  desktop.act({ act: 'message-box', button: 'Quit' })
  await gatehouse.ended()
})

test('ends without a question when the system does, and holds the call again afterwards @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  const id = await hold(gatehouse)
  await expect.poll(() => desktop.seen().badge).toBe(1)
  desktop.act({ act: 'shutdown' })
  await gatehouse.ended()
  expect(desktop.seen().questions).toEqual([])
  await gatehouse.restart()
  expect((await pending(gatehouse)).map((approval) => approval.id)).toEqual([id])
})

test.describe('an installed app', () => {
  const installed = withPersonsHome({}, (home) => ({
    GATEHOUSE_STAND_IN_PACKAGED: '1',
    XDG_CONFIG_HOME: home,
  }))

  installed(
    'starts at login once the person wants that, and no longer when not @whole',
    async ({ gatehouse, personsHome }) => {
      test.skip(process.platform !== 'linux', 'the other systems keep a list of their own')
      const file = join(personsHome, 'autostart', 'gatehouse.desktop')
      expect(existsSync(file)).toBe(false)
      await gatehouse.call('config.update', { desktop: { openAtLogin: true } })
      await expect.poll(() => existsSync(file)).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain(`Exec="${process.execPath}" --hidden`)
      await gatehouse.call('config.update', { desktop: { openAtLogin: false } })
      await expect.poll(() => existsSync(file)).toBe(false)
    },
  )
})

test('opens what is held at a key, from anywhere @whole', async ({ gatehouse }) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  expect(desktop.seen().shortcuts).toEqual([
    'CommandOrControl+Alt+G',
    'CommandOrControl+Alt+Shift+.',
  ])
  desktop.act({ act: 'shortcut', keys: 'CommandOrControl+Alt+G' })
  await expect(gatehouse.page).toHaveURL(/#\/approvals$/)
  expect(desktop.seen().focused).toBe(true)
})

test('still holds the call after SIGKILL, and counts it again @whole', async ({ gatehouse }) => {
  const id = await hold(gatehouse)
  await gatehouse.kill()
  await gatehouse.restart()
  expect((await pending(gatehouse)).map((approval) => approval.id)).toEqual([id])
  await expect.poll(() => desktopOf(gatehouse).seen().badge).toBe(1)
})

test('opens the card from the button of a notification, and answers nothing by that @whole', async ({
  gatehouse,
}) => {
  const desktop = desktopOf(gatehouse)
  await lookAway(gatehouse)
  const id = await hold(gatehouse)
  await expect.poll(() => desktop.seen().notifications).toHaveLength(1)
  desktop.act({ act: 'notification-button', id: 1, button: 'Open' })
  await expect(gatehouse.page).toHaveURL(new RegExp(`#/approvals/${id}$`))
  expect(await pending(gatehouse)).toHaveLength(1)
})

test.describe('approving from a notification', () => {
  test.use({
    config:
      'preset: careful\ntools: { read_file: { default: confirm } }\ndesktop: { approveFromNotification: true }\n',
  })

  test('is offered for a small call that is shown whole, and for no other @whole', async ({
    gatehouse,
  }) => {
    const desktop = desktopOf(gatehouse)
    const note = (at: number) => desktop.seen().notifications[at]
    await lookAway(gatehouse)
    const small = await hold(gatehouse, 'read notes.txt')
    await expect.poll(() => note(0)?.actions).toEqual(['Deny', 'Approve'])
    expect(note(0)?.body).toContain('read_file path: notes.txt')
    // Pressed in its first moment it opens the card and approves nothing.
    desktop.act({ act: 'notification-button', id: 1, button: 'Approve' })
    await expect.poll(() => note(0)?.open).toBe(false)
    await expect(gatehouse.page).toHaveURL(new RegExp(`#/approvals/${small}$`))
    expect(await pending(gatehouse)).toHaveLength(1)
    await gatehouse.call('approvals.answer', { id: small as never, answer: 'deny-once' })

    await lookAway(gatehouse)
    const next = await hold(gatehouse, 'read other.txt')
    await expect.poll(() => note(1)?.actions).toEqual(['Deny', 'Approve'])
    await gatehouse.page.waitForTimeout(1_100)
    desktop.act({ act: 'notification-button', id: 2, button: 'Approve' })
    await expect.poll(async () => (await pending(gatehouse)).length).toBe(0)
    expect(await gatehouse.call('approvals.get', { id: next as never })).toMatchObject({
      ok: true,
      value: { answer: 'once', answeredOn: 'window' },
    })

    await lookAway(gatehouse)
    await hold(gatehouse, 'run ls -la')
    await expect.poll(() => note(2)?.actions).toEqual(['Deny', 'Open'])
    expect(note(2)?.body).not.toContain('ls')
  })
})

test.describe('the approval window', () => {
  test.use({ config: 'preset: careful\ndesktop: { approvalWindow: true }\n' })

  /** The other page of the stand-in. */
  const small = async (gatehouse: Gatehouse) => {
    const context = gatehouse.page.context()
    const there = () => context.pages().find((page) => page.url().includes('#/approval-window'))
    await expect.poll(() => there() !== undefined).toBe(true)
    const page = there()
    if (page === undefined) throw new Error('no approval window')
    return page
  }

  test('comes over other programs without the keys, has the card and nothing else, and goes with the last call @whole', async ({
    gatehouse,
  }) => {
    const desktop = desktopOf(gatehouse)
    await lookAway(gatehouse)
    const id = await hold(gatehouse, 'run echo one')
    const page = await small(gatehouse)
    await expect.poll(() => desktop.seen().shownInactive).toBe(1)
    expect(desktop.seen()).toMatchObject({ alwaysOnTop: true, focused: false, windows: 2 })
    await expect(page.locator(`[data-approval="${id}"]`)).toBeVisible()
    await expect(page).toHaveTitle('1 pending approval')
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Allow once' }).count()).toBe(1)
    // What it tells of needs no notification.
    await page.waitForTimeout(2_500)
    expect(desktop.seen().notifications).toEqual([])
    await gatehouse.call('runs.start', { text: 'run echo two' })
    await expect(page).toHaveTitle('2 pending approvals')
    await expect(page.locator(`[data-approval="${id}"]`)).toBeVisible()

    await page.keyboard.press('d')
    await expect(page).toHaveTitle('1 pending approval')
    await expect(page.locator(`[data-approval="${id}"]`)).toHaveCount(0)
    await page.getByRole('button', { name: 'Deny', exact: true }).click()
    await expect.poll(() => desktop.seen().windows).toBe(1)
    expect(await pending(gatehouse)).toHaveLength(0)
  })

  test('takes no click in its first moments, and none that brings it to the front @whole', async ({
    gatehouse,
  }) => {
    const desktop = desktopOf(gatehouse)
    await lookAway(gatehouse)
    await hold(gatehouse, 'run echo one')
    const page = await small(gatehouse)
    await expect.poll(() => desktop.seen().ignoresMouse).toBe(true)
    await expect.poll(() => desktop.seen().ignoresMouse).toBe(false)
    const approve = page.getByRole('button', { name: 'Allow once' })
    await expect(approve).toHaveAttribute('data-arming', 'false')
    await page.evaluate(() => {
      window.dispatchEvent(new FocusEvent('focus'))
      const button = [...document.querySelectorAll('button')].find((each) =>
        each.textContent?.includes('Allow once'),
      )
      button?.click()
    })
    await expect(approve).toHaveAttribute('data-arming', 'true')
    await page.waitForTimeout(300)
    expect(await pending(gatehouse)).toHaveLength(1)
  })

  test('gets the keys by the shortcut, closes by Escape without an answer, and comes for the next call @whole', async ({
    gatehouse,
  }) => {
    const desktop = desktopOf(gatehouse)
    await lookAway(gatehouse)
    await hold(gatehouse, 'run echo one')
    const page = await small(gatehouse)
    desktop.act({ act: 'shortcut', keys: 'CommandOrControl+Alt+G' })
    await expect.poll(() => desktop.seen().focused).toBe(true)
    await expect(page.locator('[data-approval]')).toBeVisible()
    // Electron closes the window then; Chromium lets no page close what it has not opened.
    await page.evaluate(() => (window.close = () => void (document.title = 'closed by its page')))
    await page.keyboard.press('Escape')
    await expect(page).toHaveTitle('closed by its page')
    await page.close()
    await expect.poll(() => desktop.seen().windows).toBe(1)
    expect(await pending(gatehouse)).toHaveLength(1)
    await lookAway(gatehouse)
    await gatehouse.call('runs.start', { text: 'run echo two' })
    await expect.poll(() => desktop.seen().windows).toBe(2)
    await gatehouse.call('config.update', { desktop: { approvalWindow: false } })
    await expect.poll(() => desktop.seen().windows).toBe(1)
  })

  test('does not come while the main window is in front @whole', async ({ gatehouse }) => {
    await expect.poll(() => desktopOf(gatehouse).seen().focused).toBe(true)
    await hold(gatehouse, 'run echo one')
    await expect.poll(() => desktopOf(gatehouse).seen().badge).toBe(1)
    expect(desktopOf(gatehouse).seen().windows).toBe(1)
  })
})
