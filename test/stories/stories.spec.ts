// Draws every story in every theme, looks for what keeps people out, and compares with what is
// stored in pictures/. After a change that is meant: playwright test --project=stories
// --update-snapshots, and look at what changed.
import { type Browser, expect, test, type Page } from '@playwright/test'
import { buildStories, type Built, origin, serveStories } from './serve.ts'
import { expectOpenToAll, faultsOf, perform, shoot, wanted, whyNotCompared } from './shoot.ts'
import type { StoryCard } from './story.ts'

let files: Built
test.beforeAll(async () => {
  files = await buildStories()
})

test('pictures are compared: the renderer that drew the stored ones is the one of this machine', async ({
  browser,
}, info) => {
  const page = await open(browser, {})
  const reason = await whyNotCompared(page, info)
  await page.context().close()
  test.skip(reason !== null, `${reason}: sizes and structure are compared, not pixels`)
})

// Halves, so that two workers share them.
for (const half of [0, 1]) {
  test(`each story is as it is stored and open to everybody, half ${half + 1}`, async ({
    browser,
  }, info) => {
    test.setTimeout(300_000)
    const listing = await open(browser, {})
    const same = (await whyNotCompared(listing, info)) === null
    const stories = (await listing.evaluate('window.storyPage.stories')) as readonly StoryCard[]
    await listing.context().close()
    expect(new Set(stories.map(({ name }) => name)).size, 'a name of two stories').toBe(
      stories.length,
    )
    for (const story of stories.filter(
      ({ name }, index) => index % 2 === half && wanted.test(name),
    )) {
      await test.step(story.name, async () => {
        const page = await open(browser, story)
        const faults = faultsOf(page)
        await page.goto(`${origin}/#${story.name}/light`)
        await page.locator(`body[data-story="${story.name}"]`).waitFor()
        await page.clock.runFor(1_000)
        for (const act of story.acts ?? []) {
          await perform(page, act)
          await page.clock.runFor(500)
        }
        await shoot(page, story, same)
        // Axe waits by timers, and the page's stand still.
        await page.clock.resume()
        await expectOpenToAll(page, story)
        expect.soft(faults, `what the page complained of in ${story.name}`).toEqual([])
        await page.context().close()
      })
    }
  })
}

/**
 * A context of its own for each story: nothing of the one before is left, and the clock begins at
 * the same moment.
 */
async function open(browser: Browser, card: Partial<StoryCard>): Promise<Page> {
  // High enough for all of a part, so that what sticks to the end of the window is at its own end.
  const { width = 760, height = card.whole === true ? 800 : 1_800, whole = false } = card
  const context = await browser.newContext({
    viewport: { width: whole ? width : Math.max(width, 320), height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await serveStories(page, files)
  // It stands still, so that `42 s ago` is the same today and tomorrow; acts let it go on.
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-21T10:00:01Z'))
  if (card.name === undefined) await page.goto(origin)
  return page
}
