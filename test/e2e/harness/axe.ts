// Axe in the page itself: its other way opens a second page each time, for frames of other origins,
// and the window has none.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Asks the page as it is drawn now. Axe is half a megabyte, and its builder puts it into the page
 * twice for each question: where it is in this document already, nothing is put in.
 */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  const there = await page.evaluate('typeof window.axe === "object"')
  return new AxeBuilder(there === true ? { page, axeSource: '0' } : { page }).setLegacyMode(true)
}
