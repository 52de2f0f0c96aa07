// The pictures in docs/screens: every screen of the real app in its browser host, in both themes, at two sizes.
//
//   npm run screens                 all of them
//   npm run screens -- audit        those whose name matches; what comes before is played all the same
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { findChromium } from '../chromium.mjs'
import { makeHistory } from './history.ts'
import { makeSample } from './sample.ts'
import { firstScene, type Scene, scenes } from './scenes.ts'
import { smallPng } from './small-png.ts'
import { openWorld, type World } from './world.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = process.env['SCREENS_FOLDER'] ?? join(root, 'docs', 'screens')
const only = new RegExp(process.argv[2] ?? '')
const sizes = [
  { width: 1280, height: 800, suffix: '' },
  { width: 1920, height: 1080, suffix: '-1920' },
] as const

await ensureBuilt(root)
await mkdir(folder, { recursive: true })
// A name that may stand in a picture, and the same each time.
const home = join(tmpdir(), 'ada')
await mkdir(home)
const executablePath = findChromium()
const browser = await chromium.launch(executablePath === null ? {} : { executablePath })
try {
  const sample = await makeSample(home)
  const before = await openWorld(browser, sample)
  try {
    await picture(before, firstScene)
  } finally {
    await before.stop()
  }
  if (scenes.some(({ name }) => only.test(name))) {
    await makeHistory(browser, sample)
    const world = await openWorld(browser, sample)
    try {
      for (const scene of scenes) await picture(world, scene)
    } finally {
      await world.stop()
    }
  }
} finally {
  await browser.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

async function picture(world: World, scene: Scene): Promise<void> {
  const { page } = world
  await page.setViewportSize(sizes[0])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await scene.play(world).catch(async (error: unknown) => {
    await page.screenshot({ path: join(tmpdir(), `screens-failed-${scene.name}.png`) })
    throw error
  })
  if (!only.test(scene.name)) return
  for (const { suffix, ...size } of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await still(page)
      await writeFile(
        join(folder, `${scene.name}-${colorScheme}${suffix}.png`),
        smallPng(await page.screenshot({ animations: 'disabled' })),
      )
    }
  }
  process.stdout.write(`${scene.name}\n`)
}

/** What is under way has come to rest: reads after the change of size, lazy parts, the pointer's last hover. */
async function still(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.waitForTimeout(400)
}
