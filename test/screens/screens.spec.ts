// The pictures in docs/screens: every screen of the real app in its browser host, in both themes,
// at five sizes. A run draws them at the main size (a plain `npm test` in one theme) and compares them with the stored ones, where the
// same renderer drew those.
//
//   npm test -- screens                  compares; one that differs is kept in test-results/screens
//   npm run screens                      stores those that differ or are missing, at every size: look at them before you commit
//   SCREENS_SIZES=all npm test -- screens   compares at every size
//   SCREENS=audit npm run screens        those whose name matches; what comes before is played all the same
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { otherRenderer, recordRenderer } from '../stories/renderer.ts'
import { short } from '../whole.ts'
import { openClock } from './clock.ts'
import { openFleet } from './fleet.ts'
import { fleetScenes } from './fleet-scenes.ts'
import { makeHistory } from './history.ts'
import { lookAlike, whereApart } from './look-alike.ts'
import { readPng } from './read-png.ts'
import { makeSample } from './sample.ts'
import { firstScene, type Scene, scenes } from './scenes.ts'
import { smallPng } from './small-png.ts'
import { openFixture, type Fixture } from './fixture.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = process.env['SCREENS_FOLDER'] ?? join(root, 'docs', 'screens')
const rendererFile = join(folder, 'renderer.txt')
/** Those that are not as they are stored. */
const different = join(root, 'test-results', 'screens')
const storing = process.env['SCREENS_WRITE'] === '1'
const only = new RegExp(process.env['SCREENS'] ?? '')
/** The main one is compared in every run; the others where pictures are stored, or asked for. */
const main = { width: 1280, height: 800, suffix: '' }
const others = [
  { width: 1920, height: 1080, suffix: '-1920' },
  { width: 1024, height: 700, suffix: '-1024' },
  { width: 720, height: 900, suffix: '-720' },
  // What is left of 1280x800 at twice the size.
  { width: 640, height: 400, suffix: '-640' },
] as const
const themes = (['light', 'dark'] as const).filter((theme) => !short || theme === 'light')
/** With a screen that is not as stored, or does not come to rest. */
const SETTLE_MS = 5_000
const sizes = storing || process.env['SCREENS_SIZES'] === 'all' ? [main, ...others] : [main]

// A name that may be in a picture, and the same each time. The mark says that nobody's files are
// in it, and which process draws there: with two at once, a Gatehouse of one follows the settings of
// the other.
const home = join(tmpdir(), 'ada')
const mark = join(home, '.made-for-pictures')

// One after another: both prepare and clear the same home.
test.describe.configure({ mode: 'default' })

test('screens are compared: the renderer that drew the stored pictures is the one of this machine', async ({
  page,
}) => {
  test.skip(storing, 'pictures are stored, not compared')
  const reason = await otherRenderer(page, rendererFile)
  test.skip(reason !== null, `${reason}: screens are drawn and checked for faults, not compared`)
})

test.beforeAll(takeHome)
test.afterAll(async () => {
  if (!(await drawsElsewhere())) await clear()
})

type Drawing = {
  readonly faults: string[]
  draw(fixture: Fixture, scene: Scene): Promise<void>
  say(): void
}

async function openDrawing(blank: Page): Promise<Drawing> {
  const faults: string[] = []
  const stored: string[] = []
  const compared = storing || (await otherRenderer(blank, rendererFile)) === null
  if (storing) await recordRenderer(blank, rendererFile)
  return {
    faults,
    async draw(fixture, scene) {
      const { page } = fixture
      await page.setViewportSize({ width: main.width, height: main.height })
      await page.emulateMedia({ colorScheme: 'light' })
      await scene.play(fixture)
      if (!only.test(scene.name)) return
      for (const { suffix, ...size } of sizes) {
        await page.setViewportSize(size)
        await still(page)
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme })
          if (!compared) {
            await page.screenshot({ animations: 'disabled' })
            continue
          }
          const name = `${scene.name}-${colorScheme}${suffix}.png`
          const picture = await shoot(page, name)
          if (await isAsStored(name, picture)) continue
          await keep(join(storing ? folder : different, name), picture)
          if (storing) stored.push(name)
          else
            expect
              .soft(
                name,
                `looks otherwise than the stored picture: compare it with test-results/screens; ${await whatDiffers(page, name, picture)}`,
              )
              .toBe('as stored')
        }
      }
      expect.soft(faults.splice(0), `what the page complained of in ${scene.name}`).toEqual([])
    },
    say() {
      if (stored.length > 0)
        process.stdout.write(`screens: stored, look at them: ${stored.join(', ')}\n`)
    },
  }
}

