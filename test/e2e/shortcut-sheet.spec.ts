// The sheet of keys: a key stays in one cap, and a shadow says that there is more below.
import type { Page } from '@playwright/test'
import { readPng } from '../screens/read-png.ts'
import { expect, test } from './harness/test.ts'

test('each key of the sheet is in one line, and what is below the edge casts a shadow there @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('main').focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [720, 900],
    [640, 400],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    const broken = await sheet.locator('kbd').evaluateAll((keys) =>
      keys.flatMap((key) => {
        const range = document.createRange()
        range.selectNodeContents(key)
        const tops = [...range.getClientRects()].map(({ top, height: high }) =>
          Math.round(top + high / 2),
        )
        const spread = Math.max(...tops) - Math.min(...tops)
        return key.getClientRects().length > 1 || spread > 6 ? [key.textContent] : []
      }),
    )
    expect({ width, broken }).toEqual({ width, broken: [] })
  }
  await page.setViewportSize({ width: 640, height: 400 })
  const [above, below] = [await edgeShade(page, 'top'), await edgeShade(page, 'bottom')]
  expect(below).toBeGreaterThan(above + 10)
  await sheet.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  expect(await edgeShade(page, 'top')).toBeGreaterThan((await edgeShade(page, 'bottom')) + 10)
})

/** How much darker the middle of that edge of the sheet is than white, of 255. */
async function edgeShade(page: Page, edge: 'top' | 'bottom'): Promise<number> {
  const box = await page.getByRole('dialog').boundingBox()
  if (box === null) throw new Error('the sheet is not there')
  const y = edge === 'top' ? box.y + 2 : box.y + box.height - 4
  const clip = { x: box.x + box.width / 2 - 20, y, width: 40, height: 2 }
  const { pixels } = readPng(await page.screenshot({ clip }))
  // Of its blue; the lightest, so that a letter is no shadow.
  return 0xff - Math.max(...[...pixels].map((pixel) => pixel & 0xff))
}
