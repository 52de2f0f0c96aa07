// Draws every state of the approval card at every size of the window in both themes, twelve a picture,
// to be looked at: CARD_SHEETS=/some/folder. That they fit is part of stories.spec.ts.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { cardSizes, fitTo, isCard } from './fit.ts'
import { openStories, openStory, storiesOf } from './open-story.ts'
import { buildStories, origin } from './serve.ts'
import { wanted } from './shoot.ts'

const folder = process.env['CARD_SHEETS']
const A_SHEET = 12

type Shot = { readonly name: string; readonly png: Buffer }

test('each state of the card can be drawn at every size of the window @whole', async ({
  browser,
}) => {
  test.skip(folder === undefined, 'CARD_SHEETS names no folder to draw them into')
  const page = await openStories(browser, await buildStories())
  await page.goto(origin)
  const stories = (await storiesOf(page)).filter((one) => isCard(one) && wanted.test(one.name))
  expect(stories.length).toBeGreaterThan(0)
  const shots = new Map<string, Shot[]>()
  for (const story of stories) {
    await openStory(page, story)
    await drawAll(page, story.name, shots)
  }
  for (const [name, all] of shots) await keepSheets(page, name, all)
  await page.context().close()
})

async function drawAll(page: Page, name: string, shots: Map<string, Shot[]>): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const size of cardSizes) {
    await fitTo(page, size)
    await page.evaluate(() => document.querySelector('#stage')?.scrollTo(0, 0))
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`window.storyPage.wear('${theme}')`)
      const sheet = `cards-${theme}-${size.window.width}`
      const clip = { x: 0, y: 0, ...size.pane }
      const png = await page.screenshot({ animations: 'disabled', clip })
      shots.set(sheet, [...(shots.get(sheet) ?? []), { name, png }])
    }
    await page.evaluate("window.storyPage.wear('light')")
  }
}

/** Side by side at half their size, each with its name. */
async function keepSheets(page: Page, name: string, shots: readonly Shot[]): Promise<void> {
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  const drawing = await page.context().newPage()
  for (let from = 0; from < shots.length; from += A_SHEET) {
    const cells = shots
      .slice(from, from + A_SHEET)
      .map(
        ({ name: of, png }) =>
          `<p>${of}<br><img src="data:image/png;base64,${png.toString('base64')}"></p>`,
      )
    const columns = name.endsWith('1920') ? 3 : 4
    await drawing.setViewportSize({ width: columns === 3 ? 2_160 : 1_640, height: 800 })
    await drawing.setContent(
      `<style>body{margin:4px;background:#888;display:grid;gap:8px;align-items:start;` +
        `grid-template-columns:repeat(${columns},minmax(0,1fr));font:11px sans-serif}` +
        `p{margin:0}img{width:100%}</style>${cells.join('')}`,
    )
    await writeFile(
      join(folder, `${name}-${from / A_SHEET + 1}.png`),
      await drawing.screenshot({ fullPage: true }),
    )
  }
  await drawing.close()
}
