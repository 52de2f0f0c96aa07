// A schema as fields, and what is wrong with a value, place by place.
import { expect, it } from 'vitest'
import { check } from '../../../renderer/ui/schema-form/check-value.ts'
import { sampleValue } from '../../../renderer/ui/schema-form/sample-value.ts'
import { type JsonValue, shapeOf } from '../../../renderer/ui/schema-form/schema-shape.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
    body: { type: 'string', description: 'Long.' },
    count: { type: 'integer', exclusiveMinimum: 0, maximum: 9 },
    on: { type: 'boolean' },
    mode: { enum: ['a', 'b'], default: 'b' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    who: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    at: { type: 'object', properties: { 'x/y': { type: 'number' } }, required: ['x/y'] },
  },
  required: ['name', 'tags'],
}

it('becomes fields; what has no field of its own becomes JSON', () => {
  const shape = shapeOf(schema)
  if (shape.kind !== 'object') throw new Error(shape.kind)
  expect(
    shape.fields.map(({ name, required, usual, shape: own }) => [
      name,
      required,
      usual,
      own.kind,
      own.kind === 'text' && own.long,
    ]),
  ).toEqual([
    ['name', true, undefined, 'text', false],
    ['body', false, undefined, 'text', true],
    ['count', false, undefined, 'number', false],
    ['on', false, undefined, 'flag', false],
    ['mode', false, 'b', 'choice', false],
    ['tags', true, undefined, 'list', false],
    ['who', false, undefined, 'json', false],
    ['at', false, undefined, 'object', false],
  ])
  expect(
    [{ type: ['string', 'null'] }, { $ref: '#/x' }, true, { type: 'object' }, null].map(
      (each) => shapeOf(each).kind,
    ),
  ).toEqual(['json', 'json', 'json', 'json', 'json'])
})

it.each<[value: JsonValue, want: readonly [at: string, kind: string][]]>([
  [{ name: 'ab', tags: ['x'] }, []],
  [
    {},
    [
      ['/name', 'missing'],
      ['/tags', 'missing'],
    ],
  ],
  [
    { name: 'a', tags: [] },
    [
      ['/name', 'short'],
      ['/tags', 'few'],
    ],
  ],
  [
    { name: 'abcdef', tags: ['a', 'b', 'c'] },
    [
      ['/name', 'long'],
      ['/tags', 'many'],
    ],
  ],
  [
    { name: 'AB', tags: [1], count: 0 },
    [
      ['/name', 'pattern'],
      ['/count', 'low'],
      ['/tags/0', 'not-text'],
    ],
  ],
  [
    { name: 'ab', tags: ['x'], count: 1.5, on: 'yes', mode: 'c', at: {} },
    [
      ['/count', 'not-whole'],
      ['/on', 'not-flag'],
      ['/mode', 'not-choice'],
      ['/at/x~1y', 'missing'],
    ],
  ],
])('finds what is wrong with %j', (value, want) => {
  expect(check(shapeOf(schema), value).map(({ at, kind }) => [at, kind])).toEqual(want)
})

it('begins with a value that fits what is required', () => {
  const sample = sampleValue(
    shapeOf({
      ...schema,
      properties: { ...schema.properties, name: { type: 'string', minLength: 2 } },
    }),
    {
      name: 'n',
    },
  )
  expect(sample).toEqual({ name: 'nx', tags: [''] })
})
