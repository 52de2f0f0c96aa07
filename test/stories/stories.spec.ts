// Draws every story in every theme, looks for what keeps people out, and compares with what is
// stored in pictures/. After a change that is meant: playwright test --project=stories
// --update-snapshots, and look at what changed.
import { expect, test } from '@playwright/test'
import { expectToFit, isCard } from './fit.ts'
import { openStories, openStory, storiesOf } from './open-story.ts'
import { buildStories, type Built, origin } from './serve.ts'
import { expectOpenToAll, faultsOf, shoot, wanted, whyNotCompared } from './shoot.ts'

let files: Built
test.beforeAll(async () => {
  files = await buildStories()
})

test('pictures are compared: the renderer that drew the stored ones is the one of this machine', async ({
  browser,
}, info) => {
  const page = await openStories(browser, files)
  await page.goto(origin)
  const reason = await whyNotCompared(page, info)
  await page.context().close()
  test.skip(reason !== null, `${reason}: sizes and structure are compared, not pixels`)
})

// Parts, so that two workers share them; the first is in the short part.
const PARTS = 16
for (let part = 0; part < PARTS; part += 1) {
  const name = `each story is as it is stored and open to everybody, part ${part + 1} of ${PARTS}`
  test(`${name}${part === 0 ? '' : ' @whole'}`, async ({ browser }, info) => {
    test.setTimeout(1_200_000)
    const page = await openStories(browser, files)
    const faults = faultsOf(page)
    await page.goto(origin)
    const same = (await whyNotCompared(page, info)) === null
    const stories = await storiesOf(page)
    expect(new Set(stories.map(({ name: each }) => each)).size, 'a name of two stories').toBe(
      stories.length,
    )
    faults.splice(0)
    for (const story of stories.filter(
      ({ name: each }, index) => index % PARTS === part && wanted.test(each),
    )) {
      await test.step(story.name, async () => {
        await openStory(page, story)
        await shoot(page, story, same)
        if (isCard(story)) await expectToFit(page, story)
        // Axe waits by timers, and the page's clock does not move.
        await page.clock.resume()
        await expectOpenToAll(page, story)
        expect.soft(faults.splice(0), `what the page complained of in ${story.name}`).toEqual([])
      })
    }
    await page.context().close()
  })
}
