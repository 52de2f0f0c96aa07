// Facts about calls are looked at fast: what was found clean is remembered, and what holds nothing
// is not copied.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { many } from '../soak.ts'

const first = 'correct-horse-battery'
const second = 'staple-under-the-mat'

/** Each string by itself, by a redactor that remembers nothing. */
function slow(value: unknown, known: readonly string[]): unknown {
  const shown = (text: string): string => openRedactor({ known: () => known }).facts(text)
  if (typeof value === 'string') return shown(value)
  if (Array.isArray(value)) return value.map((member) => slow(member, known))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [shown(key), slow(member, known)]),
  )
}

const text = fc.oneof(
  fc.constantFrom(
    'tool',
    'echo__echo',
    'https://host/path',
    first,
    second,
    `say ${first} now`,
    `${second}.`,
    'a'.repeat(64),
  ),
  fc.string({ maxLength: 30 }),
)
const facts = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(text, tie('value'), { maxKeys: 5 }),
}))

describe('stored facts about calls', () => {
  it('are redacted as each string by itself, also the second time, and also when the secrets have changed', () => {
    fc.assert(
      fc.property(fc.array(facts.object, { minLength: 1, maxLength: 4 }), (objects) => {
        let known: readonly string[] = [first]
        const redactor = openRedactor({ known: () => known })
        for (const now of [[first], [first], [first, second], [], [second]]) {
          known = now
          expect(objects.map((object) => redactor.facts(object))).toEqual(
            objects.map((object) => slow(object, now)),
          )
        }
      }),
      { numRuns: many(60, 60, 15) },
    )
  })

  it('are the value itself when nothing in it changes', () => {
    const redactor = openRedactor({ known: () => [first] })
    const clean = { tool: 'echo', touches: [{ kind: 'mcp.call', server: 'echo' }] }
    expect(redactor.facts(clean)).toBe(clean)
    expect(redactor.facts({ ...clean, text: first })).toEqual({
      ...clean,
      text: '[secret: known-secret]',
    })
  })
})
