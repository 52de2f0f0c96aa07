// A screen whose code cannot be loaded: said in its place while the frame stays, and there after
// Reload. Chromium 150 keeps the failure of a module for as long as the page lives, newer ones ask
// again: both must come to the screen.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './harness/test.ts'

const assets = join(import.meta.dirname, '..', '..', 'out', 'renderer', 'assets')

test('a screen whose code does not come says so, and comes when it is asked for again @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  let asked = 0
  await page.route(/assets\/servers-screen-[^/]*\.js$/, (route) => {
    asked += 1
    return route.abort()
  })
  await page.reload()
  await page.getByRole('link', { name: /^Servers/ }).click()
  await expect(page.getByText('Something broke on this screen.')).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  await expect(page.getByRole('switch', { name: /Exfiltration guard/ })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
})

test('a screen comes back after Reload when what failed is a part that its code imports @whole', async ({
  gatehouse,
}) => {
  const { page } = gatehouse
  const part = await partOf('servers-screen')
  let asked = 0
  await page.route(`**/assets/${part}`, (route) => {
    asked += 1
    return route.abort()
  })
  await page.reload()
  await page.getByRole('link', { name: /^Servers/ }).click()
  await expect(page.getByText('Something broke on this screen.')).toBeVisible()
  expect(asked).toBeGreaterThan(0)
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Servers' })).toBeVisible()
})

/** The file of a part that this screen imports and the frame does not. */
async function partOf(screen: string): Promise<string> {
  const files = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  const importsOf = async (name: string): Promise<readonly string[]> => {
    const file = files.find((candidate) => candidate.startsWith(`${name}-`))
    if (file === undefined) throw new Error(`no ${name} in out/renderer/assets`)
    const text = await readFile(join(assets, file), 'utf8')
    return [...text.matchAll(/from\s*["']\.\/([^"']+\.js)["']/g)].map(([, part = '']) => part)
  }
  const ofFrame = await importsOf('start')
  const part = (await importsOf(screen)).find(
    (name) => !name.startsWith('start-') && !ofFrame.includes(name),
  )
  if (part === undefined) throw new Error(`${screen} imports nothing of its own`)
  return part
}
