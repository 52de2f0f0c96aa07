// What undo costs: keeping a workspace of 1,000 files before and after a command, a write_file over
// the whole pipeline, how long main's event loop is held up meanwhile, and the preview of a command
// that left 100,000 files.
//
//   node test/bench/undo.bench.ts
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { CallId } from '../../contract/ids.ts'
import { openUndo } from '../../main/undo/undo.ts'
import type { StoredCall } from '../../main/undo/undo-text.ts'
import type { Undo } from '../../main/undo/undo.ts'
import { median } from './line.ts'
import type { BenchLine } from './line.ts'

const FILES = 1_000
const ROUNDS = 15

const MANY = 100_000

export async function run(): Promise<BenchLine[]> {
  return [...(await costs()), ...(await manyFiles())]
}

/**
 * The preview in a process that knows nothing yet: as the call left things, and after another
 * change of every file.
 */
async function manyFiles(): Promise<BenchLine[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-bench-')))
  const [root, callId] = [join(base, 'workspace'), CallId.parse('call_bench100000')]
  const rows = new Map<string, StoredCall>()
  const table = {
    put: (row: StoredCall) => void rows.set(row.callId, row),
    get: (id: string) => rows.get(id) ?? null,
    gone: () => {},
  }
  const open = (): Undo => openUndo({ folder: join(base, 'store'), table, now: Date.now })
  const fill = (text: string): void => {
    for (let at = 0; at < MANY; at++)
      writeFileSync(join(root, `d${at % 100}`, `f${at}`), `${at}${text}`)
  }
  mkdirSync(root)
  try {
    const first = open()
    const checkpoint = await first.before(callId, { root, paths: null }, false)
    if (!checkpoint.ok) throw new Error(checkpoint.error.text)
    for (let at = 0; at < 100; at++) mkdirSync(join(root, `d${at}`))
    fill('')
    await checkpoint.value.after()
    await first.dispose()
    const measured = async (): Promise<number> => {
      const undo = open()
      const began = performance.now()
      const found = await undo.preview(callId, 'quick')
      const took = performance.now() - began
      await undo.dispose()
      if (!found.ok || found.value.total < MANY)
        throw new Error(found.ok ? `${found.value.total} changes` : found.error.text)
      return took
    }
    const asLeft = await measured()
    fill('')
    const rewritten = await measured()
    const line = (name: string, took: number): BenchLine => ({
      name,
      value: `${(took / 1000).toFixed(2)} s`,
      goal: 'below 5 s',
      holds: took < 5_000,
    })
    return [
      line('preview of 100,000 files as the call left them', asLeft),
      line('the same, each written again since', rewritten),
    ]
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

async function costs(): Promise<BenchLine[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-undo-bench-')))
  const root = join(base, 'workspace')
  for (let at = 0; at < FILES; at++) {
    mkdirSync(join(root, `d${at % 40}`), { recursive: true })
    writeFileSync(join(root, `d${at % 40}`, `f${at}`), `${at}\n`.repeat(400))
  }
  writeFileSync(join(root, 'one.txt'), 'x'.repeat(4_000))
  const undo = openUndo({
    folder: join(base, 'store'),
    table: { put: () => {}, get: () => null, gone: () => {} },
    now: Date.now,
  })
  let last = 0
  const kept = async (paths: readonly string[] | null, work = (): void => {}) => {
    const began = performance.now()
    const checkpoint = await undo.before(
      CallId.parse(`call_bench${String((last += 1)).padStart(6, '0')}`),
      { root, paths },
      false,
    )
    if (!checkpoint.ok) throw new Error(checkpoint.error.text)
    const before = performance.now() - began
    work()
    const resumed = performance.now()
    await checkpoint.value.after()
    return { before, after: performance.now() - resumed }
  }
  try {
    // A file younger than the clock's tick is read again.
    await new Promise((done) => setTimeout(done, 200))
    const cold = await kept(null)
    await new Promise((done) => setTimeout(done, 2_000))
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const warm: Awaited<ReturnType<typeof kept>>[] = []
    for (let at = 0; at < ROUNDS; at++) warm.push(await kept(null))
    delay.disable()
    const one: Awaited<ReturnType<typeof kept>>[] = []
    for (let at = 0; at < 50; at++)
      one.push(
        await kept(['one.txt'], () => writeFileSync(join(root, 'one.txt'), `${at}`.repeat(1_000))),
      )
    const [before, after] = [
      median(warm.map((each) => each.before)),
      median(warm.map((each) => each.after)),
    ]
    const [oneBefore, oneAfter] = [
      median(one.map((each) => each.before)),
      median(one.map((each) => each.after)),
    ]
    const ms = (value: number): string => `${value.toFixed(1)} ms`
    return [
      {
        name: 'keep 1,000 files, never read before',
        value: ms(cold.before),
        goal: null,
        holds: null,
      },
      {
        name: 'keep 1,000 unchanged files: p50',
        value: ms(before),
        goal: 'below 60 ms',
        holds: before < 60,
      },
      { name: 'compare them after the command: p50', value: ms(after), goal: null, holds: null },
      {
        name: 'event loop of main held up meanwhile: p99',
        value: ms(delay.percentile(99) / 1e6 - 1),
        goal: null,
        holds: null,
      },
      { name: 'keep one file before a write: p50', value: ms(oneBefore), goal: null, holds: null },
      { name: 'compare it after: p50', value: ms(oneAfter), goal: null, holds: null },
    ]
  } finally {
    await undo.dispose()
    rmSync(base, { recursive: true, force: true })
  }
}

if (import.meta.main)
  for (const { name, value, goal, holds } of await run())
    console.log(
      `${name.padEnd(44)} ${value.padStart(10)}  ${goal ?? ''} ${holds === false ? 'MISSED' : ''}`,
    )
