// A screen whose code cannot be had: said in its place while the frame stands, and there when it is asked for again.
import { expect, test } from './harness/test.ts'

test('a screen whose code does not come says so, and comes when it is asked for again', async ({ gatehouse }) => {
  const { page } = gatehouse
  let asked = 0
  await page.route(/assets\/servers-screen-[^/]*\.js$/, (route) => {
    asked += 1
    return route.abort()
  })
  await page.reload()
  await page.getByRole('link', { name: /^Servers/ }).click()
  await expect(page.getByText('This screen met an error it did not expect.')).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  await expect(page.getByRole('switch', { name: /Exfiltration guard/ })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
})
