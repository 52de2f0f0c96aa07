// Ten thousand events a second for ten seconds, through the real server and a real socket, into the
// real page while it shows a run, and while Audit follows live: how long the longest frame is, and
// what is left in memory when it is over.
//
//   npm run bench -- window-events
import { watchFrames } from './watch-frames.ts'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Input, IpcChannel } from '../../contract/ipc/ipc.ts'
import { ok } from '../../contract/result.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { openBrowserHost } from '../../main/host/browser/server.ts'
import { findChromium } from '../chromium.mjs'
import { fakeBridge } from '../fakes/bridge.ts'
import { fakePages } from '../fakes/returning-pages.ts'
import { DECISIONS, floodJournal } from './flood-journal.ts'
import type { BenchLine } from './line.ts'

const PER_SECOND = 10_000
const SECONDS = 10
/** Rows of the journal when the page is opened. */
const FIRST_ROW = 100_000

export async function run(): Promise<BenchLine[]> {
  const bridge = fakeBridge({ runs: true, held: true, journalRows: 400 })
  const journal = floodJournal(FIRST_ROW)
  const listeners = new Set<(event: PanelEvent) => void>()
  const host = await openBrowserHost({
    pageFolder: join(import.meta.dirname, '..', '..', 'out', 'renderer'),
    port: 0,
    pages: fakePages().open(),
    app: {
      call: async (channel, input) => {
        if (channel === 'audit.search') return ok(journal.search(input as Input<'audit.search'>))
        if (channel === 'audit.count') return ok(journal.count(input as Input<'audit.count'>))
        return bridge.call(channel as IpcChannel, input as Input<IpcChannel>)
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      dispose: async () => undefined,
    },
  })
  if (!host.ok) throw new Error(host.error.text)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: ['--js-flags=--expose-gc', '--enable-precise-memory-info'],
    ...(executablePath === null ? {} : { executablePath }),
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(host.value.newLink())
    const { runId, events } = await eventsFor(bridge, journal)
    const feed = async (seconds: number): Promise<number> => {
      const began = performance.now()
      let sent = 0
      while (sent < PER_SECOND * seconds) {
        const due = Math.min(
          PER_SECOND * seconds,
          Math.floor(((performance.now() - began) / 1_000) * PER_SECOND),
        )
        for (; sent < due; sent += 1) for (const listener of listeners) listener(events(sent))
        await wait(4)
      }
      return sent / ((performance.now() - began) / 1_000)
    }
    const lane = async (
      name: string,
      hash: string,
      shown: (page: Page) => Promise<void>,
    ): Promise<BenchLine[]> => {
      await page.evaluate((to) => void (location.hash = to), hash)
      await shown(page)
      // What is compiled and kept for good is there before it is measured.
      await feed(2)
      await page.waitForTimeout(500)
      const before = await heapOf(page)
      await page.evaluate(watchFrames)
      const rate = await feed(SECONDS)
      const frames = await page.evaluate(() => window.frameTimes.stop())
      await page.waitForTimeout(2_000)
      const after = await heapOf(page)
      const longest = Math.max(...frames)
      const grown = after - before
      return [
        {
          name: `${name}: events that arrived`,
          value: `${rate.toFixed(0)} a second`,
          goal: null,
          holds: null,
        },
        {
          name: `${name}: longest of ${frames.length} frames while they do`,
          value: `${longest.toFixed(0)} ms`,
          goal: 'below 100 ms',
          holds: longest < 100,
        },
        {
          name: `${name}: heap of the page afterwards, beside before`,
          value: `${before.toFixed(1)} → ${after.toFixed(1)} MB`,
          goal: 'less than 3 MB more',
          holds: grown < 3,
        },
      ]
    }
    const follows = async (): Promise<void> => {
      const top = (): Promise<number> =>
        page.evaluate(() =>
          Number(document.querySelector('[data-index="0"] [data-stop]')?.textContent ?? 0),
        )
      await page.getByRole('button', { name: 'Events', exact: true }).click()
      await page.getByRole('table', { name: 'Journal' }).waitFor()
      await page.waitForFunction(
        () => Number(document.querySelector('[data-index="0"] [data-stop]')?.textContent ?? 0) > 0,
      )
      if ((await top()) < FIRST_ROW)
        throw new Error('window-events: Audit does not show the journal')
    }
    const lines = [
      ...(await lane('a run', `/runs/${runId}`, (shown) =>
        shown.getByRole('log', { name: 'Transcript' }).waitFor(),
      )),
      ...(await lane('Audit, all rows', '/audit', follows)),
      ...(await lane(
        'Audit, with a question',
        `/audit?q=${encodeURIComponent(DECISIONS)}`,
        follows,
      )),
    ]
    // It followed to the end, or it was quick because it had stopped.
    const newest = (Math.floor((journal.newest() - 1) / 5) * 5 + 1).toString()
    await page
      .getByRole('button', { name: `Row ${newest}`, exact: true })
      .waitFor({ timeout: 10_000 })
    return lines
  } finally {
    await browser.close()
    await host.value.dispose()
  }
}

