// The files that systems read icons from: PNG, ICO of Windows, ICNS of macOS.
import { crc32, deflateSync } from 'node:zlib'

/** @param {Buffer} pixels RGBA @param {number} size */
export function encodePng(pixels, size) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6], 8)
  const rows = Array.from({ length: size }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * size * 4, (row + 1) * size * 4)]),
  )
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name), content])
  return Buffer.concat([number(content.length), body, number(crc32(body))])
}

/** @param {number} value */
function number(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/**
 * Bitmaps, and a PNG for the largest: what every version of Windows and its installers read.
 * @param {ReadonlyMap<number, Buffer>} drawn
 */
export function encodeIco(drawn) {
  const sizes = [16, 24, 32, 48, 64, 128, 256]
  const images = sizes.map((size) => {
    const pixels = drawn.get(size) ?? Buffer.alloc(0)
    return size === 256 ? encodePng(pixels, size) : bitmap(pixels, size)
  })
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  images.forEach((image, at) => {
    const entry = 6 + 16 * at
    const side = (sizes[at] ?? 0) % 256
    head.set([side, side], entry)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(image.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += image.length
  })
  return Buffer.concat([head, ...images])
}

/** Rows from below, BGRA, with an empty mask behind. @param {Buffer} pixels @param {number} size */
function bitmap(pixels, size) {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  head.writeInt32LE(size * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const rows = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const from = ((size - 1 - y) * size + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(from, from + 4)
      rows.set([blue, green, red, alpha], (y * size + x) * 4)
    }
  const mask = Buffer.alloc(Math.ceil(size / 32) * 4 * size)
  head.writeUInt32LE(rows.length + mask.length, 20)
  return Buffer.concat([head, rows, mask])
}

/** The sizes by the names that macOS gives them; those of a fine screen have a name of their own. */
const ICNS = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
])

/** @param {ReadonlyMap<number, Buffer>} drawn */
export function encodeIcns(drawn) {
  const parts = ICNS.map(([name, size]) => {
    const png = encodePng(drawn.get(size) ?? Buffer.alloc(0), size)
    return Buffer.concat([Buffer.from(name), number(png.length + 8), png])
  })
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from('icns'), number(body.length + 8), body])
}
