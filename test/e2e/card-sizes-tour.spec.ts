// The card in the tour, which has a line of its own below the transcript: at every size of the window
// the held call has at least half of it, with its answers in sight.
import { join } from 'node:path'
import type { RunId } from '../../contract/ids.ts'
import { card } from './harness/act.ts'
import { CARD_SIZES, lookInRun } from './harness/card-in-sight.ts'
import { expect, test } from './harness/test.ts'

test('in the tour at least half of the transcript is card at every size, with the act and the answers @whole', async ({
  gatehouse,
}) => {
  const { call, page } = gatehouse
  const started = await call('tour.step', { step: 1 })
  if (!started.ok) throw new Error(started.error.text)
  const id: RunId = started.value.id
  await page.evaluate((to) => (location.hash = `#/runs/${to}`), id)
  await page.getByRole('button', { name: 'Next: it wants to write' }).click()
  await card(page).waitFor()
  const worst: string[] = []
  /** CARD_PICTURES=/some/folder keeps a picture of each, to be looked at. */
  const pictures = process.env['CARD_PICTURES']
  for (const [width, height] of CARD_SIZES) {
    await page.setViewportSize({ width, height })
    for (const text of ['100', '130']) {
      await page.evaluate((size) => void (document.documentElement.dataset['text'] = size), text)
      const seen = await page.evaluate(lookInRun)
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `tour-${width}x${height}-${text}.png`) })
      const fits =
        seen.card >= 0.5 && seen.title && seen.answers && !seen.sideways && seen.frame.length === 0
      if (!fits || (text === '100' && (seen.pane < 0.4 || seen.atTheEnd)))
        worst.push(`${width}x${height} at ${text} %: ${JSON.stringify(seen)}`)
    }
  }
  expect(worst).toEqual([])
})
