// The engine's space for new objects grows before a look begins, however much of it the launcher took, and the engine's
// flags are then as they were: with others it would compile each of Node's own modules from its text.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const newSpace = join(import.meta.dirname, '../../main/host/launch/new-space.cjs')
const Grown = z.object({
  before: z.number(),
  after: z.number(),
  again: z.number(),
  same: z.boolean(),
})

/** In a process of its own, which kept so much of what it made before. */
function grown(keptKb: number, droppedKb: number) {
  const script = `
    const v8 = require('node:v8')
    const { growNewSpace } = require(${JSON.stringify(newSpace)})
    const size = () => v8.getHeapSpaceStatistics().find((one) => one.space_name === 'new_space').space_size
    const kilobytes = (count) => Array.from({ length: count }, (_one, at) => 'x'.repeat(900) + at + [at])
    const kept = kilobytes(${keptKb})
    kilobytes(${droppedKb})
    const flags = v8.cachedDataVersionTag()
    const before = size()
    growNewSpace()
    const after = size()
    growNewSpace()
    console.log(JSON.stringify({ before, after, again: size(), same: v8.cachedDataVersionTag() === flags, kept: kept.length }))`
  return Grown.parse(
    JSON.parse(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })),
  )
}

it.each([
  [0, 0],
  [0, 300],
  [200, 100],
  [0, 700],
  [700, 0],
  [1_500, 1_500],
])(
  'the memory for new objects after %s KB that stayed alive and %s that did not',
  (kept, dropped) => {
    const { before, after, again, same } = grown(kept, dropped)
    expect(after).toBeGreaterThanOrEqual(16 * 1_048_576)
    expect({ again, same }).toEqual({ again: after, same: true })
    expect(before).toBeLessThan(after)
  },
)
