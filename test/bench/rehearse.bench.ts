// How long a rehearsal takes beside the command itself, and how long it keeps everybody else
// waiting.
//
//   npm run bench -- rehearse
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ok } from '../../contract/result.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import { recorderIn } from '../../main/rehearsal/host-recorder.ts'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import { openRehearser } from '../../main/sandbox/rehearsal/rehearse.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { median, type BenchLine } from './line.ts'

const ROUNDS = 15
const command = 'echo new >new'

export async function run(): Promise<BenchLine[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')))
  const lines: BenchLine[] = []
  try {
    for (const files of [10, 2_000, 20_000])
      lines.push(...(await inWorkspace(join(root, String(files)), files)))
    return lines
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function inWorkspace(root: string, files: number): Promise<BenchLine[]> {
  const [ws, home] = [join(root, 'ws'), join(root, 'home')]
  for (const folder of [root, ws, home]) mkdirSync(folder)
  fill(ws, files)
  const runner = openRunner({ stop: [], home, scratch: root, workspace: () => ws })
  const outbound = openOutbound({ hosts: () => [] })
  await runner.ready
  const lines: BenchLine[] = []
  for (const overlay of [true, false]) {
    if (!overlay && files > 2_000) continue
    const record = recorderIn(join(root, 'run'), outbound)
    const rehearser = openRehearser({
      runner,
      stop: [],
      home,
      scratch: join(root, 'views'),
      record,
      overlay,
      now: Date.now,
    })
    const times: number[] = []
    const delay = monitorEventLoopDelay({ resolution: 1 })
    let view = 'none'
    for (let round = 0; round < ROUNDS; round += 1) {
      delay.enable()
      const began = performance.now()
      const rehearsal = await rehearser.rehearse({
        touches: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace', parts: [] }],

        workspace: ws,
        by: 'person',
        signal: new AbortController().signal,
        start: async () => ok(null),
        limits: { runTimeMs: 10_000, stdoutBytes: 1000, stderrBytes: 1000 },
        work: async (powers) => {
          const ran = await powers['proc.run'].run({ command, cwd: '.', timeoutMs: 10_000 })
          return ran.ok ? ok({ text: '' }) : ran
        },
        redact: async (text) => text,
        sanitizeOutput: async (text) => ({ text, truncated: false }),
      })
      times.push(performance.now() - began)
      delay.disable()
      if (!rehearsal.ok) throw new Error(rehearsal.error.text)
      view = rehearsal.value.view
    }
    const name = `rehearsal of a small command, ${files} files, ${view}`
    lines.push({ name, value: `${median(times).toFixed(0)} ms`, goal: null, holds: null })
    lines.push({
      name: `${name}: longest wait of others`,
      value: `${(delay.max / 1e6).toFixed(1)} ms`,
      goal: null,
      holds: null,
    })
  }
  await runner.dispose()
  await outbound.dispose()
  return lines
}

function fill(ws: string, files: number): void {
  const root = process.getuid?.() === 0
  const give = (path: string): void =>
    root ? chownSync(path, ORDINARY.uid, ORDINARY.gid) : undefined
  give(ws)
  for (let n = 0; n < files; n += 1) {
    const folder = join(ws, String(Math.floor(n / 100)))
    if (n % 100 === 0) mkdirSync(folder)
    const path = join(folder, String(n))
    writeFileSync(path, `${n}\n`.repeat(100))
    give(folder)
    give(path)
  }
}
