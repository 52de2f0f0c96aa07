// Axe on the window as it is: what keeps people out, in light and in dark.
import { expect, type Page } from '@playwright/test'
import { axeOn } from './axe.ts'

/** Names and roles are the same in every theme; the second is asked what its colours decide. */
const hues = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds in the page as it is drawn now, each with its first place.
 */
export async function axeFaults(
  page: Page,
  where: string,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  // Of what is well, axe would find an address for every element.
  // Off unless it is asked for: what can be pressed is 24 px, or has that much room.
  const rules22 = { 'target-size': { enabled: true } }
  const axe = (await axeOn(page)).options({ resultTypes: ['violations'], rules: rules22 })
  const { violations } = await (rules === 'all' ? axe : axe.withRules(hues)).analyze()
  return violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes[0]?.target.join(' ')}`)
}

export async function axeFaultsInBothThemes(page: Page, where = 'the window'): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    found.push(...(await axeFaults(page, `${where}, ${colorScheme}`, rules)))
  }
  return found
}

export async function expectOpenToAll(page: Page, where?: string): Promise<void> {
  expect(await axeFaultsInBothThemes(page, where)).toEqual([])
}
