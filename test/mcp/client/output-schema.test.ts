// Structured answers against what their tool declares: within bounds, and the same verdict as
// another checker where both can tell.
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outputCheck } from '../../../main/mcp/client/output/output-schema.ts'
import { patternWork } from '../../../main/mcp/client/output/pattern-work.ts'
import { processorMs } from '../../processor.ts'

const verdict = (schema: Record<string, unknown>, value: unknown): string => {
  const reported = outputCheck(schema)(value)
  return reported.ok ? 'fits' : reported.error.code
}
type Ajv2020 = new (options: object) => { compile(schema: object): (value: unknown) => boolean }
const { default: Ajv } = createRequire(import.meta.url)('ajv/dist/2020.js') as { default: Ajv2020 }

const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }
const wide = {
  properties: Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`p${n}`, { type: 'string' }]),
  ),
}
const twice = {
  $defs: { x: { properties: { c: { allOf: [{ $ref: '#/$defs/x' }, { $ref: '#/$defs/x' }] } } } },
  $ref: '#/$defs/x',
}
const nested = (depth: number): unknown => (depth === 0 ? {} : { c: nested(depth - 1) })

describe('the check of a structured answer', () => {
  it.each<[string, Record<string, unknown>, unknown, string]>([
    [
      'what fits',
      { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      { n: 1 },
      'fits',
    ],
    [
      'what does not',
      { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      { n: '1' },
      'server.result',
    ],
    [
      'an older language',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'number' }],
        additionalItems: false,
      },
      [1, 2],
      'server.result',
    ],
    ['a language nobody knows', { $schema: 'https://evil.example/schema' }, {}, 'server.schema'],
    [
      'names of properties that are words of schemas',
      {
        properties: {
          id: { type: 'string' },
          $ref: { type: 'number' },
          pattern: { type: 'string' },
        },
      },
      { id: 'x' },
      'fits',
    ],
    ['a loop', loop, {}, 'server.schema'],
    ['a schema that doubles with each level of the answer', twice, nested(30), 'server.schema'],
    ['more schema than anyone reads', wide, {}, 'server.schema'],
    ['a reference to elsewhere', { $ref: 'https://evil.example/s.json' }, {}, 'server.schema'],
    ['a file', { $ref: 'file:///etc/passwd' }, {}, 'server.schema'],
    [
      'a list too long to compare',
      { uniqueItems: true },
      Array.from({ length: 5_000 }, (_, n) => n),
      'server.schema',
    ],
    [
      'a harmless pattern',
      { type: 'string', pattern: '^[a-z]+@[a-z.]+$' },
      'ada@example.org',
      'fits',
    ],
    [
      'a harmless pattern, and what is not like it',
      { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
      '2026-1',
      'server.result',
    ],
    [
      'a pattern that grows with the cube, on a long text',
      { type: 'string', pattern: 'a.*b.*c' },
      'ab'.repeat(5_000),
      'server.schema',
    ],
  ])('reports %s', (_name, schema, value, want) => {
    const started = processorMs()
    expect(verdict(schema, value)).toBe(want)
    expect(processorMs() - started).toBeLessThan(10_000)
  })

  it('says the same as another checker', () => {
    const leaf = fc.constantFrom(
      { type: 'string' },
      { type: 'number', minimum: 2 },
      { enum: ['a', 1, null] },
      { type: 'array', items: { type: 'string' }, maxItems: 2 },
      { const: { k: 1 } },
    )
    const schema = fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), leaf),
      required: fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    })
    const value = fc.dictionary(
      fc.constantFrom('a', 'b', 'd'),
      fc.oneof(
        fc.constantFrom<unknown>('a', 1, 3, null, { k: 1 }),
        fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
      ),
    )
    fc.assert(
      fc.property(schema, value, (declared, given) => {
        const other = new Ajv({ strict: false }).compile(declared)(given)
        expect(verdict(declared, given)).toBe(other ? 'fits' : 'server.result')
      }),
    )
  })
})

describe('the work of a pattern', () => {
  it.each<[string, number | null]>([
    ['^abc$', 1],
    ['^[a-z0-9-]+$', 1],
    ['abc', 1],
    ['a+', 2],
    ['^[^@]+@[^@]+$', 2],
    ['^\\d{4}-\\d{2}(-\\d{2})?$', 1],
    ['^\\p{L}+$', 1],
    ['^(?:ab|cd)$', 1],
    ['^(a+)+$', null],
    ['^(a|a)*$', null],
    ['^(a|ab)(c|bcd)(d*)$', 1],
    ['(a)\\1', null],
    ['(?=a)b', null],
    ['(?<!a)b', null],
    ['^([a-z]+\\.)+com$', null],
    ['(a{1,9}){1,9}', null],
    ['[', null],
    ['(', null],
    ['^a*a*a*a*a*$', null],
  ])('%s', (pattern, power) => {
    expect(patternWork(pattern)).toBe(power)
  })
})
