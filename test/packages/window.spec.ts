// The walk of run.spec.ts in what a person installs: the app packed for Linux with the stand-in of
// Electron, and the npm package in a browser.
import { existsSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../e2e/harness/test.ts'
import type { Gatehouse } from '../e2e/harness/test.ts'
import { answer, card, expectIntact, journal, kinds, task, transcript } from '../e2e/harness/act.ts'
import { makeTemporary } from '../temporary.ts'
import { installFrom, packInto } from './npm-package.ts'
import { packApp } from './packed-app.ts'

// A command is held before it runs anywhere.
test.use({ config: 'preset: careful\n' })

let folder: string
/** Packs once for all tests of a describe, and has the harness start that. */
function packed(make: () => { readonly command: string; readonly app?: string }): void {
  test.beforeAll(() => {
    test.setTimeout(300_000)
    folder = makeTemporary('packed')
    const { command, app } = make()
    process.env['GATEHOUSE_INSTALLED_COMMAND'] = command
    if (app !== undefined) process.env['GATEHOUSE_INSTALLED_APP'] = app
  })
  test.afterAll(() => {
    delete process.env['GATEHOUSE_INSTALLED_COMMAND']
    delete process.env['GATEHOUSE_INSTALLED_APP']
    rmSync(folder, { recursive: true, force: true })
  })
}

test.describe('the packed app', () => {
  test.skip(process.platform !== 'linux', 'packs for Linux')
  test.use({ host: 'electron' })
  packed(() => packApp(folder))

  test('runs a held command once it is approved, and a second start hands over', async ({
    gatehouse,
  }) => {
    await heldCommand(gatehouse)
    const second = await gatehouse.startSecond('gatehouse://approvals')
    expect(second.code).toBe(0)
    await expect(gatehouse.page).toHaveURL(/#\/approvals$/)
  })
})

test.describe('the npm package', () => {
  test.use({ host: 'browser' })
  packed(() => {
    packInto(join(folder, 'packed'))
    const programs = installFrom(join(folder, 'packed'), join(folder, 'empty'))
    return { command: join(programs, 'gatehouse') }
  })

  test('runs a held command after an approval', async ({ gatehouse }) => {
    await heldCommand(gatehouse)
  })
})

async function heldCommand(gatehouse: Gatehouse): Promise<void> {
  const { page, workspace } = gatehouse
  await task(page, 'run echo from the sandbox | tee made.txt')
  await answer(page, 'Allow once')
  await expect(transcript(page)).toContainText('Done')
  await expect(card(page)).toBeHidden()
  expect(await readFile(join(workspace, 'made.txt'), 'utf8')).toBe('from the sandbox\n')
  expect(kinds(await journal(gatehouse))).toEqual(
    expect.arrayContaining(['asked', 'answered', 'outcome']),
  )
  await expectIntact(gatehouse)
  // The command that came with it speaks to this very app.
  const said = await gatehouse.cli('approvals', 'list', '--json')
  expect(said).toEqual({ code: 0, stdout: '{"approvals":[]}\n', stderr: '' })
  expect(existsSync(join(gatehouse.home, 'data', 'gatehouse.db'))).toBe(true)
}
