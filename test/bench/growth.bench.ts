// Whether the app holds more after many calls of clients than after some: the heap after a
// collection, what is in its maps, sets and lists, its open files and handles. Calls of every kind:
// allowed, refused, held and answered, given up, over both transports, in sessions that come and
// go.
//
//   node test/bench/growth.bench.ts
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../main/config/paths.ts'
import { engineEnv, engineFlags } from '../../main/host/launch/engine.mjs'
import { connect } from '../../main/host/local-client.ts'
import type { CliConnection } from '../../main/host/client-connection.ts'
import type { BenchLine } from './line.ts'
import { inspect } from './mcp/inspect.ts'
import type { Inspected } from './mcp/inspect.ts'
import { gone, httpLane, memoryOf, stdioLane } from './mcp/lanes.ts'
import type { Lane } from './mcp/lanes.ts'

const root = join(import.meta.dirname, '../..')
const echo = join(import.meta.dirname, 'mcp/echo.ts')
const node = process.execPath
const FIRST = 5_000
const LAST = 20_000
/** Calls after which the sessions end and others begin. */
const STRETCH = 500
const AT_ONCE = 16

async function openApp(folder: string) {
  const home = join(folder, 'home')
  const workspace = join(folder, 'work')
  for (const path of [home, workspace]) mkdirSync(path, { recursive: true })
  for (let at = 0; at < 50; at++)
    writeFileSync(join(workspace, `${at}.txt`), `The text of ${at}.\n`)
  writeFileSync(
    join(home, 'config.yaml'),
    `workspace: ${workspace}
servers:
  echo: { transport: stdio, command: ${JSON.stringify(node)}, args: [${JSON.stringify(echo)}], folders: [{ path: ${JSON.stringify(root)} }], trust: local }
rules:
  - { id: echo, when: { tools: [echo__echo] }, effect: allow, reason: measured }
  - { id: echo-again, when: { tools: [echo__echo], taint: [private] }, effect: allow, reason: measured }
`,
  )
  const env = { ...process.env, NODE_NO_WARNINGS: '1', GATEHOUSE_HOME: home }
  const places = findAppPaths({ env, platform: process.platform, homedir: folder })
  const flags = [...engineFlags, '--inspect=127.0.0.1:0']
  const app = spawn(node, [...flags, join(root, 'out/main/headless.js')], {
    env: { ...engineEnv, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const inspected = await inspect(app.stderr)
  for (const until = Date.now() + 20_000; ;) {
    const opened = await connect(places.socketFile)
    if (opened.ok) return { env, app, inspected, person: opened.value }
    if (Date.now() > until) throw new Error(opened.error.text)
    await new Promise((done) => setTimeout(done, 20))
  }
}

type Held = Inspected & { readonly files: number; readonly resident: number }

/**
 * Once it is at rest: the journal's index is built behind the calls, and what it holds for that
 * comes and goes.
 */
const held = async (pid: number, inspected: { look(): Promise<Inspected> }): Promise<Held> => {
  let looked = await inspected.look()
  for (let before = -1, tries = 0; before !== looked.maps && tries < 20; tries++) {
    before = looked.maps
    await new Promise((done) => setTimeout(done, 3_000))
    looked = await inspected.look()
  }
  return {
    ...looked,
    files: readdirSync(`/proc/${pid}/fd`).length,
    resident: (memoryOf(pid) ?? 0) / 1_048_576,
  }
}

/** Answers whatever is held, until it is told to stop: every third with no. */
function answerAll(person: CliConnection): { stop(): Promise<void> } {
  let over = false
  let answered = 0
  const all = (async () => {
    while (!over) {
      const pending = await person.call('approvals.list', { states: ['pending'], limit: 50 })
      if (!pending.ok) throw new Error(pending.error.text)
      for (const { id } of pending.value)
        await person.call('approvals.answer', {
          id,
          answer: answered++ % 3 === 0 ? 'deny-once' : 'once',
        })
      await new Promise((done) => setTimeout(done, 10))
    }
  })()
  return { stop: () => ((over = true), all) }
}

/**
 * The call of this number; in a hundred: 60 to the server, 36 files, 2 that do not fit, 1 unknown
 * tool, 1 that is held.
 */
function callOf(at: number): readonly [tool: string, args: object] {
  const part = at % 100
  if (part < 60) return ['echo__echo', { text: `number ${at % 40}` }]
  if (part < 96) return ['read_file', { path: `${at % 50}.txt` }]
  if (part < 98) return ['read_file', { file: `${at}` }]
  return part === 98
    ? [`nobody_${at}`, {}]
    : ['write_file', { path: `${at % 40}.md`, content: `${at}` }]
}

async function stretch(open: () => Promise<Lane>, from: number): Promise<void> {
  const lane = await open()
  let next = from
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < from + STRETCH) {
        const [name, args] = callOf(next++)
        await lane.ask('tools/call', { name, arguments: args, _meta: { progressToken: next } })
      }
    }),
  )
  await lane.close()
}

