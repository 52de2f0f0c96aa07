// Fifty agents at once: ten runs, each with four sub-agents, all at work in a whole Gatehouse over a
// model server that streams. How many steps and calls they take, how long the event loop of the app is
// held up, and how long the longest frame of the window is while it shows one of the runs.
//
//   npm run bench -- agents
import { watchFrames } from './watch-frames.ts'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { openBrowserHost } from '../../main/host/browser/server.ts'
import { openApp } from '../../main/wiring/app.ts'
import { findChromium } from '../chromium.mjs'
import { modelServer, type Turn } from '../fakes/model-server.ts'
import { makeTemporary } from '../temporary.ts'
import type { BenchLine } from './line.ts'

const RUNS = 10
const EACH = 4
const SECONDS = 10
/** Pause between two pieces of an answer: as a model that says some twenty words a second. */
const PAUSE_MS = 50

const words = Array.from({ length: 30 }, (_, at) => `word ${at} `)

/** Sub-agents read and talk for as long as they are let; their parents start them and wait. */
function turnFor(body: Record<string, unknown>, at: number): Turn {
  const messages = body['messages'] as { role: string; content: unknown }[]
  const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '')
  const steps = messages.filter(({ role }) => role === 'assistant').length
  if (first.includes('lead'))
    return steps === 0
      ? {
          kind: 'say',
          calls: Array.from({ length: EACH }, (_, each) => ({
            id: `s${at}-${each}`,
            name: 'spawn',
            args: { task: `work ${at} ${each}`, label: `worker ${each}`, max_turns: 200 },
          })),
        }
      : { kind: 'slow', pauseMs: PAUSE_MS, text: words }
  return {
    kind: 'slow',
    pauseMs: PAUSE_MS,
    text: words.slice(0, 10),
    calls: [
      { id: `r${at}`, name: 'read_file', args: { path: 'notes.txt', offset: 1 + (at % 90) } },
    ],
  }
}

export async function run(): Promise<BenchLine[]> {
  const root = makeTemporary('bench-agents')
  const workspace = join(root, 'workspace')
  const model = await modelServer(({ body }, at) => turnFor(body, at))
  mkdirSync(workspace)
  mkdirSync(join(root, 'home'), { mode: 0o700 })
  writeFileSync(
    join(workspace, 'notes.txt'),
    Array.from({ length: 100 }, (_, n) => `line ${n}\n`).join(''),
  )
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    [
      'preset: flow',
      `workspace: '${workspace}'`,
      `model: { provider: openai-compatible, name: m, baseUrl: '${model.url}/v1' }`,
      'agent: { maxSteps: 200 }',
      '',
    ].join('\n'),
  )
  const opened = await openApp({
    host: 'browser',
    paths: findAppPaths({
      env: { GATEHOUSE_HOME: join(root, 'home') },
      platform: process.platform,
      homedir: root,
    }),
    version: '0.0.0-bench',
    browse: async () => undefined,
  })
  if (!opened.ok) throw new Error(opened.error.text)
  const app = opened.value
  const ask = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await app.call(channel, input, { surface: 'window' })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.text}`)
    return answer.value as Output<C>
  }
  const host = await openBrowserHost({
    pageFolder: join(import.meta.dirname, '..', '..', 'out', 'renderer'),
    port: 0,
    pages: app.pages,
    app,
  })
  if (!host.ok) throw new Error(host.error.text)
  const executablePath = findChromium()
  const browser = await chromium.launch(executablePath === null ? {} : { executablePath })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(host.value.newLink())
    const began = performance.now()
    const leads = await Promise.all(
      Array.from({ length: RUNS }, async (_, at) => ask('runs.start', { text: `lead ${at}` })),
    )
    const all = async () =>
      (await Promise.all(leads.map(({ id }) => ask('runs.tree', { id })))).flat()
    const atWork = async () => (await all()).filter(({ state }) => state === 'working').length
    while ((await atWork()) < RUNS * (EACH + 1)) {
      for (const { id } of await ask('approvals.list', { states: ['pending'], limit: 100 }))
        await ask('approvals.answer', { id, answer: 'once' })
      if (performance.now() - began > 120_000)
        throw new Error(`agents: only ${await atWork()} are at work`)
      await wait(50)
    }
    const started = performance.now() - began
    await page.evaluate((to) => void (location.hash = to), `/runs/${leads[0]?.id}`)
    await page.getByRole('region', { name: 'Sub-agents' }).waitFor()
    await page.waitForTimeout(1_000)
    const stepsOf = async () => (await all()).reduce((sum, { steps }) => sum + steps, 0)
    const [stepsBefore, delay] = [await stepsOf(), monitorEventLoopDelay({ resolution: 5 })]
    await page.evaluate(watchFrames)
    delay.enable()
    await wait(SECONDS * 1_000)
    delay.disable()
    const frames = await page.evaluate(() => window.frameTimes.stop())
    const steps = (await stepsOf()) - stepsBefore
    const working = await atWork()
    const stopping = performance.now()
    await Promise.all(leads.map(({ id }) => ask('runs.stop', { id })))
    const stopped = performance.now() - stopping
    const longest = Math.max(...frames)
    return [
      line('agents at work at the end', `${working}`, null, null),
      line('until all fifty are at work', `${started.toFixed(0)} ms`, null, null),
      line(
        'steps they take, each with a call',
        `${(steps / SECONDS).toFixed(1)} a second`,
        null,
        null,
      ),
      line(
        'event loop of the app held up, p99',
        `${(delay.percentile(99) / 1e6).toFixed(1)} ms`,
        null,
        null,
      ),
      line(
        `longest of ${frames.length} frames of the window`,
        `${longest.toFixed(0)} ms`,
        'below 100 ms',
        longest < 100,
      ),
      line('until all ten branches are stopped', `${stopped.toFixed(0)} ms`, null, null),
    ]
  } finally {
    await browser.close()
    await host.value.dispose()
    await app.dispose()
    await model.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const line = (
  name: string,
  value: string,
  goal: string | null,
  holds: boolean | null,
): BenchLine => ({ name, value, goal, holds })
