// Opens stories in a page whose clock does not move until a test lets it go on.
import type { Browser, Page } from '@playwright/test'
import { type Built, origin, serveStories } from './serve.ts'
import { perform } from './shoot.ts'
import type { StoryCard } from './story.ts'

export async function openStories(browser: Browser, files: Built): Promise<Page> {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await serveStories(page, files)
  return page
}

/** Of the page of all stories, where no story is open. */
export async function storiesOf(page: Page): Promise<readonly StoryCard[]> {
  return (await page.evaluate('window.storyPage.stories')) as readonly StoryCard[]
}

/**
 * A document of its own for each story, in one page, which a process of its own for each would only
 * make slower: nothing of the one before is left, and the clock begins at the same moment.
 */
export async function openStory(page: Page, story: StoryCard): Promise<void> {
  await page.mouse.up()
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  // High enough for all of a part, so that what sticks to the end of the window is at its own end.
  const { width = 760, height = story.whole === true ? 800 : 1_800, whole = false } = story
  await page.setViewportSize({ width: whole ? width : Math.max(width, 320), height })
  // It does not move, so that `42 s ago` is the same today and tomorrow; acts let it go on.
  await page.clock.install({ time: new Date('2026-11-21T10:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-21T10:00:01Z'))
  // By another address, so that it is loaded again; of the same site, so that its process stays.
  await page.goto(`${origin}/?${story.name}#${story.name}/light`)
  await page.locator(`body[data-story="${story.name}"]`).waitFor()
  await page.clock.runFor(1_000)
  for (const act of story.acts ?? []) {
    await perform(page, act)
    await page.clock.runFor(500)
  }
}
