// Every screen of the list that the rail reads, and its main states, one after another.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screens } from '../../../renderer/app/screens.ts'
import { expect, type Gatehouse } from './test.ts'

/** By the path of the screen: how its other main states are reached from there. */
const states: Readonly<Record<string, readonly ((page: Page) => Promise<unknown>)[]>> = {
  '/runs': [(page) => page.getByRole('button', { name: /^read plan\.md/ }).click()],
  '/capabilities': [
    (page) => page.getByRole('button', { name: 'write_file', exact: true }).click(),
  ],
  '/servers': [(page) => page.getByRole('button', { name: 'Add a server…' }).click()],
  '/audit': [
    (page) => page.getByRole('table', { name: 'Calls' }).locator('[data-index]').first().click(),
    (page) => page.getByRole('button', { name: 'Charts' }).click(),
  ],
}

/** Something to see everywhere: a run that has ended, and a call that waits. */
export async function fill(gatehouse: Gatehouse): Promise<void> {
  await writeFile(join(gatehouse.workspace, 'plan.md'), '# A plan\n\nOne step, and then another.\n')
  for (const text of ['read plan.md', 'write plan.md: Another plan.'])
    await gatehouse.call('runs.start', { text })
  await expect(gatehouse.page.getByRole('link', { name: '1 waiting', exact: true })).toBeVisible()
}

export async function eachState(page: Page, view: (where: string) => Promise<void>): Promise<void> {
  for (const { path } of screens) {
    await page.evaluate((route) => void (location.hash = route), path)
    await expect(page.locator(`a[aria-current="page"][href$="${path}"]`)).toHaveCount(1)
    await finished(page)
    await view(path)
    for (const [at, reach] of (states[path] ?? []).entries()) {
      await reach(page)
      await finished(page)
      await view(`${path}, state ${at + 1}`)
    }
  }
}

/** What the screen has asked main for is answered and drawn. */
export async function finished(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await expect(page.getByText('Loading…')).toHaveCount(0)
  await page.evaluate(quiet)
}

/** Runs in the page. Nothing has come or gone for a while. */
function quiet(): Promise<void> {
  return new Promise((done) => {
    const again = (): ReturnType<typeof setTimeout> => setTimeout(over, 150)
    let timer = again()
    const changes = new MutationObserver(() => {
      clearTimeout(timer)
      timer = again()
    })
    function over(): void {
      changes.disconnect()
      done()
    }
    changes.observe(document.body, { subtree: true, childList: true })
  })
}
