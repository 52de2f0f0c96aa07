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
  const page = await open(browser)
  await page.goto(origin)
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
    const page = await open(browser)
    const faults = faultsOf(page)
    await page.goto(origin)
    const same = (await whyNotCompared(page, info)) === null
    const stories = (await page.evaluate('window.storyPage.stories')) as readonly StoryCard[]
    expect(new Set(stories.map(({ name }) => name)).size, 'a name of two stories').toBe(
      stories.length,
    )
    faults.splice(0)
    for (const story of stories.filter(
      ({ name }, index) => index % 2 === half && wanted.test(name),
    )) {
      await test.step(story.name, async () => {
        await openStory(page, story)
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
        expect.soft(faults.splice(0), `what the page complained of in ${story.name}`).toEqual([])
      })
    }
    await page.context().close()
  })
}

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await serveStories(page, files)
  return page
}

/**
 * A document of its own for each story, in one page, which a process of its own for each would only
 * make slower: nothing of the one before is left, and the clock begins at the same moment.
 */
async function openStory(page: Page, story: StoryCard): Promise<void> {
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // High enough for all of a part, so that what sticks to the end of the window is at its own end.
  const { width = 760, height = story.whole === true ? 800 : 1_800, whole = false } = story
  await page.setViewportSize({ width: whole ? width : Math.max(width, 320), height })
  // It stands still, so that `42 s ago` is the same today and tomorrow; acts let it go on.
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-21T10:00:01Z'))
  // By another address, so that it is loaded anew; of the same site, so that its process stays.
  await page.goto(`${origin}/?${story.name}#${story.name}/light`)
}
