// What 32 clients cost the app in memory, while they work and afterwards: a mix of small and large
// reads, listings, writes that a person answers, and 200 reads of 1 MB at once by one client.
// The load is so many calls and not so long a time, so that a slow machine does the same work. Each
// figure is said when it is known.
//
//   npm run bench -- load                    3,200 calls, two to four minutes
//   GATEHOUSE_SOAK=1 npm run bench -- load   32,000 calls
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryOf, openFaultApp } from '../faults/driver/app.ts'
import type { FaultApp } from '../faults/driver/app.ts'
import { pause } from '../faults/driver/until.ts'
import type { BenchLine } from './line.ts'

const CLIENTS = 32
/** Of each client. */
const TURNS = process.env['GATEHOUSE_SOAK'] === '1' ? 1_000 : 100
const WARMING = { clients: 8, turns: 20 }
/** The engine's idle collection comes twice: 8 seconds after its last one and again after that. */
const REST = { leastMs: 20_000, mostMs: 40_000, lookMs: 4_000, stillMb: 1 }
const BURST = 200
const MB = 1_000_000

export async function run(): Promise<BenchLine[]> {
  const limits = Array.from(
    { length: CLIENTS },
    (_, at) => `    client-${at}:\n      perMinute: 10000\n`,
  ).join('')
  const app = openFaultApp(`gateway:\n  clients:\n${limits}    burst:\n      perMinute: 10000\n`)
  try {
    writeFileSync(join(app.workspace, 'small.txt'), 'one line\n')
    writeFileSync(
      join(app.workspace, 'large.txt'),
      `${'a line of an ordinary log file, with nothing in it\n'.repeat(MB / 51)}`,
    )
    const { child } = await app.start()
    const pid = child.pid ?? 0
    await work(app, WARMING.clients, WARMING.turns)
    const before = said('before the load', await rested(pid))

    const load = watch(pid)
    const began = performance.now()
    const done = await work(app, CLIENTS, TURNS)
    const took = (performance.now() - began) / 1000
    const loaded = said(`at most, in ${done} calls`, load())
    const after = said('after the load', await rested(pid))

    const bursting = watch(pid)
    const started = performance.now()
    const given = await burst(app)
    const seconds = (performance.now() - started) / 1000
    const burstMost = said(`at most, in ${BURST} reads at once`, bursting())
    const end = said('after them', await rested(pid))
    const mb = (value: number): string => `${value.toFixed(0)} MB`
    return [
      { name: 'memory before the load', value: mb(before), goal: null, holds: null },
      {
        name: `calls of ${CLIENTS} clients`,
        value: `${done} in ${took.toFixed(0)} s`,
        goal: null,
        holds: null,
      },
      { name: 'most memory under load', value: mb(loaded), goal: null, holds: null },
      {
        name: 'memory after the load',
        value: mb(after),
        goal: 'within 30 MB of before',
        holds: after - before <= 30,
      },
      {
        name: `most memory for ${BURST} reads of 1 MB at once`,
        value: mb(burstMost),
        goal: 'under 350 MB',
        holds: burstMost < 350,
      },
      {
        name: `${BURST} reads of 1 MB at once, answered`,
        value: `${given} in ${seconds.toFixed(1)} s`,
        goal: 'all',
        holds: given === BURST,
      },
      {
        name: 'memory after them',
        value: mb(end),
        goal: 'within 30 MB of before',
        holds: end - before <= 30,
      },
    ]
  } finally {
    await app.dispose()
  }
}

function said(when: string, mb: number): number {
  console.error(`memory ${when}: ${mb.toFixed(0)} MB`)
  return mb
}

/** What it is once it falls no more. */
async function rested(pid: number): Promise<number> {
  const began = performance.now()
  for (let last = memoryOf(pid); ;) {
    await pause(REST.lookMs)
    const now = memoryOf(pid)
    const rests = performance.now() - began
    const still = Math.abs(now - last) < REST.stillMb && rests >= REST.leastMs
    if (still || rests >= REST.mostMs) return now
    last = now
  }
}

async function work(app: FaultApp, clients: number, turns: number): Promise<number> {
  let done = 0
  let over = false
  const person = (async () => {
    const connection = await app.person()
    while (!over) {
      const held = await connection.call('approvals.list', { states: ['pending'], limit: 200 })
      await Promise.all(
        (held.ok ? held.value : []).map(({ id }) =>
          connection.call('approvals.answer', { id, answer: 'once' }),
        ),
      )
      await pause(50)
    }
  })()
  await Promise.all(
    Array.from({ length: clients }, async (_, at) => {
      const agent = await app.agent(`client-${at}`)
      for (let turn = 0; turn < turns; turn++) {
        const path = `out-${at}.txt`
        if (turn % 20 === 19) await agent.call('write_file', { path, content: `turn ${turn}` })
        else if (turn % 10 === 9) await agent.call('read_file', { path: 'large.txt' })
        else if (turn % 3 === 2) await agent.request('tools/list', {})
        else await agent.call('read_file', { path: 'small.txt' })
        done += 1
      }
      agent.close()
    }),
  )
  over = true
  await person
  return done
}

/** How many of the reads gave the whole file. */
async function burst(app: FaultApp): Promise<number> {
  const agents = await Promise.all([app.agent('burst'), app.agent('burst')])
  const answers = await Promise.all(
    Array.from({ length: BURST }, (_, at) =>
      (agents[at % 2] ?? agents[0]).call('read_file', { path: 'large.txt' }),
    ),
  )
  for (const agent of agents) agent.close()
  return answers.filter(
    ({ result }) =>
      result !== undefined &&
      result.isError !== true &&
      JSON.stringify(result.content).length > MB / 25,
  ).length
}

/** The most it was, from now until the function is called. */
function watch(pid: number): () => number {
  let most = memoryOf(pid)
  const looking = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)
  return () => {
    clearInterval(looking)
    return most
  }
}
