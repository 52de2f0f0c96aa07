// How long a person waits for the window, and what main costs while nothing happens. The browser
// host, as `npm start` starts it, in a home where it has never run; Chromium is already open, as a
// person's browser is.
//
//   npm run bench -- start
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { residentMegabytes, startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { installFrom, packInto } from '../packages/npm-package.ts'
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
    const installed = await fromNpm(browser)
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
      ...installed,
    ]
  })
}

const NPM_ROUNDS = 3

/** The npm package, packed and installed in an empty folder, started by its own command. */
function fromNpm(browser: Browser): Promise<BenchLine[]> {
  return withHome(async (folder) => {
    const began = performance.now()
    packInto(join(folder, 'packed'))
    const programs = installFrom(join(folder, 'packed'), join(folder, 'empty'))
    const installedMs = performance.now() - began
    const rounds: Round[] = []
    for (let count = 0; count < NPM_ROUNDS; count++)
      rounds.push(await round(browser, [join(programs, 'gatehouse'), 'serve', '--no-open']))
    const line = (name: string, value: string): BenchLine => ({
      ...{ name: `npm package: ${name}`, value, goal: null, holds: null },
    })
    return [
      line('npm pack and install in an empty folder', `${(installedMs / 1000).toFixed(1)} s`),
      line(
        'start until the window can be used, new home',
        `${median(rounds.map(({ usableMs }) => usableMs)).toFixed(0)} ms`,
      ),
      line(
        'memory of main (RSS), the most of all rounds',
        `${Math.max(...rounds.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
      ),
    ]
  })
}

function round(browser: Browser, words?: readonly string[]): Promise<Round> {
  return withHome(async (home) => {
    const first = await startOnce(browser, home, words)
    const again = await startOnce(browser, home, words)
    return {
      listeningMs: first.listeningMs,
      usableMs: first.usableMs,
      againMs: again.usableMs,
      megabytes: first.megabytes,
    }
  })
}

async function startOnce(browser: Browser, home: string, words?: readonly string[]) {
  const page = await browser.newPage()
  try {
    const started = performance.now()
    const host = await startBrowserHost(home, words)
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
