// The fleet in the window, over a real PostgreSQL: found once somebody may read it, and every part of
// it by keyboard and open to everybody in both themes.
import { writeFile } from 'node:fs/promises'
import { MachineName } from '../../contract/fleet/machine.ts'
import { addMachineSql, roleOf } from '../../main/fleet/schema/machine-sql.ts'
import { schemaSql } from '../../main/fleet/schema/versions.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { expectOpenToAll } from './harness/open-to-all.ts'
import { expect, type Gatehouse, test } from './harness/test.ts'

const machine = MachineName.parse('ada-laptop')
let postgres: Postgres
test.beforeAll(async () => {
  postgres = await startPostgres()
  await postgres.sql(`${schemaSql()} create role auditor login in role gatehouse_reader;`)
})
test.afterAll(() => postgres.stop())

async function joinFleet(gatehouse: Gatehouse): Promise<void> {
  await writeFile(
    gatehouse.configFile,
    `fleet:\n  machine: ${machine}\n  database: { host: '${postgres.folder}', port: ${postgres.port}, user: ${roleOf(machine)} }\n  reader: auditor\n`,
  )
  await gatehouse.restart()
  const identity = await gatehouse.call('fleet.identity', {})
  if (!identity.ok) throw new Error(identity.error.text)
  await postgres.sql(
    addMachineSql({
      machine,
      person: 'Ada',
      publicKey: Buffer.from(identity.value.publicKey, 'hex'),
    }),
  )
  await gatehouse.call('fleet.retry', {})
}

test('a fleet is seen, checked, searched and charted by keyboard @whole', async ({ gatehouse }) => {
  await expect(gatehouse.page.getByRole('link', { name: 'Fleet', exact: true })).toHaveCount(0)
  await gatehouse.page.evaluate(() => void (location.hash = '/fleet'))
  await expect(gatehouse.page.getByText('This machine is in no fleet')).toBeVisible()
  await expectOpenToAll(gatehouse.page, 'no fleet')

  await joinFleet(gatehouse)
  const { page } = gatehouse
  await writeFile(`${gatehouse.workspace}/plan.md`, 'One step.\n')
  await gatehouse.call('runs.start', { text: 'read plan.md' })
  await expect
    .poll(async () => {
      const state = await gatehouse.call('fleet.state', {})
      return state.ok ? state.value.kind : state.error.code
    })
    .toBe('level')

  await page.keyboard.press('g')
  await page.keyboard.press('f')
  const machines = page.getByRole('table', { name: 'Machines' })
  const open = machines.getByRole('button', { name: 'Open the calls of ada-laptop' })
  await expect(open).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fleet', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('button', { name: 'Check all machines' }).press('Enter')
  await expect(page.getByText(/^All intact at/)).toBeVisible()
  await expect(machines.getByText('intact', { exact: true })).toBeVisible()
  await expectOpenToAll(page, 'machines')

  await open.press('Enter')
  const calls = page.getByRole('table', { name: 'Calls of ada-laptop' })
  const call = calls.getByRole('button', { name: /plan\.md/ })
  await call.press('Enter')
  const opened = page.getByRole('region', { name: 'Call', exact: true })
  await expect(opened.getByText('Rows of the same call')).toBeVisible()
  await expect(opened.getByRole('region').first()).toBeVisible()
  await expectOpenToAll(page, 'a day')
  await page.getByRole('button', { name: 'All machines' }).press('Enter')

  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter')
  const query = page.getByRole('combobox', { name: 'Search the journal' })
  await query.fill('machine:ada-laptop person:Ada kind:outcome nowhere')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No matching rows', { exact: true })).toBeVisible()
  await query.fill('person:Ada tool:read_file kind:decision')
  await page.keyboard.press('Escape')
  const rows = page.getByRole('table', { name: 'Rows of all machines' })
  await rows.getByRole('button').first().press('Enter')
  const detail = page.getByRole('complementary', { name: 'Row' })
  await expect(detail.getByText('Rows of the same call')).toBeVisible()
  await expectOpenToAll(page, 'a row')
  await detail.getByRole('button', { name: 'Close' }).press('Escape')
  await expect(detail).toHaveCount(0)
  await query.fill('persn:Ada')
  await expect(page.getByRole('alert').getByText('There is no key "persn".')).toBeVisible()

  await page.getByRole('button', { name: 'Charts', exact: true }).press('Enter')
  await expect(page.getByRole('list', { name: 'Calls by machine' })).toBeVisible()
  await expectOpenToAll(page, 'charts')

  await postgres.sql(`update gatehouse.entries set hash = repeat('0', 64) where seq = 2`)
  await page.getByRole('button', { name: 'Machines', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Check all machines' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What the check found' })).toContainText('Row 2')
  await expectOpenToAll(page, 'findings')

  await postgres.kill()
  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter')
  await query.fill('kind:started')
  await expect(page.getByRole('alert').filter({ hasText: 'could not be used' })).toBeVisible()
  await postgres.start()
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(rows.getByRole('button').first()).toBeVisible()
})
