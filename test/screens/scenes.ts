// One scene for each screen and main state, in the order in which they are played: each may be on
// what those before it did.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Run } from '../../contract/agent/run.ts'
import { offer, offeredLater } from './sample.ts'
import type { Fixture } from './fixture.ts'

export type Scene = { readonly name: string; readonly play: (fixture: Fixture) => Promise<void> }

/** Before anything was done. */
export const firstScene: Scene = {
  name: 'start',
  play: async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    // The sandbox is tried out in the first seconds.
    await page.getByText('Sandbox: enforced').waitFor()
    await page.getByRole('button', { name: 'Connect Claude Code' }).waitFor()
  },
}

export const scenes: readonly Scene[] = [
  {
    name: 'runs',
    async play(fixture) {
      const run = await fixture.play('read README.md')
      await fixture.goOn(run, 'list src\nread src/price.ts')
      await fixture.goOn(run, 'edit src/price.ts: plum: 30 => plum: 30, quince: 70', ['once'])
      await fixture.goOn(run, 'run ./build.sh', ['once'])
      await fixture.call('runs.rename', { id: run.id, title: 'Give the quinces a price' })
      await go(fixture.page, `/runs/${run.id}`)
      await fixture.page.getByRole('log', { name: 'Transcript' }).getByText('Done').last().waitFor()
      await fixture.page.getByText('chain intact').waitFor()
      // Whether a card was drawn before its answer came, and so where the focus went, is a matter of
      // load.
      await fixture.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    },
  },
  {
    name: 'undo',
    async play({ page }) {
      await page.getByRole('button', { name: 'Undo…' }).last().click()
      const dialog = page.getByRole('dialog', { name: 'Undo this call' })
      await dialog
        .getByRole('button', { name: /CHANGELOG/ })
        .first()
        .click()
      await dialog.getByText('built dist/').first().waitFor()
      // How far the click has scrolled the transcript behind it is a matter of when it came.
      await page.locator('[role=log][aria-label=Transcript]').evaluate(async (log) => {
        const isScroller = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight
        let at: Element | null = log
        while (at !== null && !(isScroller(at) && getComputedStyle(at).overflowY !== 'visible'))
          at = at.parentElement
        at?.scrollTo(0, at.scrollHeight)
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      })
    },
  },
  {
    name: 'approvals',
    async play(fixture) {
      await fixture.page.keyboard.press('Escape')
      await addForge(fixture)
      await fixture.play(
        'post https://api.example.org/orders {"goods":"plum","pieces":12,"to":"ada@example.org"}',
      )
      await fixture.play('run rm -rf dist && ./build.sh')
      await fixture.play('run sed -i s/pieces/count/g src/cart.ts docs/orders.md')
      await fixture.play(
        'forge__create_issue {"project":"shop","title":"Quinces have no price","body":"Seen in test/price.txt."}',
      )
      const run = await fixture.play(
        'edit src/price.ts: return prices[goods] ?? 0 => return prices[goods.toLowerCase()] ?? 0',
      )
      await go(fixture.page, `/approvals/${await heldOf(fixture, run)}`)
      await fixture.page.getByRole('region', { name: /^Approval:/ }).waitFor()
      // An hour is longer than 59 minutes, also in pixels.
      await expect(fixture.page.getByText(/\b1:00:00\b/)).toHaveCount(0)
    },
  },
  {
    name: 'remember',
    async play({ page }) {
      await page.getByRole('button', { name: /^Remember/ }).click()
      const sheet = page.getByRole('dialog', { name: 'How far should this approval reach?' })
      await expect(sheet.getByRole('button', { name: /^Allow edits in src/ })).toBeEnabled()
      await sheet
        .getByText(/would have/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'palette',
    async play({ page }) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('pri')
      await page.getByRole('option').nth(2).waitFor()
    },
  },
  {
    name: 'rehearsal',
    async play(fixture) {
      await fixture.page.keyboard.press('Escape')
      const held = await fixture.call('approvals.list', { states: ['pending'], limit: 200 })
      const command = held.find(
        ({ tool, args }) => tool === 'exec' && JSON.stringify(args).includes('sed -i'),
      )
      if (command === undefined) throw new Error('No command is held.')
      await go(fixture.page, `/approvals/${command.id}`)
      // It ran in a copy before it was asked about.
      const tried = fixture.page.getByRole('group', { name: 'What it did', exact: true })
      await tried.getByText('cart.ts').first().waitFor({ timeout: 60_000 })
      await tried.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'answered',
    async play(fixture) {
      const done = await fixture.call('approvals.list', { states: ['consumed'], limit: 200 })
      const answered = done.find(({ tool }) => tool === 'edit_file')
      if (answered === undefined) throw new Error('No change was allowed.')
      await go(fixture.page, `/approvals/${answered.id}`)
      await fixture.page.getByRole('button', { name: 'Answered', exact: true }).click()
      await fixture.page
        .getByText(/^Allowed once/)
        .first()
        .waitFor()
    },
  },
  { name: 'capabilities', play: ({ page }) => go(page, '/capabilities') },
  {
    name: 'capability',
    async play({ page }) {
      await go(page, '/capabilities/write_file')
      await page.getByRole('complementary').first().waitFor()
    },
  },
  { name: 'servers', play: ({ page }) => go(page, '/servers/forge') },
  { name: 'server-add', play: ({ page }) => go(page, '/servers/add') },
  {
    name: 'plugin-draft',
    async play({ page }) {
      await go(page, '/servers/new-plugin')
      await page.getByLabel('Name').fill('word_count')
      await page.getByText('tool_name = "word_count"').waitFor()
    },
  },
  {
    name: 'server-review',
    async play(fixture) {
      // From elsewhere: on its own page it would depend on the moment whether the window says that
      // it changed meanwhile.
      await go(fixture.page, '/audit')
      await offer(fixture.sample.forge, offeredLater)
      await fixture.call('servers.restart', { name: 'forge' })
      await expect
        .poll(
          async () =>
            (await fixture.call('servers.review', { name: 'forge' }).catch(() => null))?.items.some(
              ({ state }) => state === 'changed',
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(true)
      await go(fixture.page, '/servers/forge')
      const changed = fixture.page.getByRole('button', { name: /^Changed Tool create_issue/ })
      await changed.waitFor({ timeout: 60_000 })
      await changed.click()
      await changed.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'agents',
    async play({ page }) {
      await go(page, '/agents')
      await page.getByRole('listitem', { name: 'Claude Code' }).waitFor()
    },
  },
  {
    name: 'connect',
    async play({ page }) {
      await page.getByRole('button', { name: 'Connect Claude Code' }).click()
      await page
        .getByRole('figure', { name: /^Change of/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'own-agents',
    async play({ page }) {
      // By the pointer: after a key, what has the focus is framed.
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await go(page, '/agents/own')
    },
  },
  {
    name: 'schedules',
    async play(fixture) {
      await go(fixture.page, '/schedules')
      const job = (await fixture.call('schedules.list', {})).find(
        ({ name }) => name === 'Offer of the week',
      )
      if (job === undefined) throw new Error('There is no job to run.')
      await fixture.call('schedules.run', { id: job.id })
      await heldAtLeast(fixture, 6)
      await fixture.page.getByText('1 running').first().waitFor()
    },
  },
  {
    name: 'records',
    async play({ page }) {
      await go(page, '/records')
      await page.getByRole('heading', { name: 'people / Ada' }).waitFor()
    },
  },
  {
    name: 'records-decisions',
    async play({ page }) {
      await go(page, '/records/decision')
      await page.getByRole('heading', { name: 'Sell plums by the piece' }).waitFor()
    },
  },
  {
    name: 'policy',
    async play({ page }) {
      await go(page, '/policy')
      await page.getByText('Active preset').waitFor()
    },
  },
  {
    name: 'policy-rules',
    async play({ page }) {
      await page.getByRole('button', { name: '3 rules' }).click()
      await page.getByText('no-env-files').first().waitFor()
    },
  },
  {
    name: 'policy-allowlists',
    async play({ page }) {
      await go(page, '/policy/allowlists')
      await page.getByText('developer.mozilla.org').first().waitFor()
    },
  },
  {
    name: 'policy-editor',
    async play({ page }) {
      await go(page, '/policy/editor')
      await page.locator('.cm-line', { hasText: 'no-env-files' }).first().waitFor()
    },
  },
  { name: 'policy-simulator', play: ({ page }) => go(page, '/policy/simulator') },
  {
    name: 'audit',
    async play({ page }) {
      await go(page, '/audit')
      await calls(page).nth(5).waitFor()
    },
  },
  {
    name: 'audit-row',
    async play({ page }) {
      await page.getByRole('combobox', { name: 'Search the journal' }).fill('tool:exec')
      await page.keyboard.press('Escape')
      await calls(page).filter({ hasText: 'Run ' }).first().click()
      await page
        .getByRole('region', { name: 'Call', exact: true })
        .getByRole('region')
        .first()
        .waitFor()
    },
  },
  {
    name: 'audit-events',
    async play({ page }) {
      await page.getByRole('button', { name: 'Events' }).click()
      const rows = page.getByRole('table', { name: 'Journal' }).locator('[aria-rowindex]')
      await rows.nth(2).click()
      await page.getByRole('complementary', { name: 'Row' }).getByRole('region').first().waitFor()
    },
  },
  {
    name: 'audit-charts',
    async play({ page }) {
      await page
        .getByRole('complementary', { name: 'Row' })
        .getByRole('button', { name: 'Close' })
        .click()
      await page.getByRole('button', { name: 'Calls', exact: true }).click()
      await page.getByRole('button', { name: 'Clear the filter' }).click()
      await page.getByRole('button', { name: 'Charts' }).click()
      await page.getByRole('list', { name: 'Most used tools' }).waitFor()
    },
  },
  { name: 'settings', play: ({ page }) => go(page, '/settings') },
  {
    name: 'model',
    async play({ page }) {
      await go(page, '/settings/model')
      await page.getByRole('button', { name: 'Connect a model…' }).click()
      await page.getByRole('dialog', { name: 'Connect a model' }).waitFor()
    },
  },
  {
    name: 'tour',
    async play({ page }) {
      await page.keyboard.press('Escape')
      await go(page, '/settings')
      await page.getByRole('button', { name: 'Take the tour' }).click()
      await page.getByRole('button', { name: 'Next: it wants to write' }).click()
      await page.getByRole('region', { name: /^Approval:/ }).waitFor()
      await page.getByText('The card above shows exactly').waitFor()
    },
  },
  {
    name: 'stopped',
    async play({ page, call }) {
      await go(page, '/runs')
      // All but one are answered before, one after another: runs that end together have no order.
      const held = await call('approvals.list', { states: ['pending'], limit: 200 })
      for (const { id } of held.slice(1)) {
        await call('approvals.answer', { id, answer: 'deny-once' })
        await page.waitForTimeout(300)
      }
      await page.getByRole('button', { name: 'Stop everything' }).click()
      await page
        .getByText(/Everything is stopped\..*Ended: 1 run/)
        .first()
        .waitFor()
    },
  },
]

const calls = (page: Page): Locator =>
  page.getByRole('table', { name: 'Calls' }).locator('[aria-rowindex]')

async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), route)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function heldOf(fixture: Fixture, run: Run): Promise<string> {
  const held = await fixture.call('approvals.list', { states: ['pending'], limit: 200 })
  const mine = held.find(({ runId }) => runId === run.id)
  if (mine === undefined) throw new Error(`Nothing of “${run.title}” is held.`)
  return mine.id
}

async function heldAtLeast({ page, call }: Fixture, count: number): Promise<void> {
  for (let checks = 0; checks < 400; checks += 1) {
    const held = await call('approvals.list', { states: ['pending'], limit: 200 })
    if (held.length >= count) return
    await page.waitForTimeout(100)
  }
  throw new Error(`Fewer than ${count} calls are held.`)
}

async function addForge(fixture: Fixture): Promise<void> {
  const { forge } = fixture.sample
  await fixture.call('servers.add', {
    name: 'forge',
    confirmed: true,
    config: {
      transport: 'stdio',
      command: 'node',
      args: [`${forge}/forge.mjs`],
      env: { OFFER: `${forge}/offer.json` },
      hosts: [],
      folders: [{ path: forge, write: false }],
      trust: 'verified',
      enabled: true,
      timeoutSeconds: 60,
    },
  })
  const { digest } = await fixture.call('servers.review', { name: 'forge' })
  await fixture.call('servers.accept', { name: 'forge', items: 'all', digest })
}
