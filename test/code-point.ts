// Any character, for properties over texts: fast-check's own unit 'binary' lists all 1.1 million of
// them in each process first, which takes a second of processor time.
import fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800

/** As a unit of `fc.string`: any code point but half a surrogate pair. */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff - SURROGATES })
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES))
