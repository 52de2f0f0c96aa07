// Axe on the window as it is: what keeps people out, in light and in dark.
import { expect, type Page } from '@playwright/test'
import { short } from '../../whole.ts'
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

const THEMES = ['light', 'dark'] as const

export async function axeFaultsInBothThemes(
  page: Page,
  where = 'the window',
  themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    found.push(...(await axeFaults(page, `${where}, ${colorScheme}`, rules)))
  }
  return found
}

/** In a plain `npm test` in light alone: every screen is looked at in dark as well there. */
export async function expectOpenToAll(page: Page, where?: string): Promise<void> {
  const themes = short ? (['light'] as const) : THEMES
  expect(await axeFaultsInBothThemes(page, where, themes)).toEqual([])
}
