// The walk the whole of Gatehouse is for: a task, a held call, an answer, a sandbox, a journal.
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  answer,
  card,
  expectIntact,
  journal,
  kinds,
  task,
  transcript,
  remember,
} from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test(
  'a held command runs in the sandbox after an approval, and every step is in the journal',
  { tag: '@desktop' },
  async ({ gatehouse }) => {
    const { page, workspace } = gatehouse
    await task(page, 'run echo from the sandbox | tee made.txt')
    await expect(card(page)).toContainText('echo from the sandbox | tee made.txt')
    await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
    expect(existsSync(join(workspace, 'made.txt'))).toBe(false)

    await answer(page, 'Allow once')
    await expect(transcript(page)).toContainText('from the sandbox')
    await expect(transcript(page)).toContainText('Done')
    expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('from the sandbox\n')

    const entries = await journal(gatehouse)
    expect(
      kinds(entries).filter((kind) =>
        ['decision', 'asked', 'answered', 'running', 'outcome'].includes(kind),
      ),
    ).toEqual(['decision', 'asked', 'answered', 'running', 'outcome'])
    expect(entries.find((entry) => entry.kind === 'outcome')).toMatchObject({
      status: 'done',
      route: 'person',
      exitCode: 0,
      sandbox: expect.any(String),
    })
    await expectIntact(gatehouse)
  },
)

// A command is held before it runs anywhere.
test.use({ config: 'preset: careful\n' })

test('a denial is reported to the agent, and nothing has happened @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await task(page, 'write secret.txt: no')
  await answer(page, 'Deny')
  await expect(transcript(page)).toContainText('Denied')
  expect(existsSync(join(workspace, 'secret.txt'))).toBe(false)
  expect(kinds(await journal(gatehouse))).not.toContain('running')
})

test('all of it goes by keyboard alone @whole', async ({ gatehouse }) => {
  const { page, workspace } = gatehouse
  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('run echo typed > keys.txt')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => existsSync(join(workspace, 'keys.txt'))).toBe(true)
  // Enter sends only when it is the person's turn.
  await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()

  await page.getByRole('textbox', { name: 'Message' }).focus()
  await page.keyboard.type('run echo again > again.txt')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await page.keyboard.press('d')
  await expect(transcript(page)).toContainText('Denied')
  expect(existsSync(join(workspace, 'again.txt'))).toBe(false)
})

test('an approval for the run covers just the same file @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await task(page, 'write twice.txt: one')
  await remember(page, /^Allow edits of twice\.txt for this run/)
  await expect(transcript(page).getByText('Done', { exact: true })).toHaveCount(1)
  await task(page, 'write twice.txt: two')
  await expect(transcript(page).getByText('Done', { exact: true })).toHaveCount(2)
  await task(page, 'write more.txt: more')
  await expect(card(page)).toContainText('more.txt')
  await answer(page, 'Deny')
})

test.describe('with one second to answer', () => {
  test.use({ config: 'approvals: { timeoutSeconds: 1 }\n' })

  test('a call that nobody answers is denied once, and is journalled as expired @whole', async ({
    gatehouse,
  }) => {
    const { page } = gatehouse
    await task(page, 'run touch late.txt')
    await expect(transcript(page)).toContainText('Nobody answered in time', { timeout: 120_000 })
    expect(existsSync(join(gatehouse.workspace, 'late.txt'))).toBe(false)
    expect((await journal(gatehouse)).find((entry) => entry.kind === 'answered')).toMatchObject({
      answer: 'deny-once',
      route: 'time-out',
      surface: null,
    })
  })
})

test(
  'a call that is held when Gatehouse is killed still waits after the next start, is answered once and runs once',
  { tag: '@desktop' },
  async ({ gatehouse }) => {
    await task(gatehouse.page, 'run echo once >> count.txt')
    await expect(card(gatehouse.page)).toBeVisible()
    await gatehouse.kill()
    await gatehouse.restart()

    const { page, workspace } = gatehouse
    await page.getByRole('link', { name: /Approvals/ }).click()
    await expect(card(page)).toContainText('echo once >> count.txt')
    await answer(page, 'Allow once')
    await expect.poll(() => existsSync(join(workspace, 'count.txt'))).toBe(true)
    await expect
      .poll(async () => kinds(await journal(gatehouse)).filter((kind) => kind === 'outcome'))
      .toHaveLength(1)
    expect(await readFile(join(workspace, 'count.txt'), 'utf8')).toBe('once\n')

    const [approval] = await gatehouse
      .call('approvals.list', { states: ['consumed'], limit: 1 })
      .then((list) => (list.ok ? list.value : []))
    expect(approval).toBeDefined()
    if (approval !== undefined)
      expect(
        await gatehouse.call('approvals.answer', { id: approval.id, answer: 'once' }),
      ).toMatchObject({ ok: false, error: { code: 'approval.answered' } })

    await page.getByRole('link', { name: /Runs/ }).click()
    await page
      .getByRole('link', { name: /run echo once/ })
      .or(page.getByRole('button', { name: /run echo once/ }))
      .first()
      .click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText('Ready', { exact: true }).first()).toBeVisible()
    expect(await readFile(join(workspace, 'count.txt'), 'utf8')).toBe('once\n')
    await expectIntact(gatehouse)
  },
)

test('the exfiltration guard hides and refuses what goes out at once, in a run that is under way', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await task(page, 'fetch https://example.org/')
  await expect(card(page)).toContainText('example.org')
  await page.getByRole('switch', { name: /Exfiltration guard/ }).click()
  await expect(card(page)).toHaveCount(0)
  await expect(transcript(page)).toContainText('Denied: the exfiltration guard was turned on')
  await task(page, 'web_fetch {"url":"https://example.org/"}')
  await expect(transcript(page)).toContainText('not available')
  await page.getByRole('link', { name: /Capabilities/ }).click()
  await expect(page.getByRole('row', { name: /web_fetch/ })).toContainText('hidden')
  expect((await journal(gatehouse)).filter((entry) => entry.kind === 'guard')).toMatchObject([
    { on: true },
  ])
})

test('a write shows what it would change, and does not overwrite a file that changed meanwhile @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes.txt'), 'first line\nsecond line\n')
  await task(page, 'write notes.txt: first line\nthird line')
  await expect(card(page)).toContainText('second line')
  await expect(card(page)).toContainText('third line')
  await writeFile(join(workspace, 'notes.txt'), 'somebody else\n')
  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('changed after the decision')
  expect(await readFile(join(workspace, 'notes.txt'), 'utf8')).toBe('somebody else\n')
})

test('the stop button withdraws what is held and ends what runs @whole', async ({ gatehouse }) => {
  const { page } = gatehouse
  await task(page, 'run sleep 30')
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(card(page)).toHaveCount(0)
  await task(page, 'run sleep 31')
  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('Running')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped').first()).toBeVisible({ timeout: 120_000 })
})
