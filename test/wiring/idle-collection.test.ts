import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppEvent } from '../../main/wiring/events.ts'
import { allowIdleCollection } from '../../main/wiring/idle-collection.ts'
import { soak } from '../soak.ts'
import { makeTemporary } from '../temporary.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened() {
  const listeners = new Map<string, () => void>()
  const allocations: number[] = []
  const idle = allowIdleCollection(
    { on: (kind: AppEvent['kind'], listener) => void listeners.set(kind, listener as () => void) },
    () => Date.now(),
    () => allocations.push(Date.now()),
  )
  return { idle, allocations, work: () => listeners.get('call-changed')?.() }
}

test('a program that never worked is not woken', async () => {
  const { allocations } = opened()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(allocations).toEqual([])
})

test('after work something is allocated every two seconds, for a minute', async () => {
  const { allocations, work } = opened()
  const start = Date.now()
  work()
  work()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(allocations.map((at) => (at - start) / 1000)).toEqual([
    ...Array.from({ length: 31 }, (_, at) => (at + 1) * 2),
  ])
  work()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(allocations).toHaveLength(32)
})

test('nothing is left running when the program ends', async () => {
  const { idle, allocations, work } = opened()
  work()
  idle.dispose()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(allocations).toEqual([])
})

/** What a program still holds of a hundred megabytes that it made and dropped, 40 s later, in MB. */
function heldAfterWork(each: string): number {
  const program = `
    let kept = []
    for (let n = 0; n < 40; n++)
      kept.push(Array.from({ length: 20000 }, (_, i) => ({ i, s: 'text ' + i, list: [i] })))
    kept = []
    const { Script } = process.getBuiltinModule('vm')
    setInterval(() => { ${each} }, 2000)
    setTimeout(() => {
      console.log(process.memoryUsage().heapTotal / 1e6)
      process.exit()
    }, 40000)`
  // From a file: a program on the command line is itself an object in the other heap.
  const folder = makeTemporary('idle')
  try {
    const file = join(folder, 'program.mjs')
    writeFileSync(file, program)
    return Number(execFileSync(process.execPath, [file], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// As long as the first of the two holds, the module has a reason; where it fails, it can go.
test.runIf(soak)(
  'the engine keeps what was used, unless something is allocated in its other heap @soak',
  () => {
    const without = heldAfterWork('')
    const together = heldAfterWork("new Script('0')")
    expect(together, `of ${without} MB`).toBeLessThan(without / 3)
  },
  600_000,
)
