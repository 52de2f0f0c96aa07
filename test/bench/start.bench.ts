// How long a person waits for the window, and what main costs while nothing happens. The browser
// host, as `npm start` starts it, in a home where it has never run; Chromium is already open, as a
// person's browser is.
//
//   npm run bench -- start
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { residentMegabytes, startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { type BenchLine, median } from './line.ts'

const ROUNDS = 7

type Round = {
  readonly listeningMs: number
  readonly usableMs: number
  readonly againMs: number
  readonly megabytes: number
}

export function run(): Promise<BenchLine[]> {
  return withBrowser(async (browser) => {
    await round(browser)
    const rounds: Round[] = []
    for (let count = 0; count < ROUNDS; count++) rounds.push(await round(browser))
    const of = (pick: (one: Round) => number) => median(rounds.map(pick))
    const usable = of((one) => one.usableMs)
    const memory = Math.max(...rounds.map((one) => one.megabytes))
    return [
      {
        name: 'start until the host listens',
        value: `${of((one) => one.listeningMs).toFixed(0)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: 'start until the window can be used, new home',
        value: `${usable.toFixed(0)} ms`,
        goal: 'under 1500 ms',
        holds: usable < 1500,
      },
      {
        name: 'the same, in a home that was used before',
        value: `${of((one) => one.againMs).toFixed(0)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: 'memory of main (RSS), the most of all rounds',
        value: `${memory.toFixed(0)} MB`,
        goal: 'under 120 MB',
        holds: memory < 120,
      },
    ]
  })
}

function round(browser: Browser): Promise<Round> {
  return withHome(async (home) => {
    const first = await startOnce(browser, home)
    const again = await startOnce(browser, home)
    return {
      listeningMs: first.listeningMs,
      usableMs: first.usableMs,
      againMs: again.usableMs,
      megabytes: first.megabytes,
    }
  })
}

async function startOnce(browser: Browser, home: string) {
  const page = await browser.newPage()
  try {
    const started = performance.now()
    const host = await startBrowserHost(home)
    const listeningMs = performance.now() - started
    try {
      await page.goto(host.url, { waitUntil: 'commit' })
      const composer = page.locator('textarea')
      await composer.fill('ready')
      const usableMs = performance.now() - started
      // Whatever main still does in the background belongs to its memory.
      await wait(1500)
      return { listeningMs, usableMs, megabytes: residentMegabytes(host.pid) }
    } finally {
      await host.stop()
    }
  } finally {
    await page.close()
  }
}
