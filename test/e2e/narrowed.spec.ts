// A window that gets narrow: who reads a card keeps it, who is in the list keeps that; and in a low
// one the times of the next runs are above the jobs, in sight.
import { card } from './harness/act.ts'
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\n' })

const NARROW = { width: 640, height: 400 }
const WIDE = { width: 1280, height: 800 }

test('a card that nobody clicked stays when the window gets narrow, and the list for who is in it @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await page.setViewportSize(WIDE)
  await call('runs.start', { text: 'run npm install left-pad' })
  await page.evaluate(() => void (location.hash = '/approvals'))
  const row = page.locator('[aria-current]').filter({ hasText: 'main ·' })
  await expect(row).toBeVisible()
  await expect(card(page)).toBeVisible()

  await page.setViewportSize(NARROW)
  await expect(row).toBeHidden()
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: /^All calls/ }).click()
  await expect(row).toBeVisible()
  await expect(card(page)).toBeHidden()

  await page.setViewportSize(WIDE)
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: /^Waiting/ }).focus()
  await page.setViewportSize(NARROW)
  await expect(card(page)).toBeHidden()
  await expect(row).toBeVisible()
})

test('at 640×400 the times of the next runs are whole and in sight above the jobs @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  for (const name of ['prices', 'offers', 'stock'])
    await call('schedules.add', {
      name,
      type: 'agent',
      message: 'read a.txt',
      trigger: { kind: 'cron', expression: '0 8 * * *', zone: 'UTC' },
    })
  await page.setViewportSize(NARROW)
  await page.evaluate(() => void (location.hash = '/schedules'))
  const now = page.getByText('now', { exact: true })
  await expect(now).toBeVisible()
  const seen = await now.evaluate((element) => {
    const bottom = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
    const marks = [...(element.parentElement?.children ?? [])].filter((mark) =>
      mark.checkVisibility({ visibilityProperty: true }),
    )
    const job = document.querySelector('[aria-label^="prices"]')?.getBoundingClientRect()
    return {
      marks: marks.length,
      inSight: marks.every((mark) => {
        const box = mark.getBoundingClientRect()
        return box.bottom <= bottom && box.right <= window.innerWidth
      }),
      aboveJobs: element.getBoundingClientRect().bottom <= (job?.top ?? 0),
    }
  })
  expect(seen).toEqual({ marks: 2, inSight: true, aboveJobs: true })
})
