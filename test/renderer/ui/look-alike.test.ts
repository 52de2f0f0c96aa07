// When a picture of a screen counts as another one, by a picture that is stored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lookAlike, whereApart } from '../../screens/look-alike.ts'
import { type Pixels, readPng } from '../../screens/read-png.ts'
import { smallPng } from '../../screens/small-png.ts'

const file = readFileSync(join(import.meta.dirname, '../../../docs/screens/audit-light.png'))
const stored = readPng(file)

/** The picture with a part of it painted over. */
function painted(left: number, top: number, wide: number, high: number, colour: number): Pixels {
  const pixels = stored.pixels.slice()
  for (let y = top; y < top + high; y += 1)
    pixels.fill(colour, y * stored.width + left, y * stored.width + left + wide)
  return { ...stored, pixels }
}

describe('a picture of a screen', () => {
  it('is read as it was drawn, and written so that it is read again', () => {
    expect([stored.width, stored.height, stored.pixels.length]).toEqual([1_280, 800, 1_280 * 800])
    // The bar at the top is white, and not all is.
    expect([stored.pixels[600 + 4 * 1_280], new Set(stored.pixels).size > 20]).toEqual([
      0xffffff,
      true,
    ])
    expect(
      Buffer.compare(
        Buffer.from(readPng(smallPng(file)).pixels.buffer),
        Buffer.from(stored.pixels.buffer),
      ),
    ).toBe(0)
  })

  it.each<readonly [string, Pixels, boolean]>([
    ['itself', stored, true],
    ['one with another digit', painted(330, 225, 6, 10, 0x5c5f66), true],
    ['one with a word more', painted(900, 225, 90, 14, 0x1b1d22), true],
    ['one with a button more', painted(700, 60, 96, 30, 0x1b1d22), false],
    [
      'one whose ground is a little darker',
      {
        ...stored,
        pixels: stored.pixels.map((colour) => (colour === 0xffffff ? 0xe0e0e0 : colour)),
      },
      false,
    ],
    ['one of another size', { ...stored, width: 640, height: 1_600 }, false],
  ])('is compared with %s', (_, other, alike) => {
    expect(lookAlike(stored, other)).toBe(alike)
  })

  it.each<readonly [string, Pixels, string]>([
    ['itself', stored, 'no field of 16 pixels differs'],
    [
      'one with another bar at its foot',
      painted(0, 784, 64, 16, 0xd03030),
      '4 fields of 16 pixels differ, from 0,784 to 64,800',
    ],
    [
      'one of another size',
      { ...stored, height: 16, pixels: stored.pixels.slice(0, 1_280 * 16) },
      '1280x16 pixels in place of 1280x800',
    ],
  ])('says where it is not %s', (_, other, where) => {
    expect(whereApart(other, stored)).toBe(where)
  })
})
