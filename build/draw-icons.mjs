// Draws icon.svg at every size a system asks for: `node build/draw-icons.mjs` after the picture has
// changed. It knows rectangles with round corners, which is all the picture has, so no library and
// no browser is needed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeIcns, encodeIco, encodePng } from './encode-icons.mjs'

/** @typedef {{x: number, y: number, width: number, height: number, rx: number, fill: readonly [number, number, number]}} Rect */

const here = import.meta.dirname
const SIZES = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
const PER_SIDE = 4

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(here, 'icons'), { recursive: true })
  for (const [name, content] of drawIcons()) writeFileSync(join(here, name), content)
}

/** Every file, by its name in this folder. @returns {ReadonlyMap<string, Buffer>} */
export function drawIcons() {
  const rects = readRects(readFileSync(join(here, 'icon.svg'), 'utf8'))
  const drawn = new Map(SIZES.map((size) => [size, draw(rects, size)]))
  return new Map([
    .../** @type {[string, Buffer][]} */ (
      [...drawn].map(([size, pixels]) => [`icons/${size}x${size}.png`, encodePng(pixels, size)])
    ),
    ['icon.ico', encodeIco(drawn)],
    ['icon.icns', encodeIcns(drawn)],
  ])
}

/** @param {string} svg @returns {readonly Rect[]} */
function readRects(svg) {
  const shapes = [...svg.matchAll(/<(\w+)([^>]*?)\/>/g)]
  return shapes.map(([, name, attributes = '']) => {
    if (name !== 'rect') throw new Error(`draw-icons: knows no <${name}>`)
    const value = (/** @type {string} */ key) =>
      new RegExp(`\\b${key}="([^"]*)"`).exec(attributes)?.[1] ?? ''
    const [red = 0, green = 0, blue = 0] = Buffer.from(value('fill').slice(1), 'hex')
    const [x = 0, y = 0, width = 0, height = 0, rx = 0] = ['x', 'y', 'width', 'height', 'rx'].map(
      (key) => Number(value(key)),
    )
    return { x, y, width, height, rx, fill: [red, green, blue] }
  })
}

/** RGBA, each pixel from sixteen samples. @param {readonly Rect[]} rects @param {number} size */
function draw(rects, size) {
  const pixels = Buffer.alloc(size * size * 4)
  const step = 1024 / size / PER_SIDE
  for (let at = 0; at < size * size; at += 1) {
    const sum = [0, 0, 0]
    let covered = 0
    for (let sample = 0; sample < PER_SIDE ** 2; sample += 1) {
      const x = ((at % size) * PER_SIDE + (sample % PER_SIDE) + 0.5) * step
      const y = (Math.floor(at / size) * PER_SIDE + Math.floor(sample / PER_SIDE) + 0.5) * step
      const top = rects.findLast((rect) => isInside(rect, x, y))
      if (top === undefined) continue
      covered += 1
      top.fill.forEach((value, part) => (sum[part] = (sum[part] ?? 0) + value))
    }
    if (covered === 0) continue
    const color = sum.map((value) => Math.round(value / covered))
    pixels.set([...color, Math.round((covered * 255) / PER_SIDE ** 2)], at * 4)
  }
  return pixels
}

/** @param {Rect} rect @param {number} x @param {number} y */
function isInside({ x: left, y: top, width, height, rx }, x, y) {
  if (x < left || x >= left + width || y < top || y >= top + height) return false
  const fromSide = Math.max(left + rx - x, x - (left + width - rx), 0)
  const fromEnd = Math.max(top + rx - y, y - (top + height - rx), 0)
  return fromSide ** 2 + fromEnd ** 2 <= rx ** 2
}