type Fake = ReturnType<typeof fakeBridge>

/**
 * A busy hour in short: mostly a command that writes, then the journal, then words of the model,
 * and calls that are held and answered.
 */
async function eventsFor(
  bridge: Fake,
  journal: ReturnType<typeof floodJournal>,
): Promise<{ readonly runId: string; readonly events: (at: number) => PanelEvent }> {
  const listed = await bridge.call('runs.list', { limit: 20 })
  const held = await bridge.call('approvals.list', { states: ['pending'], limit: 1 })
  if (!listed.ok || !held.ok) throw new Error('window-events: the fake has no run')
  const idle = listed.value.findLast(({ state }) => state === 'idle')
  const [approval] = held.value
  if (idle === undefined || approval === undefined)
    throw new Error('window-events: the fake has no run')
  const got = await bridge.call('runs.get', { id: idle.id })
  if (!got.ok) throw new Error(got.error.text)
  const last = Math.max(...got.value.items.map(({ id }) => id))
  const call = got.value.items.find((item) => item.kind === 'call')
  if (call === undefined) throw new Error('window-events: the run has no call')
  const words: RunItem = {
    kind: 'assistant',
    id: last + 1,
    at: idle.updatedAt,
    text: '',
    streaming: true,
  }
  // A command that runs, so that what it writes is on the screen.
  const running: RunItem = {
    ...call,
    id: last + 2,
    tool: 'exec',
    state: { kind: 'running', decision: approval.decision },
  }
  return {
    runId: idle.id,
    events: (at) =>
      eventAt(at, { run: idle, approval, words, running, callId: call.callId, journal }),
  }
}

type Cast = {
  readonly run: Extract<PanelEvent, { kind: 'run-changed' }>['run']
  readonly approval: Approval
  readonly words: RunItem
  readonly running: RunItem
  readonly journal: ReturnType<typeof floodJournal>
  readonly callId: Extract<PanelEvent, { kind: 'output-added' }>['callId']
}

function eventAt(
  at: number,
  { run: ofRun, approval, words, running, callId, journal }: Cast,
): PanelEvent {
  // Once a second the model begins again, as after a call.
  if (at % 10_000 === 0) return { kind: 'item-put', runId: ofRun.id, item: words }
  if (at % 10_000 === 1) return { kind: 'item-put', runId: ofRun.id, item: running }
  const of = at % 100
  if (of < 75)
    return {
      kind: 'output-added',
      runId: ofRun.id,
      callId,
      stream: 'stdout',
      text: `[${at}] compiled src/part-${at % 97}.ts\n`,
    }
  if (of < 90) {
    const seq = journal.grow()
    return { kind: 'journal-grew', seq, rows: seq }
  }
  if (of < 95)
    return {
      kind: 'text-added',
      runId: ofRun.id,
      itemId: words.id,
      delta: at % 40 === 0 ? '\n\n' : 'word ',
    }
  if (of < 98)
    return { kind: 'run-changed', run: { ...ofRun, steps: at, updatedAt: ofRun.updatedAt + at } }
  const changed = { ...approval, createdAt: approval.createdAt + at }
  return { kind: 'approval-changed', approval: changed }
}

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    gc?(): void
  }
}

/** Megabytes after everything that can be given back was. */
async function heapOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      window.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return (
      (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6
    )
  })
}