test('every screen can be drawn from the real app, in its themes, and complains of nothing', async ({
  browser,
  page: blank,
}) => {
  const { faults, draw, say } = await openDrawing(blank)
  const background = { browser, sample: await makeSample(home), clock: openClock(), faults }

  const before = await openFixture(background)
  try {
    await test.step(firstScene.name, () => draw(before, firstScene))
  } finally {
    await before.stop()
  }
  await test.step('the days before', () => makeHistory(background))
  const fixture = await openFixture(background)
  try {
    for (const scene of scenes) await test.step(scene.name, () => draw(fixture, scene))
  } finally {
    await fixture.stop()
  }
  say()
})

test('a fleet can be drawn over a real PostgreSQL, and what another machine asks @whole', async ({
  browser,
  page: blank,
}) => {
  await takeHome()
  const { faults, draw, say } = await openDrawing(blank)
  const clock = openClock()
  const sample = await makeSample(home)
  const fleet = await openFleet(sample, Date.now() + clock.lateMs(0))
  try {
    const fixture = await openFixture({ browser, sample, clock, faults })
    try {
      await fixture.play('read README.md\nlist src\nread .env')
      // Asked about, so that the charts have a question.
      await fixture.play('write notes.txt: Pack the crates.', ['once'])
      await fleet.admit((await fixture.call('fleet.identity', {})).publicKey)
      await fixture.call('fleet.retry', {})
      await expect
        .poll(async () => (await fixture.call('fleet.state', {})).kind, { timeout: 60_000 })
        .toBe('level')
      await fleet.settle()
      for (const scene of fleetScenes) await test.step(scene.name, () => draw(fixture, scene))
      const { machines } = await fixture.call('fleet.sums', { days: 30, machine: null })
      const own = machines.find(({ machine }) => String(machine) === 'ada-laptop')
      expect(own?.asked, 'what this machine asked, and no other one in its name').toBe(1)
    } finally {
      await fixture.stop()
    }
  } finally {
    await fleet.stop()
  }
  say()
})

/**
 * What is under way has come to rest: reads after the change of size, lazy parts, the pointer's
 * last hover.
 */
async function still(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.waitForTimeout(300)
  await page.evaluate(sameMeasures, root)
}

/**
 * In the page: how long something took, when the disk wrote a file and where Gatehouse is differ from
 * machine to machine and from day to day, and their width moves what is beside them. The words around
 * them stay.
 */
function sameMeasures(here: string): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? ''
    const same = text
      .replace(/^\d+(?:\.\d+)? m?s$/, '20 ms')
      .replace(/\b\d{1,2} [A-Z][a-z]{2} 20\d\d, \d\d:\d\d:\d\d/, '21 Nov 2026, 14:30:00')
      .replaceAll(here, '/opt/gatehouse')
    if (same !== text) node.nodeValue = same
  }
}

/**
 * The last of a screen may come late on a busy machine: looks again until it is as stored, or, where
 * it is to be stored, until nothing in it moves.
 */
async function shoot(page: Page, name: string): Promise<Buffer> {
  const take = async (): Promise<Buffer> => {
    await page.evaluate(sameMeasures, root)
    return page.screenshot({ animations: 'disabled' })
  }
  let picture = await take()
  const until = Date.now() + SETTLE_MS
  for (let done = false; !done && Date.now() < until;) {
    if (!storing && (await isAsStored(name, picture))) return picture
    await page.waitForTimeout(200)
    const next = await take()
    done = storing && next.equals(picture)
    picture = next
  }
  return picture
}

async function isAsStored(name: string, picture: Buffer): Promise<boolean> {
  const file = join(folder, name)
  return existsSync(file) && lookAlike(readPng(picture), readPng(await readFile(file)))
}

/**
 * What a person would look for first. The strip is on every screen, so that one word of it makes all
 * of them others: then it says why, its titles too.
 */
async function whatDiffers(page: Page, name: string, picture: Buffer): Promise<string> {
  const file = join(folder, name)
  const where = existsSync(file)
    ? whereApart(readPng(picture), readPng(await readFile(file)))
    : 'none is stored'
  const strip = await page.evaluate(() => {
    const footer = document.querySelector('footer[data-region]')
    const titles = [...(footer?.querySelectorAll('[title]') ?? [])].map((part) =>
      part.getAttribute('title'),
    )
    return JSON.stringify({ says: footer?.textContent ?? null, titles })
  })
  return `${where}; the status strip: ${strip}`
}

async function keep(file: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, smallPng(picture))
}

/** Empty, once nobody else draws in it. */
async function takeHome(): Promise<void> {
  await expect
    .poll(() => drawsElsewhere(), { message: `another run draws in ${home}`, timeout: 540_000 })
    .toBe(false)
  if (existsSync(mark)) await clear()
  await mkdir(home)
  await writeFile(mark, String(process.pid))
}

async function drawsElsewhere(): Promise<boolean> {
  const pid = Number(await readFile(mark, 'utf8').catch(() => ''))
  if (pid === 0 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch {
    // Ended before it could clear.
    return false
  }
}

async function clear(): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
