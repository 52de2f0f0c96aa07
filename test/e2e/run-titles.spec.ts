// The list of runs: a long title has two lines and is whole in its tooltip, at every size of the window.
import { expect, test } from './harness/test.ts'

const title = 'run npm run build -- --mode production --base /docs/ --outDir site/docs/v2'

test('a long title of a run has two lines, and is whole in its tooltip @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await call('runs.start', { text: title })
  const row = page.getByRole('list', { name: 'Runs' }).getByTitle(title)
  const seen: unknown[] = []
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(row).toBeVisible()
    const lines = await row.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { bottom } = element.getBoundingClientRect()
      const tops = [...range.getClientRects()].filter((each) => each.top < bottom - 4)
      return new Set(tops.map(({ top }) => Math.round(top))).size
    })
    seen.push({ width, lines })
  }
  expect(seen).toEqual([1024, 1280, 1920].map((width) => ({ width, lines: 2 })))
})
