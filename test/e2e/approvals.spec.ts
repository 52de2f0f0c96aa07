// The queue and the card: by mouse, by keyboard alone, and what keeps a careless yes away.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noPatterns } from '../../contract/approval/lease.ts'
import { card, journal, seeAll, task } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, test, type Gatehouse } from './harness/test.ts'

/** Several runs, each with one held call. */
async function hold({ page, call }: Gatehouse, tasks: readonly string[]): Promise<void> {
  for (const text of tasks) await call('runs.start', { text })
  await expect
    .poll(
      async () =>
        ((await call('approvals.list', { states: ['pending'], limit: 50 })) as { value: unknown[] })
          .value.length,
    )
    .toBe(tasks.length)
  await page.getByRole('link', { name: /Approvals/ }).click()
}

const file = ({ workspace }: Gatehouse, name: string): string => join(workspace, name)

// A command is held before it runs anywhere.
test.use({ config: 'preset: careful\n' })

test('by mouse: a group is answered but for one, one call is edited, and the answered ones can be found', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await hold(gatehouse, [
    'write a.txt: a',
    'write a.txt: a',
    'write c.txt: c',
    'run echo one > one.txt',
  ])
  await expectOpenToAll(page)

  await page.getByRole('button', { name: /2 × Create a.txt/ }).click()
  const group = page.getByRole('region', { name: '2 calls together' })
  await group.getByRole('checkbox').first().uncheck()
  await seeAll(group)
  await group.getByRole('button', { name: 'Allow it once' }).click()
  await expect.poll(() => existsSync(file(gatehouse, 'a.txt'))).toBe(true)

  await page.getByRole('button', { name: /Create c.txt/ }).click()
  await seeAll(card(page))
  await card(page).getByRole('button', { name: 'Edit…' }).click()
  await page.getByRole('textbox', { name: /^path/ }).fill('')
  await page.getByRole('button', { name: 'Allow once with these' }).click()
  await expect(card(page).getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: /^path/ }).fill('d.txt')
  await page.getByRole('button', { name: 'Allow once with these' }).click()
  await expect.poll(() => existsSync(file(gatehouse, 'd.txt'))).toBe(true)
  expect(existsSync(file(gatehouse, 'c.txt'))).toBe(false)

  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search past decisions' }).fill('d.txt')
  await page
    .getByRole('region', { name: 'Answered' })
    .getByRole('button', { name: /d.txt/ })
    .click()
  await expect(card(page)).toContainText('What you changed before approval')
  await card(page).getByText('Rows in the journal').click()
  await expect(card(page).getByText('outcome')).toBeVisible()
  expect(
    (await journal(gatehouse)).filter(
      (entry) => entry.kind === 'answered' && entry.edited !== undefined,
    ),
  ).toHaveLength(1)
})

test('by keyboard alone: moving, denying with a note, and no single key for what always asks @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await hold(gatehouse, ['run echo grave > grave.txt', 'write light.txt: light'])
  await expect(card(page)).toContainText('echo grave')
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled()

  await page.keyboard.press('a')
  await expect(
    card(page).getByRole('status').filter({ hasText: 'Released too early' }),
  ).toBeVisible()
  expect(existsSync(file(gatehouse, 'grave.txt'))).toBe(false)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => existsSync(file(gatehouse, 'grave.txt'))).toBe(true)

  await expect(card(page)).toContainText('light.txt')
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  await page.keyboard.press('Shift+D')
  await page.keyboard.type('Use the drafts folder. ad')
  await expect(page.getByRole('button', { name: 'Deny and send' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('No pending approvals').first()).toBeVisible()
  expect(
    (await journal(gatehouse)).find(
      (entry) => entry.kind === 'answered' && entry.word !== undefined,
    ),
  ).toMatchObject({
    answer: 'deny-once',
    word: 'Use the drafts folder. ad',
  })
  expect(existsSync(file(gatehouse, 'light.txt'))).toBe(false)
  await expectOpenToAll(page)
})

test('a call is allowed only once all of it was seen, and one that ended elsewhere says so where it is @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await page.setViewportSize({ width: 1000, height: 600 })
  const lines = Array.from({ length: 90 }, (_, at) => `line ${at}`).join('\\n')
  await task(page, `write_file {"path":"long.txt","content":"${lines}"}`)
  await expect(card(page)).toBeVisible()
  await page.getByRole('link', { name: /Approvals/ }).click()
  const allow = card(page).getByRole('button', { name: 'Allow once' })
  await expect(card(page)).toContainText('Scroll through the whole call')
  await expect(allow).toBeDisabled()
  await page.keyboard.press('a')
  expect(existsSync(file(gatehouse, 'long.txt'))).toBe(false)
  await seeAll(card(page))
  await expect(allow).toBeEnabled()

  const [held] = await call('approvals.list', { states: ['pending'], limit: 1 }).then((list) =>
    list.ok ? list.value : [],
  )
  if (held === undefined) throw new Error('nothing is held')
  await call('approvals.answer', { id: held.id, answer: 'deny-once' })
  await expect(card(page)).toContainText('Denied once')
  await expect(card(page)).toContainText('long.txt')
  expect(await readFile(file(gatehouse, 'long.txt'), 'utf8').catch(() => null)).toBeNull()
})

test('a lasting approval for the workspace asks again for a file that other programs run, and the card says what it did not cover @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  const [held] = await (async () => {
    await hold(gatehouse, ['write a.txt: a'])
    const list = await call('approvals.list', { states: ['pending'], limit: 1 })
    return list.ok ? list.value : []
  })()
  if (held === undefined) throw new Error('nothing is held')
  const everything = { ...noPatterns, paths: [`${gatehouse.workspace}/**`] }
  expect(
    await call('approvals.answer', {
      id: held.id,
      answer: 'scope',
      scope: { patterns: everything, maxUses: null, expiresInSeconds: null },
    }),
  ).toMatchObject({ ok: true })
  await expect.poll(() => existsSync(file(gatehouse, 'a.txt'))).toBe(true)

  await call('runs.start', { text: 'write b.txt: b' })
  await expect.poll(() => existsSync(file(gatehouse, 'b.txt'))).toBe(true)

  for (const [at, name] of ['.envrc', '.vscode/tasks.json', '.git/hooks/pre-commit'].entries()) {
    await call('runs.start', { text: `write ${name}: x` })
    await page.getByRole('button', { name: `Create ${name}` }).click()
    await expect(card(page)).toContainText(
      /Your approval did not cover this: Other programs run or trust .* automatically\./,
    )
    await card(page).getByRole('button', { name: 'Deny', exact: true }).click()
    // Its card stays for a moment only, which a busy machine may take for its own.
    const denied = async (): Promise<number> =>
      (await journal(gatehouse)).filter(
        (entry) => entry.kind === 'answered' && entry.answer === 'deny-once',
      ).length
    await expect.poll(denied).toBe(at + 1)
    expect(existsSync(file(gatehouse, name))).toBe(false)
  }
})
