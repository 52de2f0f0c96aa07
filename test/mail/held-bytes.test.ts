// Lines and counted bytes are the same however they come, and many small pieces cost no more than one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openHeldBytes } from '../../main/mail/held-bytes.ts'
import { processorMs } from '../processor.ts'
import { tries } from '../soak.ts'

const pieces = (whole: Buffer, sizes: readonly number[]): Buffer[] => {
  const cut: Buffer[] = []
  for (let at = 0, next = 0; at < whole.length; next += 1) {
    const size = sizes[next % sizes.length] ?? 1
    cut.push(whole.subarray(at, at + size))
    at += size
  }
  return cut
}

describe('bytes that are held', () => {
  it('give the same lines and the same counted bytes, however they are cut', () => {
    const part = fc.oneof(
      fc.string().map((text) => ({ line: text.replaceAll(/[\r\n]/g, '') })),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ bytes: Buffer.from(bytes) })),
    )
    fc.assert(
      fc.property(
        fc.array(part),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (parts, sizes) => {
          const whole = Buffer.concat(
            parts.map((each) => ('line' in each ? Buffer.from(`${each.line}\r\n`) : each.bytes)),
          )
          const coming = pieces(whole, sizes)
          const held = openHeldBytes()
          for (const each of parts) {
            const wanted = 'line' in each ? Buffer.from(each.line) : each.bytes
            const next = () => ('line' in each ? held.line() : held.take(each.bytes.length))
            let got = next()
            while (got === null) {
              const chunk = coming.shift()
              if (chunk === undefined) throw new Error('It never came.')
              held.push(chunk)
              got = next()
            }
            expect(got).toEqual(wanted)
          }
          while (coming.length > 0) held.push(coming.shift() as Buffer)
          expect(held.length()).toBe(0)
        },
      ),
      { numRuns: tries(200) },
    )
  })

  it('grow with their length alone where they come a byte at a time', () => {
    const one = Buffer.from('x')
    const costs = (length: number): number => {
      const held = openHeldBytes()
      const before = processorMs()
      for (let at = 0; at < length; at += 1) {
        held.push(one)
        held.line()
      }
      expect(held.take(length)?.length).toBe(length)
      return processorMs() - before
    }
    costs(100_000)
    // Four times as many: with a copy for each it is sixteen times as much, of seconds.
    expect(costs(800_000)).toBeLessThan(8 * Math.max(20, costs(200_000)))
  })
})
