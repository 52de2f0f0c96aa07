// What a person does in the window, in their words. Specs read as actions; the names are those a
// screen reader says.
import { expect, type Locator, type Page } from '@playwright/test'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Gatehouse } from './test.ts'

/**
 * A task to the agent. With no model connected the person plays it, so the task is a line such as
 * `run ls`.
 */
export async function task(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The card of the one held call in sight. */
export const card = (page: Page): Locator => page.getByRole('region', { name: /^Approval:/ })

/**
 * The button takes a press only a moment after the card appeared, so that no click meant for
 * something else lands on it.
 */
export async function answer(
  page: Page,
  name: 'Deny' | 'Allow once' | 'Approve these changes',
): Promise<void> {
  if (name !== 'Deny') await seeAll(card(page))
  await card(page)
    .getByRole('button', { name, exact: name === 'Deny' })
    .click()
}

/** One of the scopes of the sheet beside the card, by the beginning of its name. */
export async function remember(page: Page, scope: RegExp): Promise<void> {
  await seeAll(card(page))
  await card(page).getByRole('button', { name: 'Remember…' }).click()
  const named = page.getByRole('dialog').getByRole('button', { name: scope })
  await expect(named).toBeEnabled()
  await named.click()
}

/** A yes wants all of the call seen: in a small window that takes a press or two. */
export async function seeAll(location: Locator): Promise<void> {
  const rest = location.getByRole('button', { name: 'Show more' })
  await location
    .getByRole('button', { name: /^(Allow|Approve)/ })
    .first()
    .waitFor()
  await expect(async () => {
    // It goes away while it is pressed, once there is nothing left to show.
    if (await rest.isVisible()) await rest.click({ timeout: 500 }).catch(() => undefined)
    await expect(rest).toBeHidden({ timeout: 200 })
  }).toPass()
}

export const transcript = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' })

/** All entries of the journal so far, oldest first. */
export async function journal(gatehouse: Gatehouse): Promise<JournalEntry[]> {
  const filter = { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' }
  const page = await gatehouse.call('audit.page', { limit: 200, filter })
  if (!page.ok) throw new Error(page.error.text)
  return page.value.rows.map(({ entry }) => entry).toReversed()
}

export const kinds = (entries: readonly JournalEntry[]): string[] => entries.map(({ kind }) => kind)

/** The chain of the journal is whole. */
export async function expectIntact(gatehouse: Gatehouse): Promise<void> {
  const verified = await gatehouse.call('audit.verify', {})
  expect(verified).toMatchObject({ ok: true, value: { kind: 'intact' } })
}
