// Where the window goes on displays that may have changed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cornerOf, type Bounds, boundsOn } from '../../main/host/electron/windows/window-bounds.ts'
import { readWindowState, writeWindowState } from '../../main/host/electron/windows/window-state.ts'
import { makeTemporary } from '../temporary.ts'

const main = { x: 0, y: 25, width: 1440, height: 875 }
const second = { x: 1440, y: 0, width: 1920, height: 1080 }
const size = { width: 1240, height: 820 }
const middle = { ...size, x: 100, y: 53 }

describe('the place of the window', () => {
  it.each<[string, Partial<Bounds> & typeof size, readonly Bounds[], object]>([
    ['is the middle of the main display at first', size, [main, second], middle],
    [
      'is where it was, on the second display too',
      { ...size, x: 1500, y: 40 },
      [main, second],
      { ...size, x: 1500, y: 40 },
    ],
    ['is the main display where the second is gone', { ...size, x: 1500, y: 40 }, [main], middle],
    ['is no larger than the display', { x: 0, y: 25, width: 4000, height: 3000 }, [main], main],
    [
      'is reachable where its title was above the edge',
      { ...size, x: 10, y: 0 },
      [main],
      {
        ...size,
        x: 10,
        y: 25,
      },
    ],
    ['is left to the system without a display', { ...size, x: 1, y: 1 }, [], size],
  ])('%s', (_name, was, areas, bounds) => {
    expect(boundsOn(was, areas)).toEqual(bounds)
  })

  it('always leaves a hand’s breadth of its title bar on a display', () => {
    const coordinate = fc.integer({ min: -5_000, max: 5_000 })
    const length = fc.integer({ min: 200, max: 4_000 })
    const bounds = fc.record({ x: coordinate, y: coordinate, width: length, height: length })
    fc.assert(
      fc.property(bounds, fc.array(bounds, { minLength: 1, maxLength: 3 }), (was, areas) => {
        const { x = 0, y = 0, width } = boundsOn(was, areas)
        const reachable = areas.some(
          (area) =>
            Math.min(x + width, area.x + area.width) - Math.max(x, area.x) >=
              Math.min(160, width) &&
            y >= area.y &&
            y <= area.y + area.height - 48,
        )
        expect(reachable).toBe(true)
      }),
    )
  })

  it('of the small window is the corner, on however small a display', () => {
    expect(cornerOf(second, { width: 520, height: 640 }, 16)).toEqual({
      x: 2824,
      y: 16,
      width: 520,
      height: 640,
    })
    expect(
      cornerOf({ x: 0, y: 0, width: 400, height: 300 }, { width: 520, height: 640 }, 16),
    ).toEqual({ x: 16, y: 16, width: 368, height: 268 })
  })
})

describe('the file with the place of the window', () => {
  let folder: string
  beforeEach(() => {
    folder = makeTemporary('window-state')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  it('gives back what was written', () => {
    const file = join(folder, 'window.json')
    const state = { bounds: middle, maximized: true }
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
  })

  it.each(['', '{', '[]', '{"bounds":{"x":0,"y":0,"width":1e9,"height":5},"maximized":false}'])(
    'with %j in it counts as none',
    (text) => {
      writeFileSync(join(folder, 'window.json'), text)
      expect(readWindowState(join(folder, 'window.json'))).toBeNull()
    },
  )

  it('that cannot be read or written stops nothing', () => {
    mkdirSync(join(folder, 'window.json'))
    writeWindowState(join(folder, 'window.json'), { bounds: middle, maximized: false })
    expect(readWindowState(join(folder, 'window.json'))).toBeNull()
  })
})
