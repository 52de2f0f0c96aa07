// The table of tools with a thousand of them, from a real external server, in a real Chromium: how
// soon it can be used after the click that leads to it, and how soon what is typed or moved is on
// the screen.
//
//   npm run bench -- window-tools
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callFromPage } from '../e2e/harness/call-from-page.ts'
import { startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { inputs, most, watchInput } from './input-times.ts'
import { type BenchLine, median } from './line.ts'

const VISITS = 9
/** Some two hundred keys: of fewer, the 99th percentile is the slowest one. */
const ROUNDS = 5

export function run(): Promise<BenchLine[]> {
  return withHome((home) =>
    withBrowser(async (browser) => {
      const folder = join(home, 'gatehouse')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const server = join(import.meta.dirname, 'mcp', 'thousand-tools.mjs')
      const folders = [{ path: join(import.meta.dirname, 'mcp') }]
      const config = {
        servers: {
          many: {
            transport: 'stdio',
            command: process.execPath,
            args: [server],
            trust: 'verified',
            folders,
          },
        },
      }
      await writeFile(join(folder, 'config.yaml'), JSON.stringify(config))
      const host = await startBrowserHost(home)
      try {
        const page = await browser.newPage()
        await page.goto(host.url)
        await page.getByRole('link', { name: 'Capabilities' }).waitFor()
        const reviewed = await callFromPage(page, 'servers.review', { name: 'many' })
        if (!reviewed.ok) throw new Error(reviewed.error.text)
        const accepted = await callFromPage(page, 'servers.accept', {
          name: 'many',
          items: 'all',
          digest: reviewed.value.digest,
        })
        if (!accepted.ok) throw new Error(accepted.error.text)
        const list = await page.evaluate(timedList)
        const opened: number[] = []
        for (let visit = 0; visit < VISITS; visit++) {
          await page.getByRole('link', { name: 'Runs' }).click()
          await page.getByRole('textbox', { name: 'Message' }).waitFor()
          opened.push(await page.evaluate(openTable))
        }
        const first = opened[0] ?? Number.NaN
        await page.evaluate(watchInput)
        await page.getByRole('searchbox', { name: 'Filter tools' }).focus()
        for (let round = 0; round < ROUNDS; round++) {
          for (const word of ['list things', 'find 42', 'many']) {
            await page.keyboard.type(word, { delay: 60 })
            for (let back = 0; back < word.length; back++)
              await page.keyboard.press('Backspace', { delay: 20 })
          }
        }
        const typing = await inputs(page)
        await page.getByRole('rowheader').first().getByRole('button').focus()
        for (let step = 0; step < 120; step++) await page.keyboard.press('ArrowDown', { delay: 15 })
        for (let step = 0; step < 6; step++) await page.keyboard.press('PageDown', { delay: 30 })
        const moving = await inputs(page)
        const line = (name: string, value: number, goal: number | null): BenchLine => ({
          name,
          value: `${value.toFixed(0)} ms`,
          goal: goal === null ? null : `below ${goal} ms`,
          holds: goal === null ? null : value < goal,
        })
        return [
          line('tools.list with 1,000 tools of a server, by the page, median', median(list), null),
          line(
            'click until the table of 1,000 tools is painted and answers, first visit',
            first,
            200,
          ),
          line(`the same, median of ${VISITS}`, median(opened), 200),
          line(`typing in the filter to paint, p99 of ${typing.length}`, most(typing), 50),
          line(`arrow keys to paint, p99 of ${moving.length}`, most(moving), 50),
        ]
      } finally {
        await host.stop()
      }
    }),
  )
}

/**
 * Runs in the page. Milliseconds from the click until rows were painted and a key was answered with
 * another frame.
 */
function openTable(): Promise<number> {
  return new Promise((resolve, reject) => {
    const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
      (each) => each.textContent?.startsWith('Capabilities') === true,
    )
    if (link === undefined) return reject(new Error('no link to the table'))
    const began = performance.now()
    const look = (): void => {
      const rows = document.querySelectorAll('main table tbody th[scope="row"]')
      if (rows.length < 10) return void requestAnimationFrame(look)
      // One frame that shows them, and one task after it: whatever was in the way is over.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    }
    link.click()
    look()
  })
}

/** Runs in the page. */
async function timedList(): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < 7; turn++) {
    const time = await new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(new URL('ws', location.href))
      let began = 0
      socket.addEventListener('open', () => {
        began = performance.now()
        socket.send(JSON.stringify({ id: 1, channel: 'tools.list', input: {} }))
      })
      socket.addEventListener('error', () => reject(new Error('no connection')))
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        if (!data.startsWith('{"id":1')) return
        resolve(performance.now() - began)
        socket.close()
      })
    })
    times.push(time)
  }
  return times
}
