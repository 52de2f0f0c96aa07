// The pixels of a picture as Chromium writes it, or as small-png.ts does: eight bits a channel with
// three or four channels, or a palette; not interlaced.
import { inflateSync } from 'node:zlib'

export type Pixels = {
  readonly width: number
  readonly height: number
  /** 0xRRGGBB. */ readonly pixels: Uint32Array
}

const channels: Readonly<Record<number, number>> = { 2: 3, 3: 1, 6: 4 }

export function readPng(png: Buffer): Pixels {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const step = channels[png[25] ?? 0]
  if (png[24] !== 8 || step === undefined || png[28] !== 0)
    throw new Error('read-png: not a picture as it is written here')
  const parts = [...chunksOf(png)]
  const palette = parts.find(({ name }) => name === 'PLTE')?.data
  const rows = inflateSync(
    Buffer.concat(parts.filter(({ name }) => name === 'IDAT').map(({ data }) => data)),
  )
  const long = width * step
  const pixels = new Uint32Array(width * height)
  let above = new Uint8Array(long)
  for (let y = 0; y < height; y += 1) {
    const row = unfilter(
      rows[y * (long + 1)] ?? 0,
      rows.subarray(y * (long + 1) + 1, (y + 1) * (long + 1)),
      above,
      step,
    )
    for (let x = 0; x < width; x += 1) {
      const [from, at] = palette === undefined ? [row, x * step] : [palette, (row[x] ?? 0) * 3]
      pixels[y * width + x] =
        ((from[at] ?? 0) << 16) | ((from[at + 1] ?? 0) << 8) | (from[at + 2] ?? 0)
    }
    above = row
  }
  return { width, height, pixels }
}

function* chunksOf(png: Buffer): Generator<{ readonly name: string; readonly data: Buffer }> {
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    yield {
      name: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    }
  }
}

/** One row with its filter taken off: 0 none, 1 left, 2 above, 3 their mean, 4 Paeth's guess. */
function unfilter(
  filter: number,
  row: Uint8Array,
  above: Uint8Array,
  step: number,
): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(row)
  if (filter === 0) return plain
  for (let at = 0; at < row.length; at += 1) {
    const left = plain[at - step] ?? 0
    const up = above[at] ?? 0
    const guess =
      filter === 1
        ? left
        : filter === 2
          ? up
          : filter === 3
            ? (left + up) >> 1
            : paeth(left, up, above[at - step] ?? 0)
    plain[at] = (row[at] ?? 0) + guess
  }
  return plain
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - up),
    Math.abs(guess - corner),
  ]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
