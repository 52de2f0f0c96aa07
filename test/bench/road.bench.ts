// The whole pipeline of one allowed read_file of 1 kB, through the composed Gatehouse, with the
// journal durable: asked by name, validated, touches made canonical, judged, journalled, judged
// again, run, redacted, journalled.
//
//   node test/bench/road.bench.ts
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import type { BenchLine } from './line.ts'

const WARM = 300
const CALLS = 2_000

export async function run(): Promise<BenchLine[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-road-')))
  const home = join(root, 'home')
  mkdirSync(join(root, 'home-workspace'), { recursive: true })
  const places = findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: root,
  })
  writeFileSync(join(root, 'home-workspace', 'notes.txt'), 'some words of a file\n'.repeat(49))
  const composed = await openApp({ host: 'cli', paths: places, version: '0.0.0-bench' })
  if (!composed.ok) throw new Error(composed.error.text)
  const app = composed.value
  try {
    const read = async (): Promise<void> => {
      const answer = await app.call(
        'tools.run',
        { tool: 'read_file', args: { path: 'notes.txt' }, wait: false },
        { surface: 'cli' },
      )
      const status = answer.ok ? (answer.value as { status: string }).status : answer.error.text
      if (status !== 'done') throw new Error(`read_file: ${JSON.stringify(answer)}`)
    }
    for (let at = 0; at < WARM; at++) await read()
    const times: number[] = []
    for (let at = 0; at < CALLS; at++) {
      const started = performance.now()
      await read()
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    const [p50, p99] = [
      times[CALLS / 2] ?? Number.NaN,
      times[Math.floor(CALLS * 0.99)] ?? Number.NaN,
    ]
    return [
      {
        name: 'read_file of 1 kB, whole road: p50',
        value: `${p50.toFixed(2)} ms`,
        goal: 'below 1 ms',
        holds: p50 < 1,
      },
      {
        name: 'read_file of 1 kB, whole road: p99',
        value: `${p99.toFixed(2)} ms`,
        goal: null,
        holds: null,
      },
    ]
  } finally {
    await app.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

if (import.meta.main)
  for (const { name, value, goal, holds } of await run())
    console.log(
      `${name.padEnd(40)} ${value.padStart(10)}  ${goal ?? ''} ${holds === false ? 'MISSED' : ''}`,
    )
