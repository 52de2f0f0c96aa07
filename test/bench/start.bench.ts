// How long a person waits for the window, and what main costs while nothing happens, in a home where
// it has never run: the browser host as `npm start` starts it, the npm package by its own command,
// and the packed app with the stand-in of Electron. Chromium is already open, as a person's browser
// is, but for the packed app: there the stand-in starts one, as Electron starts its own.
//
//   npm run bench -- start
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { startInElectron } from '../e2e/harness/start-electron.ts'
import { installFrom, packInto } from '../packages/npm-package.ts'
import { packApp } from '../packages/packed-app.ts'
import { residentMegabytes, startBrowserHost, withBrowser, withHome } from './browser-host.ts'
import { type BenchLine, median } from './line.ts'

const ROUNDS = 7
/** Whatever main still does in the background by then belongs to its memory. */
const IDLE_MS = 1_500

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
      ...(process.platform === 'linux' ? await fromPacked() : []),
    ]
  })
}

const PACKED_ROUNDS = 3

/** The npm package, packed and installed in an empty folder, started by its own command. */
function fromNpm(browser: Browser): Promise<BenchLine[]> {
  return withHome(async (folder) => {
    const began = performance.now()
    packInto(join(folder, 'packed'))
    const programs = installFrom(join(folder, 'packed'), join(folder, 'empty'))
    const installedMs = performance.now() - began
    const rounds: Round[] = []
    for (let count = 0; count < PACKED_ROUNDS; count++)
      rounds.push(await round(browser, [join(programs, 'gatehouse'), 'serve', '--no-open']))
    return [
      line('npm package', 'npm pack and install in an empty folder', seconds(installedMs)),
      line(
        'npm package',
        'from npm pack to a window that can be used',
        seconds(installedMs + (rounds[0]?.usableMs ?? Number.NaN)),
      ),
      ...figures('npm package', rounds),
    ]
  })
}

const PACKED = 'packed app on the stand-in'

/**
 * What electron-builder makes, started as a person starts it. What a real Electron takes to come up
 * is not in it; what the stand-in takes is: unpacking the archive, and a Chromium.
 */
function fromPacked(): Promise<BenchLine[]> {
  return withHome(async (folder) => {
    const began = performance.now()
    const { app } = packApp(folder)
    const packedMs = performance.now() - began
    process.env['GATEHOUSE_INSTALLED_APP'] = app
    try {
      const rounds: Start[] = []
      for (let count = 0; count < PACKED_ROUNDS; count++) rounds.push(await withHome(startPacked))
      return [line(PACKED, 'pack the folder', seconds(packedMs)), ...figures(PACKED, rounds)]
    } finally {
      delete process.env['GATEHOUSE_INSTALLED_APP']
    }
  })
}

type Start = Pick<Round, 'usableMs' | 'megabytes'>

async function startPacked(home: string): Promise<Start> {
  const env = { PATH: process.env['PATH'], HOME: home, GATEHOUSE_HOME: join(home, 'gatehouse') }
  const started = performance.now()
  const app = await startInElectron({ env, args: [], output: () => undefined })
  try {
    await app.page.locator('textarea').fill('ready')
    const usableMs = performance.now() - started
    await wait(IDLE_MS)
    return { usableMs, megabytes: residentMegabytes(app.pid) }
  } finally {
    await app.stop()
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const line = (what: string, name: string, value: string): BenchLine => ({
  name: `${what}: ${name}`,
  value,
  goal: null,
  holds: null,
})
const figures = (what: string, rounds: readonly Start[]): BenchLine[] => [
  line(
    what,
    'start until the window can be used, new home',
    `${median(rounds.map(({ usableMs }) => usableMs)).toFixed(0)} ms`,
  ),
  line(
    what,
    'memory of main (RSS), the most of all rounds',
    `${Math.max(...rounds.map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
  ),
]

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
      await wait(IDLE_MS)
      return { listeningMs, usableMs, megabytes: residentMegabytes(host.pid) }
    } finally {
      await host.stop()
    }
  } finally {
    await page.close()
  }
}
