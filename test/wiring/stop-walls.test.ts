// Each wall around the person's own `stop` list by itself, and all but one: which of them hold each
// way to a stopped file, so that one that is lost is seen even where another one still holds.
// @module-tag whole
import { describe, expect, it } from 'vitest'
import { startServices, wholeApp } from '../fakes/services/whole-app.ts'
import { openWith, WALLS, type Wall } from '../fakes/stop-walls.ts'
import { nameOf, prepare, ROWS, tryRows, withPlugin } from './stop-rows.ts'

wholeApp()

const held = async (walls: readonly Wall[]): Promise<readonly string[]> => {
  await startServices({
    more: `stop: [private]\n${withPlugin()}`,
    prepare,
    open: openWith(walls),
  })
  return (await tryRows()).flatMap(({ row, shows }) => (shows ? [] : [row]))
}
const heldBy = (walls: readonly Wall[]): readonly string[] =>
  ROWS.filter((row) => row[1].some((wall) => walls.includes(wall))).map(nameOf)

describe('a stopped file', () => {
  it.each(WALLS)(
    'is held by the wall "%s" alone in the rows that name it',
    { timeout: 600_000 },
    async (wall) => {
      expect(await held([wall])).toEqual(heldBy([wall]))
    },
  )

  it.each(WALLS)(
    'is held without the wall "%s" in the rows with another one',
    { timeout: 600_000 },
    async (wall) => {
      const others = WALLS.filter((each) => each !== wall)
      expect(await held(others)).toEqual(heldBy(others))
    },
  )

  it('is held by none where all are taken away', { timeout: 600_000 }, async () => {
    expect(await held([])).toEqual([])
  })
})
