// Writes a picture of a screen again with a palette of 256 colours, packed as hard as can be: a third of the room, and the
// same to the eye. Reads what Chromium writes: eight bits a channel, three or four channels, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function smallPng(png: Buffer): Buffer {
  const { width, height, pixels } = readPng(png)
  const { palette, indexOf } = paletteOf(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(pixels[y * width + x] ?? 0)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
  const parts = [
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([SIGNATURE, ...parts])
}

/** The colours seen most, each a little apart from the others; what is not among them is drawn as the nearest. */
function paletteOf(pixels: Uint32Array): { readonly palette: readonly number[]; readonly indexOf: (colour: number) => number } {
  const seen = new Map<number, number>()
  for (const colour of pixels) seen.set(colour, (seen.get(colour) ?? 0) + 1)
  const byUse = [...seen].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const palette: number[] = []
  for (const apart of [byUse.length <= 256 ? 0 : 60, 0]) {
    for (const colour of byUse) {
      if (palette.length === 256) break
      if (!palette.includes(colour) && palette.every((other) => distance(colour, other) >= apart)) palette.push(colour)
    }
  }
  const known = new Map(palette.map((colour, index) => [colour, index]))
  const indexOf = (colour: number): number => {
    const found = known.get(colour)
    if (found !== undefined) return found
    let best = 0
    for (let index = 1; index < palette.length; index += 1)
      if (distance(colour, palette[index] ?? 0) < distance(colour, palette[best] ?? 0)) best = index
    known.set(colour, best)
    return best
  }
  return { palette, indexOf }
}

/** Squared, over the three channels. */
const distance = (one: number, other: number): number =>
  ((one >> 16) - (other >> 16)) ** 2 + (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((one & 255) - (other & 255)) ** 2

type Pixels = { readonly width: number; readonly height: number; /** 0xRRGGBB. */ readonly pixels: Uint32Array }

function readPng(png: Buffer): Pixels {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]]
  if (png[24] !== 8 || (kind !== 2 && kind !== 6) || png[28] !== 0) throw new Error('small-png: not a picture as Chromium writes them')
  const step = kind === 2 ? 3 : 4
  const packed: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const rows = inflateSync(Buffer.concat(packed))
  const long = width * step
  const pixels = new Uint32Array(width * height)
  let above = new Uint8Array(long)
  for (let y = 0; y < height; y += 1) {
    const row = unfilter(rows[y * (long + 1)] ?? 0, rows.subarray(y * (long + 1) + 1, (y + 1) * (long + 1)), above, step)
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] = ((row[x * step] ?? 0) << 16) | ((row[x * step + 1] ?? 0) << 8) | (row[x * step + 2] ?? 0)
    above = row
  }
  return { width, height, pixels }
}

/** One row with its filter taken off: 0 none, 1 left, 2 above, 3 their mean, 4 Paeth's guess. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(row.length)
  for (let at = 0; at < row.length; at += 1) {
    const left = plain[at - step] ?? 0
    const up = above[at] ?? 0
    const corner = above[at - step] ?? 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    plain[at] = (row[at] ?? 0) + guess
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
