// The same as the engine's own.
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hmacOf } from '../../main/secrets/hmac.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'

it('is what the engine makes, for any secret and text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 80 }),
      fc.array(fc.string({ unit: codePoint, maxLength: 2_000 }), { minLength: 1, maxLength: 4 }),
      (secret, texts) => {
        const ours = hmacOf(secret)
        for (const text of [...texts, 'x'.repeat(5_000), ''])
          expect(ours(text)).toBe(createHmac('sha256', secret).update(text).digest('hex'))
      },
    ),
    { numRuns: tries(5_000) },
  )
})
