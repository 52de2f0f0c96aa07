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

/**
 * How many fields of the one are visibly others in the other; all of them where the sizes differ.
 */
export function fieldsApart(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity
  const wide = Math.ceil(one.width / FIELD)
  const sums = [one, other].map((picture) => sumsOf(picture, wide)) as [Float64Array, Float64Array]
  let apart = 0
  for (let at = 0; at < sums[0].length; at += 3) {
    const far = [0, 1, 2].some(
      (channel) =>
        Math.abs((sums[0][at + channel] ?? 0) - (sums[1][at + channel] ?? 0)) >
        NEAR * FIELD * FIELD,
    )
    if (far) apart += 1
  }
  return apart
}

export const lookAlike = (one: Pixels, other: Pixels): boolean => fieldsApart(one, other) <= FEW

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
