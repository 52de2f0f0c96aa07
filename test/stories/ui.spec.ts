// Every part of renderer/ui with all its states on one page, in every theme. One page is enough for
// all of them: a part of the kit has no clock and leaves nothing behind.
import { expect, test } from '@playwright/test'
import { buildStories, origin, serveStories } from './serve.ts'
import { expectOpenToAll, faultsOf, perform, shoot, wanted, whyNotCompared } from './shoot.ts'
import type { StoryCard } from './story.ts'

test('each part of the kit is as it is stored, and open to everybody @whole', async ({
  browser,
}, info) => {
  test.setTimeout(1_200_000)
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  const faults = faultsOf(page)
  await serveStories(page, await buildStories())
  await page.goto(origin)
  const same = (await whyNotCompared(page, info)) === null
  const parts = (await page.evaluate('window.storyPage.parts')) as readonly StoryCard[]
  expect(new Set(parts.map(({ name }) => name)).size, 'a name of two parts').toBe(parts.length)
  for (const part of parts.filter(({ name }) => wanted.test(name))) {
    await test.step(part.name, async () => {
      await page.setViewportSize(
        part.whole === true
          ? { width: 760, height: part.height ?? 600 }
          : { width: 960, height: 1_400 },
      )
      await page.mouse.move(0, 0)
      await page.evaluate(
        `window.storyPage.wear('light'); window.storyPage.drawPart('${part.name}')`,
      )
      await page.locator(`body[data-story="${part.name}"]`).waitFor()
      for (const act of part.acts ?? []) await perform(page, act)
      await shoot(page, part, same)
      await expectOpenToAll(page, part)
      await page.mouse.up()
      expect.soft(faults.splice(0), `what the page complained of in ${part.name}`).toEqual([])
    })
  }
  await context.close()
})
