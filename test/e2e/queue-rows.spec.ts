// The list of Approvals as a person sees it: rows of one height with what happens before who asks, where an empty
// list leads, and what it says beside the answered ones.
import { expect, test } from './harness/test.ts'

test.use({ config: 'preset: careful\n' })

test('an empty queue has a link to a run, and a row has what happens first and who asks second @whole', async ({
  gatehouse,
}) => {
  const { page, call } = gatehouse
  await page.getByRole('link', { name: /Approvals/ }).click()
  await expect(page.getByRole('link', { name: 'Start a run' })).toHaveAttribute('href', '#/runs')
  await call('runs.start', { text: 'write a.txt: a' })
  await call('runs.start', { text: 'run echo two' })

  const rows = page.locator('[aria-current]').filter({ hasText: 'main ·' })
  await expect(rows).toHaveCount(2)
  const lines = await rows.evaluateAll((buttons) =>
    buttons.map((button) => {
      const [first, second] = [...button.children]
      // What is acted on, a command or a file.
      const name = first?.querySelector('code, b')
      return {
        height: button.getBoundingClientRect().height,
        first: first?.textContent.replace(/\d+:\d\d$/, 'TIME'),
        second: second?.textContent.replace(/(?<=· ).*/, 'AGE'),
        below:
          (second?.getBoundingClientRect().top ?? 0) >=
          (first?.getBoundingClientRect().bottom ?? 0),
        name: name ? getComputedStyle(name).fontWeight : 'not there',
      }
    }),
  )
  const row = { height: 56, second: 'main · AGE', below: true }
  expect(lines).toEqual([
    { ...row, first: 'R3Run echo twoTIME', name: '600' },
    { ...row, first: 'R2Create a.txtTIME', name: '600' },
  ])

  await page.getByRole('button', { name: 'Answered' }).click()
  await expect(page.getByText('Select an answer to see its call.')).toBeVisible()
})
