import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../contract/json.ts'
import { sanitizeJson } from '../../main/pipeline/result/sanitize-json.ts'
import { cleanLarge } from '../../main/secrets/sanitize/sanitize-slices.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'

const of = (data: Json) => sanitizeJson(data, cleanLarge)

describe('structured data of a server', () => {
  it('is the same object where nothing hides in it', async () => {
    const data = { a: [1, null, 'plain\n'], b: { c: true } }
    const cleaned = await of(data)
    expect([cleaned.data === data, cleaned.flags]).toEqual([true, []])
  })

  it.each<[string, Json, Json, boolean]>([
    ['escape codes', { a: 'x\u001b[31mred\u001b[0m' }, { a: 'xred' }, false],
    ['a name that turns text round', { 'a\u202eb': 1 }, { 'a⟨U+202E⟩b': 1 }, true],
    ['deep in a list', [[{ a: 'ok\u200b' }]], [[{ a: 'ok⟨U+200B⟩' }]], true],
    ['words of any language', { größe: '大きい 👩‍👩‍👧' }, { größe: '大きい 👩‍👩‍👧' }, false],
    [
      'a name of prototypes',
      JSON.parse('{"__proto__":{"a":"\\u001b[1mb"}}') as Json,
      JSON.parse('{"__proto__":{"a":"b"}}') as Json,
      false,
    ],
  ])('%s', async (_, dirty, clean, hides) => {
    const cleaned = await of(dirty)
    expect([JSON.stringify(cleaned.data), cleaned.flags.length > 0]).toEqual([
      JSON.stringify(clean),
      hides,
    ])
  })

  it('keeps no secret in pieces', async () => {
    const { json } = openRedactor({ known: () => [] })
    const { data } = await of({ note: 'ghp_0123456789abcdef\u001b[0mghijklmnopqrstuvwxyzAB' })
    expect(JSON.stringify(await json(data, []))).not.toMatch(/ghijkl/)
  })

  it('has no control character left, whatever it is (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (data) => {
        const { data: cleaned } = await of(data as Json)
        // eslint-disable-next-line no-control-regex -- control characters are what is looked for
        expect(JSON.stringify(cleaned)).not.toMatch(
          /[\u0080-\u009f\u202a-\u202e\u2066-\u2069]|\\u00[01]/,
        )
      }),
    )
  })
})
