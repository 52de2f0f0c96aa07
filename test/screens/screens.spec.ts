// The pictures in docs/screens: every screen of the real app in its browser host, in both themes, at two sizes. Each run makes
// all of them; one is written only where it looks otherwise than the one that lies there, and only on a machine that draws
// letters as that one was drawn.
//
//   npm run screens                      makes them, as the tests do
//   SCREENS=audit npm run screens        those whose name matches; what comes before is played all the same
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { sameFonts } from '../stories/shoot.ts'
import { openClock } from './clock.ts'
import { makeHistory } from './history.ts'
import { lookAlike } from './look-alike.ts'
import { readPng } from './read-png.ts'
import { makeSample } from './sample.ts'
import { firstScene, type Scene, scenes } from './scenes.ts'
import { smallPng } from './small-png.ts'
import { openWorld, type World } from './world.ts'

const folder = process.env['SCREENS_FOLDER'] ?? join(import.meta.dirname, '..', '..', 'docs', 'screens')
const only = new RegExp(process.env['SCREENS'] ?? '')
const sizes = [
  { width: 1280, height: 800, suffix: '' },
  { width: 1920, height: 1080, suffix: '-1920' },
] as const

// A name that may stand in a picture, and the same each time. The mark says that nobody's files are in it.
const home = join(tmpdir(), 'ada')
const mark = join(home, '.made-for-pictures')

test.beforeAll(async () => {
  if (existsSync(mark)) await clear()
  await mkdir(home)
  await writeFile(mark, '')
})
test.afterAll(clear)

test('every screen can be drawn from the real app, in both themes and at two sizes, and complains of nothing', async ({
  browser,
}, info) => {
  test.setTimeout(600_000)
  const faults: string[] = []
  const written: string[] = []
  const ground = { browser, sample: await makeSample(home), clock: openClock(), faults }

  const draw = async (world: World, scene: Scene): Promise<void> => {
    const { page } = world
    await page.setViewportSize(sizes[0])
    await page.emulateMedia({ colorScheme: 'light' })
    await scene.play(world)
    if (!only.test(scene.name)) return
    const same = await sameFonts(page, info)
    for (const { suffix, ...size } of sizes) {
      await page.setViewportSize(size)
      await still(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const name = `${scene.name}-${colorScheme}${suffix}.png`
        if (await keep(join(folder, name), await page.screenshot({ animations: 'disabled' }), same)) written.push(name)
      }
    }
    expect.soft(faults.splice(0), `what the page complained of in ${scene.name}`).toEqual([])
  }

  const before = await openWorld(ground)
  try {
    await test.step(firstScene.name, () => draw(before, firstScene))
  } finally {
    await before.stop()
  }
  await test.step('the days before', () => makeHistory(ground))
  const world = await openWorld(ground)
  try {
    for (const scene of scenes) await test.step(scene.name, () => draw(world, scene))
  } finally {
    await world.stop()
  }
  if (written.length > 0) process.stdout.write(`screens: written anew, look at them: ${written.join(', ')}\n`)
})

/** What is under way has come to rest: reads after the change of size, lazy parts, the pointer's last hover. */
async function still(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.waitForTimeout(300)
}

/** Whether it was written. Where letters are drawn otherwise, only what is missing is. */
async function keep(file: string, picture: Buffer, same: boolean): Promise<boolean> {
  if (existsSync(file) && (!same || lookAlike(readPng(picture), readPng(await readFile(file))))) return false
  await writeFile(file, smallPng(picture))
  return true
}

async function clear(): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
