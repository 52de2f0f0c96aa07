// One story in all themes: drawn once, and only its colours changed. Compared with what is stored
// in pictures/: what a screen reader is told always, and the picture wherever the same renderer
// drew the stored one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { assertNever } from '../../contract/never.ts'
import { axeOn } from '../e2e/harness/axe.ts'
import { short } from '../whole.ts'
import { otherRenderer, recordRenderer } from './renderer.ts'
import { type Act, type StoryCard, storyThemes, type StoryTheme } from './story.ts'

const pictures = join(import.meta.dirname, 'pictures')
/** What drew the stored pictures. */
const rendererFile = join(pictures, 'renderer.txt')

/** In the short part only the one that tells where everything lies. */
const themes = storyThemes.filter((theme) => !short || theme === 'light')

/** STORIES=approval-card draws only those whose names match. */
export const wanted = new RegExp(process.env['STORIES'] ?? '')

/**
 * What a page complains of. What stops the clock is a script from outside, and the
 * page's policy says so.
 */
export function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.text().includes("requires 'TrustedScript' assignment")) return
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  return faults
}

/**
 * The story is drawn and its acts are done. Where everything lies is told by the light one at full
 * size; the others are there for their colours. `same`: pixels are compared and not only sizes.
 */
export async function shoot(page: Page, story: StoryCard, same: boolean): Promise<void> {
  expect.soft(`${await page.locator('body').ariaSnapshot()}\n`).toMatchSnapshot(`${story.name}.txt`)
  await page.evaluate(async () => void (await document.fonts.ready))
  const session = await page.context().newCDPSession(page)
  const box = await page.locator(story.whole === true ? 'html' : '#stage').boundingBox()
  if (box === null) throw new Error(`stories: ${story.name} is not drawn`)
  for (const theme of themes) {
    await wear(page, theme)
    const clip = { ...box, scale: theme === 'light' ? 1 : 0.5 }
    const { data } = await session.send('Page.captureScreenshot', {
      clip,
      captureBeyondViewport: true,
    })
    const picture = Buffer.from(data, 'base64')
    const file = `${story.name}-${theme}.png`
    if (same) expect.soft(picture).toMatchSnapshot(file, { threshold: 0.1, maxDiffPixels: 30 })
    else await expectAlike(picture, file)
  }
  await session.detach()
}

/**
 * Names and roles are the same in every theme, so the others are asked about their colours only.
 */
export async function expectOpenToAll(page: Page, story: StoryCard): Promise<void> {
  for (const theme of themes) {
    await wear(page, theme)
    // Of what is well, axe would find an address for every element.
    const axe = (await axeOn(page)).options({ resultTypes: ['violations'] }).include('body')
    const asked =
      theme === 'light'
        ? axe.disableRules(['region', 'page-has-heading-one'])
        : axe.withRules(['color-contrast'])
    const { violations } = await asked.analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    )
    expect.soft(found, `axe on ${story.name} in ${theme}`).toEqual([])
  }
}

const wear = (page: Page, theme: StoryTheme): Promise<unknown> =>
  page.evaluate(`window.storyPage.wear('${theme}')`)

const named = (
  page: Page,
  name: string,
  role: Extract<Act, { click: string }>['role'] = 'button',
): Locator => page.getByRole(role, { name }).first()

export async function perform(page: Page, act: Act): Promise<void> {
  if ('click' in act) {
    await named(page, act.click, act.role).click()
    return act.role === 'combobox' ? page.getByRole('listbox').waitFor() : undefined
  }
  if ('hover' in act) return page.getByText(act.hover).first().hover()
  if ('fill' in act) return page.getByLabel(act.fill).first().fill(act.text)
  if ('press' in act) return page.keyboard.press(act.press)
  if ('passMs' in act) return page.clock.runFor(act.passMs)
  if ('scrollTo' in act) return page.getByText(act.scrollTo).first().scrollIntoViewIfNeeded()
  if ('table' in act)
    return expect(page.getByRole('table', { name: act.table }).getByRole('row')).toHaveCount(
      act.rows,
    )
  if ('focus' in act) {
    // What cannot be pressed yet takes no focus, and says nothing of it.
    await expect(named(page, act.focus, act.role)).toBeEnabled()
    await named(page, act.focus, act.role).focus()
    await page.keyboard.press('Shift+Tab')
    return page.keyboard.press('Tab')
  }
  if ('hold' in act) {
    await named(page, act.hold).hover()
    return page.mouse.down()
  }
  return assertNever(act, 'perform')
}

/** Null where pictures are compared; else the reason why only sizes and structure are. */
export async function whyNotCompared(page: Page, info: TestInfo): Promise<string | null> {
  const { updateSnapshots } = info.config
  if (updateSnapshots !== 'all' && updateSnapshots !== 'changed')
    return otherRenderer(page, rendererFile)
  await recordRenderer(page, rendererFile)
  return null
}

/** Letters drawn otherwise make other lines: a fifth more or less. */
async function expectAlike(picture: Buffer, file: string): Promise<void> {
  const [here, stored] = [sizeOf(picture), sizeOf(await readFile(join(pictures, file)))]
  expect
    .soft(Math.abs(here.width - stored.width) / stored.width, `width of ${file}`)
    .toBeLessThan(0.2)
  expect
    .soft(Math.abs(here.height - stored.height) / stored.height, `height of ${file}`)
    .toBeLessThan(0.2)
}

/** From the header of a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