export async function run(): Promise<BenchLine[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-growth-bench-')))
  const { env, app, inspected, person } = await openApp(folder)
  const pid = app.pid ?? 0
  try {
    const review = await person.call('servers.review', { name: 'echo' })
    if (!review.ok) throw new Error(review.error.text)
    const accepted = await person.call('servers.accept', {
      name: 'echo',
      items: 'all',
      digest: review.value.digest,
    })
    const client = await person.call('clients.add', { name: 'web' })
    if (!accepted.ok || !client.ok) throw new Error('The server or the client could not be added.')
    const { token, url } = client.value
    const answering = answerAll(person)
    let calls = 0
    const until = async (count: number): Promise<Held> => {
      for (; calls < count; calls += STRETCH)
        await stretch(
          (calls / STRETCH) % 2 === 0
            ? () =>
                stdioLane(node, [join(root, 'out/main/mcp.js'), 'mcp', '--client', 'lines'], env)
            : () =>
                httpLane(
                  url ?? '',
                  { authorization: `Bearer ${token}` },
                  () => undefined,
                  async () => {},
                ),
          calls,
        )
      return held(pid, inspected)
    }
    const first = await until(FIRST)
    const last = await until(LAST)
    await answering.stop()
    return lines(first, last)
  } finally {
    person.close()
    await gone(app)
    rmSync(folder, { recursive: true, force: true })
  }
}

function lines(first: Held, last: Held): BenchLine[] {
  const line = (
    name: string,
    of: (held: Held) => number,
    more: number,
    unit: string,
  ): BenchLine => {
    const [before, after] = [of(first), of(last)]
    return {
      name: `${name}, after ${FIRST} / ${LAST} calls`,
      value: `${before.toFixed(unit === '' ? 0 : 1)} / ${after.toFixed(unit === '' ? 0 : 1)}${unit}`,
      goal: `at most ${more}${unit} more`,
      holds: after - before <= more,
    }
  }
  return [
    line('Heap after a collection', ({ heap }) => heap / 1_048_576, 2, ' MB'),
    line('Outside of the heap', ({ outside }) => outside / 1_048_576, 2, ' MB'),
    line('Members of all maps', ({ maps }) => maps, 200, ''),
    // One of them holds up to 4,096 texts that were looked at, and is emptied when it is full.
    line('Members of all sets', ({ sets }) => sets, 4_200, ''),
    line('Members of all lists', ({ lists }) => lists, 2_000, ''),
    line('Handles, timers, requests', ({ resources }) => resources, 5, ''),
    line('Open files', ({ files }) => files, 5, ''),
    {
      name: 'Resident, no goal',
      value: `${first.resident.toFixed(0)} / ${last.resident.toFixed(0)} MB`,
      goal: null,
      holds: null,
    },
  ]
}

if (import.meta.main) console.log(await run())
