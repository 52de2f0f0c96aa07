// Each barrier before the person's own `stop` list by itself, and all but one: which of them hold each
// way to a stopped file, so that one that is lost is seen even where another one still holds.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import { startServices, wholeApp } from '../fakes/services/whole-app.ts'
import { openWith, BARRIERS, type Barrier } from '../fakes/stop-barriers.ts'
import { nameOf, prepare, ROWS, tryRows, withPlugin } from './stop-rows.ts'

wholeApp()

const held = async (barriers: readonly Barrier[]): Promise<readonly string[]> => {
  await startServices({
    more: `stop: [private]\n${withPlugin()}`,
    prepare,
    open: openWith(barriers),
  })
  return (await tryRows()).flatMap(({ row, shows }) => (shows ? [] : [row]))
}
const heldBy = (barriers: readonly Barrier[]): readonly string[] =>
  ROWS.filter((row) => row[1].some((barrier) => barriers.includes(barrier))).map(nameOf)

describe('a stopped file', () => {
  it.each(BARRIERS)(
    'is closed by the barrier "%s" alone in the rows that name it',
    { timeout: 600_000 },
    async (barrier) => {
      expect(await held([barrier])).toEqual(heldBy([barrier]))
    },
  )

  it.each(BARRIERS)(
    'stays closed without the barrier "%s" in the rows with another one',
    { timeout: 600_000 },
    async (barrier) => {
      const others = BARRIERS.filter((each) => each !== barrier)
      expect(await held(others)).toEqual(heldBy(others))
    },
  )

  it('is open where all are removed', { timeout: 600_000 }, async () => {
    expect(await held([])).toEqual([])
  })
})
