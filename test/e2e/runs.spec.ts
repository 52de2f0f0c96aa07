// A run as a person works with it: what they type is completed, said again differently, found
// again, and read when it is long.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import { openStore } from '../../main/store/open.ts'
import { runsTable } from '../../main/store/tables/runs-table.ts'
import { answer, card, expectIntact, journal, transcript } from './harness/act.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

// Commands are asked about before they run anywhere.
test.use({ config: 'preset: careful\n' })

const button = (on: Page | Locator, name: string | RegExp): Locator =>
  on.getByRole('button', { name })
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true })
const rests = (page: Page) =>
  expect(page.getByText('Ready', { exact: true }).first()).toBeVisible({ timeout: 120_000 })

async function runs(gatehouse: Gatehouse): Promise<readonly Run[]> {
  const listed = await gatehouse.call('runs.list', { limit: 50 })
  if (!listed.ok) throw new Error(listed.error.text)
  return listed.value
}

test('by mouse: an attached file, a stopped call, an edited message, its earlier version, a new name, a search', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'plan.md'), '# The plan\n')
  await button(page, 'Attach a file of the workspace').click()
  await page.getByRole('option', { name: 'plan.md' }).click()
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('plan.md')
  await field(page).fill('run sleep 60')
  await button(page, 'Send').click()
  await expect(transcript(page)).toContainText('attached by you')
  await expect(transcript(page)).toContainText('# The plan')
  await answer(page, 'Allow once')
  await button(transcript(page), 'Stop this call').click()
  await rests(page)
  await expect(transcript(page)).toContainText('Cancelled')

  await transcript(page).getByText('run sleep 60').hover()
  await button(page, 'Edit message').click()
  await page.getByRole('textbox', { name: 'Edited message' }).fill('read plan.md')
  await button(page.getByRole('log'), 'Send').click()
  await expect(button(page, 'Previous version')).toBeVisible()
  await rests(page)
  await button(page, 'Previous version').click()
  await expect(transcript(page)).toContainText('Cancelled')
  await button(page, 'Next version').click()
  await expect(transcript(page)).not.toContainText('Cancelled')
  const [later, earlier] = await runs(gatehouse)
  expect(later?.from).toEqual({ run: earlier?.id, item: 1 })

  await button(page, 'Rename this run').click()
  await page.getByRole('textbox', { name: 'Name of this run' }).fill('Look at the plan')
  await button(page, 'Rename').last().click()
  await expect(page.getByRole('heading', { name: 'Look at the plan' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('sleep')
  await expect(page.getByText('1 run found')).toBeVisible()
  await expect(page.locator('mark')).toHaveText('sleep')
  await expectOpenToAll(page)
})

test('by keyboard only: a message is completed, held, answered, recalled, edited and found @whole', async ({
  gatehouse,
}) => {
  const { page, workspace } = gatehouse
  await writeFile(join(workspace, 'notes of today.txt'), 'hello\n')
  await page.getByRole('button', { name: 'New run' }).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('rea')
  await expect(page.getByRole('option', { name: /^read / })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('not')
  await expect(page.getByRole('option', { name: 'notes of today.txt' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('read notes of today.txt')
  await page.keyboard.press('Enter')
  await expect(transcript(page)).toContainText('hello')
  await rests(page)

  await page.keyboard.type('exe')
  await expect(page.getByRole('option', { name: /^exec / }).first()).toBeVisible()
  await expect(page.getByRole('option', { name: /^read / })).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(field(page)).toHaveValue('exec {"command": ""}')
  await page.keyboard.type('true')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Deny', exact: true })).toBeFocused()
  await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeEnabled()
  await page.keyboard.press('d')
  await rests(page)

  await field(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toHaveValue('exec {"command": "true"}')
  await page.keyboard.press('ArrowUp')
  await expect(field(page)).toHaveValue('read notes of today.txt')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('raed x')
  await expect(page.getByText('Did you mean “read”?').first()).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')

  await button(page, 'Edit message').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Edited message' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit message').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('list .')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Previous version')).toBeVisible()
  await rests(page)

  await page.getByRole('searchbox', { name: 'Search runs' }).focus()
  await page.keyboard.type('true')
  await expect(page.getByText('1 run found')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(transcript(page)).toContainText('Denied')
  expect(await runs(gatehouse)).toHaveLength(2)
  await expectOpenToAll(page)
})

test('a run is removed with its other versions, by mouse and by keys, after saying what stays @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const gone = 'help'
  for (const text of ['list .', gone]) {
    await field(page).fill(text)
    await page.keyboard.press('Enter')
    await rests(page)
    await button(page, 'New run').click()
  }
  await page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: gone }).click()
  await button(page, 'Remove this run…').click()
  const dialog = page.getByRole('dialog', { name: 'Remove this run?' })
  await expect(dialog).toContainText('Its journal rows')
  await expectOpenToAll(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button(page, 'Remove this run…')).toBeFocused()
  await button(page, 'Remove this run…').click()
  await dialog.getByRole('button', { name: 'Remove run' }).click()
  await expect(page.getByRole('list', { name: 'Runs' }).getByRole('button')).toHaveCount(1)
  await expect(field(page)).toBeVisible()
  const entries = await journal(gatehouse)
  expect(
    entries.filter((entry) => entry.kind === 'run' && entry.change === 'removed'),
  ).toHaveLength(1)
  expect(await runs(gatehouse)).toHaveLength(1)

  await page.getByRole('list', { name: 'Runs' }).getByRole('button').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Remove this run…').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No runs yet').or(field(page)).first()).toBeVisible()
  expect(await runs(gatehouse)).toEqual([])
  await gatehouse.restart()
  expect(await runs(gatehouse)).toEqual([])
  await expectIntact(gatehouse)
})

const many = 5_000

/** A run of thousands of items, put into the store while nothing runs. */
async function longRun(gatehouse: Gatehouse): Promise<string> {
  await gatehouse.call('runs.start', { text: 'help' })
  await expect.poll(async () => (await runs(gatehouse))[0]?.state).toBe('idle')
  const run = (await runs(gatehouse))[0]
  if (run === undefined) throw new Error('no run')
  await gatehouse.stop()
  const names = await readdir(gatehouse.home, { recursive: true })
  const file = names.find((name) => name.endsWith('.db'))
  if (file === undefined) throw new Error(`no database in ${names.join()}`)
  const store = await openStore(join(gatehouse.home, file), { now: Date.now })
  if (!store.ok) throw new Error(store.error.text)
  const table = runsTable(store.value.db)
  store.value.db.transaction(() => {
    for (let id = 1; id <= many; id++) {
      const item: RunItem =
        id % 2 === 1
          ? {
              kind: 'user',
              id,
              at: run.createdAt + id,
              text: `question ${id}${id % 7 === 0 ? '\nin two lines' : ''}`,
            }
          : {
              kind: 'assistant',
              id,
              at: run.createdAt + id,
              streaming: false,
              text: `answer ${id}\n\n- one\n- two`,
            }
      table.putItem(run.id, item)
    }
  })()
  store.value.close()
  await gatehouse.restart()
  return run.id
}

test('a run of 5,000 items opens at its end, is read upwards without a jump, and counts what comes below @whole', async ({
  gatehouse,
}) => {
  const id = await longRun(gatehouse)
  const { page } = gatehouse
  await page.evaluate((hash) => (location.hash = hash), `#/runs/${id}`)
  await expect(transcript(page)).toContainText(`answer ${many}`)
  const items = transcript(page).locator('[data-item]')
  expect(await items.count()).toBe(200)
  const first = () => items.first().getAttribute('data-item')

  // To the first of them: what was there keeps its place while what is older is put above it.
  const jump = await transcript(page).evaluate(async (log) => {
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done))
    const head = log.querySelector<HTMLElement>('[data-item]')
    if (head === null) throw new Error('no item')
    // What comes into sight here is drawn for the first time; that is over before the next page is
    // asked for.
    log.scrollTop = 1_500
    for (let frames = 0; frames < 30; frames++) await frame()
    log.scrollTop = 1_100
    await frame()
    const edge = log.getBoundingClientRect().top
    const read = [...log.querySelectorAll('[data-item]')].find(
      (item) => item.getBoundingClientRect().top >= edge,
    )
    const top = () => read?.getBoundingClientRect().top ?? Number.NaN
    const before = top()
    for (let frames = 0; frames < 1_200 && log.querySelector('[data-item]') === head; frames++)
      await frame()
    for (let frames = 0; frames < 10; frames++) await frame()
    return Math.abs(top() - before)
  })
  expect(await first()).toBe(String(many - 399))
  expect(jump).toBeLessThan(4)

  // A search leads to the very item, thousands above what was read, and what lies between is not
  // read for it.
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('question 1211')
  await page.getByText('1 run found').waitFor()
  await page.keyboard.press('Enter')
  await expect(transcript(page).locator('[data-item="1211"]')).toBeInViewport()
  expect(await items.count()).toBeLessThan(401)
  // It goes on below as far as one reads, and the end is one press away.
  await transcript(page).evaluate((log) => (log.scrollTop = log.scrollHeight))
  await expect(transcript(page).locator('[data-item="1330"]')).toBeAttached()
  await transcript(page).evaluate((log) => (log.scrollTop = 0))
  await expect(transcript(page)).toContainText('question 1101')
  // A link counts also while the next page of another place is still being read.
  await transcript(page).evaluate((log, to) => {
    log.scrollTop = 0
    log.dispatchEvent(new Event('scroll'))
    location.hash = to
  }, `#/runs/${id}/3001`)
  await expect(transcript(page).locator('[data-item="3001"]')).toBeInViewport()
  await button(page, 'To the end').click()
  await expect(transcript(page)).toContainText(`answer ${many}`)
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('question 4001')
  await page.getByText('1 run found').waitFor()
  await page.evaluate((hash) => (location.hash = hash), `#/runs/${id}/4001`)
  await expect(transcript(page).locator('[data-item="4001"]')).toBeInViewport({ timeout: 120_000 })
  expect(Number(await first())).toBeLessThan(4_002)

  await gatehouse.call('runs.send', {
    id: (await runs(gatehouse))[0]?.id as Run['id'],
    text: 'help',
  })
  await expect(button(page, /^\d+ new$/)).toBeVisible({ timeout: 120_000 })
  await expect(transcript(page).locator('[data-item="4001"]')).toBeInViewport()
  await button(page, /^\d+ new$/).click()
  await expect(transcript(page)).toContainText('What works now')
  await expect.poll(() => items.count()).toBeLessThan(700)
})

test('an address that leads to no run says so, and the list stays @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  for (const id of ['run_0123456789', 'nonsense', '%zz']) {
    await page.evaluate((to) => void (location.hash = `#/runs/${to}`), id)
    await expect(page.getByRole('region', { name: 'Transcript' })).toContainText(
      'This run does not exist.',
    )
    await page.getByRole('button', { name: 'New run' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  }
})
