// Runs in the project `electron` only, with the stand-in's Touch ID: a finger in place of the passphrase
// for an approval that needs one. A real Mac was never there (docs/desktop.md).
import { expect, type Gatehouse, test } from './harness/test.ts'

test.use({
  config: 'desktop: { touchId: true }\ntools: { exec: { tier: R4 } }\n',
  env: { GATEHOUSE_STAND_IN_TOUCH_ID: '1' },
})

test.beforeEach(({ gatehouse }) =>
  test.skip(gatehouse.desktop === null, 'a real system shows a test no finger'),
)

const pending = async (gatehouse: Gatehouse) => {
  const listed = await gatehouse.call('approvals.list', { states: ['pending'], limit: 10 })
  return listed.ok ? listed.value : []
}

function desktopOf({ desktop }: Gatehouse) {
  if (desktop === null) throw new Error('no desktop')
  return desktop
}

test('an R4 call runs after a finger, and not without the right one', async ({ gatehouse }) => {
  const { page } = gatehouse
  const desktop = desktopOf(gatehouse)
  // Touch ID replaces a passphrase that is there.
  expect(
    await gatehouse.call('step-up.set-passphrase', { passphrase: 'correct horse' }),
  ).toMatchObject({ ok: true })
  expect(await gatehouse.call('runs.start', { text: 'run ls -la' })).toMatchObject({ ok: true })
  await expect.poll(async () => (await pending(gatehouse)).length).toBe(1)
  const [held] = await pending(gatehouse)

  await page.evaluate((id) => {
    location.hash = `#/approvals/${id}`
  }, held?.id ?? '')
  const before = desktop.seen().questions.length
  const finger = page.getByRole('button', { name: /Touch ID/ })
  await finger.click()
  await expect.poll(() => desktop.seen().questions.length).toBe(before + 1)
  // The system's own dialog says for what.
  expect(desktop.seen().questions.at(-1)).toContain('exec')

  desktop.act({ act: 'finger', right: false })
  await expect(page.getByText('Touch ID did not confirm that it is you.')).toBeVisible()
  expect(await pending(gatehouse)).toHaveLength(1)

  await finger.click()
  await expect.poll(() => desktop.seen().questions.length).toBe(before + 2)
  desktop.act({ act: 'finger', right: true })
  await expect.poll(async () => (await pending(gatehouse)).length).toBe(0)
  const journal = await gatehouse.cli('audit', 'search', 'kind:answered')
  expect(journal.stdout).toContain('proof: system')
})
