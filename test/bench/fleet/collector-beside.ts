// What a collector costs a call: two Gatehouses without one take turns with three that have one, which
// answers at once, answers after three seconds, or is not there.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BenchLine } from '../line.ts'
import { openIn, sameAgain, takeTurns, within5 } from './pipeline-beside.ts'

/** Milliseconds to its answer; null: nothing listens. */
const collectors = { fast: 0, slow: 3_000, dead: null } as const
type Kind = keyof typeof collectors

/** In a process of its own, as a collector is: takes what comes and keeps nothing. */
const PROGRAM = `const { createServer } = require('node:http')
  const wait = Number(process.argv[1])
  createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(), wait))
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

async function collector(wait: number | null) {
  const child = spawn(process.execPath, ['-e', PROGRAM, String(wait ?? 0)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill()
    await gone
  }
  // Its port stays known, and nobody answers there.
  if (wait === null) await end()
  return { port, end }
}

export async function collectorBeside(): Promise<readonly BenchLine[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-collector-')))
  const ends: (() => Promise<void>)[] = []
  try {
    const open = async (name: string, config: string) => {
      const app = await openIn(root, name, config)
      ends.push(app.dispose)
      return app
    }
    const with_ = async (kind: Kind) => {
      const { port, end } = await collector(collectors[kind])
      ends.push(end)
      return await open(
        kind,
        `fleet:\n  machine: bench-${kind}\n  collector: { url: 'http://127.0.0.1:${port}' }\n`,
      )
    }
    const apps = {
      none: await open('none', ''),
      again: await open('again', ''),
      fast: await with_('fast'),
      slow: await with_('slow'),
      dead: await with_('dead'),
    }
    const times = await takeTurns(apps)
    const lines = [sameAgain('read_file without a collector', times.none, times.again)]
    for (const kind of ['fast', 'slow', 'dead'] as const) {
      const { kind: state, seq } = await apps[kind].collector()
      lines.push(
        within5(
          `read_file with a collector that is ${kind}, p50 (${state}, ${seq} rows sent)`,
          times.none,
          times[kind],
        ),
      )
    }
    return lines
  } finally {
    for (const end of ends.toReversed()) await end()
    rmSync(root, { recursive: true, force: true })
  }
}
