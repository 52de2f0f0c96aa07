// Draws every story in every theme, looks for what keeps people out, and compares with what is stored in pictures/:
// what a screen reader is told always, and the picture wherever this machine draws letters as the stored one does.
// After a change that is meant: playwright test --project=stories --update-snapshots, and look at what changed.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, test, type Locator, type Page, type TestInfo } from '@playwright/test'
import { assertNever } from '../../contract/never.ts'
import { fontsOf } from './fonts.ts'
import { buildStories, type Built, origin, serveStories } from './serve.ts'
import { type Act, type StoryCard, storyThemes, type StoryTheme } from './story.ts'

const pictures = join(import.meta.dirname, 'pictures')
const fontsFile = join(pictures, 'fonts.txt')
/** STORIES=approval-card draws only those. */
const only = new RegExp(process.env['STORIES'] ?? '')

let files: Built
test.beforeAll(async () => {
  files = await buildStories()
})

for (const theme of storyThemes) {
  test(`each story in ${theme} is as it is stored, and open to everybody`, async ({ browser }, info) => {
    test.setTimeout(300_000)
    const listing = await open(browser, theme, {}, '')
    const same = await sameFonts(listing, info)
    const stories = (await listing.evaluate('window.stories')) as readonly StoryCard[]
    await listing.context().close()
    expect(new Set(stories.map(({ name }) => name)).size, 'a name of two stories').toBe(stories.length)
    for (const story of stories.filter(({ name }) => only.test(name))) {
      await test.step(story.name, async () => {
        const faults: string[] = []
        const page = await open(browser, theme, story, story.name, faults)
        await page.locator(`body[data-story="${story.name}"]`).waitFor()
        await page.clock.runFor(1_000)
        for (const act of story.acts ?? []) {
          await perform(page, act)
          await page.clock.runFor(500)
        }
        const part = page.locator('#stage')
        const picture = story.whole === true ? await page.screenshot() : await part.screenshot({ animations: 'disabled' })
        if (theme === 'light') expect.soft(`${await page.locator('body').ariaSnapshot()}\n`).toMatchSnapshot(`${story.name}.txt`)
        const file = `${story.name}-${theme}.png`
        if (same) expect.soft(picture).toMatchSnapshot(file, { threshold: 0.2, maxDiffPixelRatio: 0.001 })
        else await expectAlike(picture, file)
        expect.soft(faults, `what the page complained of in ${story.name}`).toEqual([])
        expect.soft(await barriersOf(page, theme), `axe on ${story.name}`).toEqual([])
        await page.context().close()
      })
    }
  })
}

/** A context of its own for each story: nothing of the one before is left, and the clock begins at the same moment. */
async function open(browser: Browser, theme: StoryTheme, card: Partial<StoryCard>, name: string, faults: string[] = []): Promise<Page> {
  // High enough for all of a part, so that what sticks to the end of the window is at its own end.
  const { width = 760, height = card.whole === true ? 800 : 1_800, whole = false } = card
  const context = await browser.newContext({
    viewport: { width: whole ? width : Math.max(width, 320), height },
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    contrast: theme === 'high-contrast' ? 'more' : 'no-preference',
    // Where everything lies is told by the light one at full size; the others are there for their colours.
    deviceScaleFactor: theme === 'light' ? 1 : 0.5,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    // What makes the clock stand still is a script from outside, and the page's policy says so.
    if (message.text().includes("requires 'TrustedScript' assignment")) return
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await serveStories(page, files)
  // It stands still, so that `42 s ago` is the same today and tomorrow; acts let it go on.
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-21T10:00:01Z'))
  await page.goto(name === '' ? origin : `${origin}/#${name}/${theme}`)
  return page
}

/** Names and roles are the same in every theme, so the others are asked about their colours only. */
async function barriersOf(page: Page, theme: StoryTheme): Promise<readonly string[]> {
  // Axe waits by timers, and the page's stand still.
  await page.clock.resume()
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include('#stage')
  const asked = theme === 'light' ? axe.disableRules(['region', 'page-has-heading-one']) : axe.withRules(['color-contrast'])
  const { violations } = await asked.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}

const named = (page: Page, name: string, role: 'button' | Extract<Act, { click: string }>['role'] = 'button'): Locator =>
  page.getByRole(role, { name }).first()

async function perform(page: Page, act: Act): Promise<void> {
  if ('click' in act) return named(page, act.click, act.role).click()
  if ('hover' in act) return page.getByText(act.hover).first().hover()
  if ('fill' in act) return page.getByLabel(act.fill).first().fill(act.text)
  if ('press' in act) return page.keyboard.press(act.press)
  if ('passMs' in act) return page.clock.runFor(act.passMs)
  if ('scrollTo' in act) return page.getByText(act.scrollTo).first().scrollIntoViewIfNeeded()
  if ('hold' in act) {
    await named(page, act.hold).hover()
    return page.mouse.down()
  }
  return assertNever(act, 'perform')
}

/** Says so where they differ: then sizes are compared and not pixels, and never nothing. */
async function sameFonts(page: Page, info: TestInfo): Promise<boolean> {
  const here = `${await fontsOf(page)}\n`
  if (info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed') {
    await writeFile(fontsFile, here)
    return true
  }
  const stored = await readFile(fontsFile, 'utf8')
  if (stored === here) return true
  const text = `this machine draws letters otherwise than the stored pictures (${here.trim()}, stored ${stored.trim()}): sizes and structure are compared, not pixels`
  info.annotations.push({ type: 'fonts', description: text })
  process.stdout.write(`stories: ${text}\n`)
  return false
}

/** Other letters make other lines: a fifth more or less. */
async function expectAlike(picture: Buffer, file: string): Promise<void> {
  const [here, stored] = [sizeOf(picture), sizeOf(await readFile(join(pictures, file)))]
  expect.soft(Math.abs(here.width - stored.width) / stored.width, `width of ${file}`).toBeLessThan(0.2)
  expect.soft(Math.abs(here.height - stored.height) / stored.height, `height of ${file}`).toBeLessThan(0.2)
}

/** From the header of a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
