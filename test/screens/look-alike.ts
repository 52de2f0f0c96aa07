// Whether two pictures of a screen look the same to somebody who does not hold them side by side: a
// second more on a clock or another letter of a hash is no other picture; a word, a line or a
// colour that is another one is.
import type { Pixels } from './read-png.ts'

/** Pixels of a field: about two letters wide and one high. */
const FIELD = 16
/** How far the mean of a field, of 255, may be from the other's. */
const NEAR = 12
/** Fields that may be farther, of the some 3,600 of a small picture. */
const FEW = 10

/** A field: its column and row. */
type Field = { readonly column: number; readonly row: number }

/** The fields of the one that are visibly others in the other; null where the sizes differ. */
function fieldsApart(one: Pixels, other: Pixels): readonly Field[] | null {
  if (one.width !== other.width || one.height !== other.height) return null
  const wide = Math.ceil(one.width / FIELD)
  const sums = [one, other].map((picture) => sumsOf(picture, wide)) as [Float64Array, Float64Array]
  const apart: Field[] = []
  for (let at = 0; at < sums[0].length; at += 3) {
    const far = [0, 1, 2].some(
      (channel) =>
        Math.abs((sums[0][at + channel] ?? 0) - (sums[1][at + channel] ?? 0)) >
        NEAR * FIELD * FIELD,
    )
    if (far) apart.push({ column: (at / 3) % wide, row: Math.floor(at / 3 / wide) })
  }
  return apart
}

export function lookAlike(one: Pixels, other: Pixels): boolean {
  const apart = fieldsApart(one, other)
  return apart !== null && apart.length <= FEW
}

/** Where they differ, in pixels: in one sentence, for one who has only the text of a test run. */
export function whereApart(one: Pixels, other: Pixels): string {
  const apart = fieldsApart(one, other)
  if (apart === null)
    return `${one.width}x${one.height} pixels in place of ${other.width}x${other.height}`
  if (apart.length === 0) return 'no field of 16 pixels differs'
  const columns = apart.map(({ column }) => column * FIELD)
  const rows = apart.map(({ row }) => row * FIELD)
  const [left, right] = [Math.min(...columns), Math.max(...columns) + FIELD]
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + FIELD]
  return `${apart.length} fields of 16 pixels differ, from ${left},${top} to ${right},${bottom}`
}

/** Three channels of each field, one after another. */
function sumsOf({ width, height, pixels }: Pixels, wide: number): Float64Array {
  const sums = new Float64Array(wide * Math.ceil(height / FIELD) * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels[y * width + x] ?? 0
      const at = (Math.floor(y / FIELD) * wide + Math.floor(x / FIELD)) * 3
      sums[at] = (sums[at] ?? 0) + (colour >> 16)
      sums[at + 1] = (sums[at + 1] ?? 0) + ((colour >> 8) & 255)
      sums[at + 2] = (sums[at + 2] ?? 0) + (colour & 255)
    }
  }
  return sums
}
