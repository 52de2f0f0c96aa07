// One scene for each screen and main state, in the order in which they are played: each may be on
// what those before it did.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Run } from '../../contract/agent/run.ts'
import { offer, offeredLater } from './sample.ts'
import type { World } from './fixture.ts'

export type Scene = { readonly name: string; readonly play: (world: World) => Promise<void> }

/** Before anything was done. */
export const firstScene: Scene = {
  name: 'start',
  play: async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    // The sandbox is tried out in the first seconds.
    await page.getByText('Sandbox: enforced').waitFor()
  },
}

export const scenes: readonly Scene[] = [
  {
    name: 'runs',
    async play(world) {
      const run = await world.play('read README.md')
      await world.goOn(run, 'list src\nread src/price.ts')
      await world.goOn(run, 'edit src/price.ts: plum: 30 => plum: 30, quince: 70', ['once'])
      await world.goOn(run, 'run ./build.sh', ['once'])
      await world.call('runs.rename', { id: run.id, title: 'Give the quinces a price' })
      await go(world.page, `/runs/${run.id}`)
      await world.page.getByRole('log', { name: 'Transcript' }).getByText('Done').last().waitFor()
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
    },
  },
  {
    name: 'approvals',
    async play(world) {
      await world.page.keyboard.press('Escape')
      await addForge(world)
      await world.play(
        'post https://api.example.org/orders {"goods":"plum","pieces":12,"to":"ada@example.org"}',
      )
      await world.play('run rm -rf dist && ./build.sh')
      await world.play('run sed -i s/pieces/count/g src/cart.ts docs/orders.md')
      await world.play(
        'forge__create_issue {"project":"shop","title":"Quinces have no price","body":"Seen in test/price.txt."}',
      )
      const run = await world.play(
        'edit src/price.ts: return prices[goods] ?? 0 => return prices[goods.toLowerCase()] ?? 0',
      )
      await go(world.page, `/approvals/${await heldOf(world, run)}`)
      await world.page.getByRole('region', { name: /^Approval:/ }).waitFor()
    },
  },
  {
    name: 'rehearsal',
    async play(world) {
      const held = await world.call('approvals.list', { states: ['pending'], limit: 200 })
      const command = held.find(
        ({ tool, args }) => tool === 'exec' && JSON.stringify(args).includes('sed -i'),
      )
      if (command === undefined) throw new Error('No command is held.')
      await go(world.page, `/approvals/${command.id}`)
      const tried = world.page.getByRole('group', { name: 'Rehearsal' })
      const show = tried.getByRole('button', { name: 'Show results' })
      const begin = tried.getByRole('button', { name: 'Rehearse' })
      const ended = tried.getByText('Ended with exit code 0')
      // What is quick and small was tried unasked; other commands wait for a press.
      await ended.or(show).or(begin).first().waitFor()
      if (await begin.isVisible()) await begin.click()
      await ended.or(show).first().waitFor({ timeout: 60_000 })
      if (await show.isVisible()) await show.click()
      await tried.getByRole('button', { name: /cart\.ts/ }).click()
      await tried.scrollIntoViewIfNeeded()
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
  {
    name: 'server-review',
    async play(world) {
      // From elsewhere: on its own page it would depend on the moment whether the window says that
      // it changed meanwhile.
      await go(world.page, '/audit')
      await offer(world.sample.forge, offeredLater)
      await world.call('servers.restart', { name: 'forge' })
      await expect
        .poll(
          async () =>
            (await world.call('servers.review', { name: 'forge' }).catch(() => null))?.items.some(
              ({ state }) => state === 'changed',
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(true)
      await go(world.page, '/servers/forge')
      const changed = world.page.getByRole('button', { name: /^Changed Tool create_issue/ })
      await changed.waitFor({ timeout: 60_000 })
      await changed.click()
      await changed.scrollIntoViewIfNeeded()
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
    name: 'audit',
    async play({ page }) {
      await go(page, '/audit')
      await journal(page).nth(5).waitFor()
    },
  },
  {
    name: 'audit-row',
    async play({ page }) {
      await page
        .getByRole('combobox', { name: 'Search the journal' })
        .fill('tool:exec kind:outcome')
      await page.keyboard.press('Escape')
      await journal(page).filter({ hasText: 'exec' }).first().click()
      await page.getByRole('complementary', { name: 'Row' }).waitFor()
    },
  },
  {
    name: 'audit-charts',
    async play({ page }) {
      await page
        .getByRole('complementary', { name: 'Row' })
        .getByRole('button', { name: 'Close' })
        .click()
      await page.getByRole('button', { name: 'Clear the filter' }).click()
      await page.getByRole('button', { name: 'Charts' }).click()
      await page.getByRole('list', { name: 'Most used tools' }).waitFor()
    },
  },
  { name: 'settings', play: ({ page }) => go(page, '/settings') },
  {
    name: 'stopped',
    async play({ page }) {
      await go(page, '/runs')
      await page.getByRole('button', { name: 'Stop everything' }).click()
      await page.getByText('Everything is stopped.').first().waitFor()
    },
  },
]

const journal = (page: Page): Locator =>
  page.getByRole('table', { name: 'Journal' }).getByRole('row')

async function go(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => void (location.hash = hash), route)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}

async function heldOf(world: World, run: Run): Promise<string> {
  const held = await world.call('approvals.list', { states: ['pending'], limit: 200 })
  const mine = held.find(({ runId }) => runId === run.id)
  if (mine === undefined) throw new Error(`Nothing of “${run.title}” is held.`)
  return mine.id
}

async function addForge(world: World): Promise<void> {
  const { forge } = world.sample
  await world.call('servers.add', {
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
  const { digest } = await world.call('servers.review', { name: 'forge' })
  await world.call('servers.accept', { name: 'forge', items: 'all', digest })
}
