// What is wrong with a value, in words of ours for every fault that a schema can find.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueText } from '../../contract/issue-text.ts'

const rows: readonly (readonly [z.ZodType, unknown, string])[] = [
  [z.object({ path: z.string().min(1) }), { path: '' }, 'path: must not be empty'],
  [z.object({ path: z.string().min(3) }), { path: 'a' }, 'path: must have at least 3 characters'],
  [z.object({ path: z.string().max(1) }), { path: 'ab' }, 'path: must have at most 1 character'],
  [z.object({ path: z.string() }), {}, 'path: is missing'],
  [z.object({ path: z.string() }), { path: 3 }, 'path: must be a text'],
  [z.object({ path: z.string() }), { path: null }, 'path: must be a text'],
  [z.object({ limit: z.int() }), { limit: 1.5 }, 'limit: must be a whole number'],
  [z.object({ limit: z.number().max(100) }), { limit: 101 }, 'limit: must be at most 100'],
  [z.object({ limit: z.number().gt(0) }), { limit: 0 }, 'limit: must be more than 0'],
  [z.object({ limit: z.number().lt(5) }), { limit: 5 }, 'limit: must be less than 5'],
  [z.object({ step: z.number().multipleOf(5) }), { step: 3 }, 'step: must be a multiple of 5'],
  [z.object({ tags: z.array(z.string()) }), { tags: ['a', 1] }, 'tags[1]: must be a text'],
  [z.object({ tags: z.array(z.string()).min(1) }), { tags: [] }, 'tags: must not be empty'],
  [
    z.object({ tags: z.array(z.string()).max(1) }),
    { tags: ['a', 'b'] },
    'tags: must have at most 1 item',
  ],
  [
    z.object({ a: z.object({ b: z.boolean() }) }),
    { a: { b: 'yes' } },
    'a.b: must be true or false',
  ],
  [z.object({ kind: z.enum(['a', 'b']) }), { kind: 'c' }, 'kind: must be one of a, b'],
  [z.object({ kind: z.literal('a') }), { kind: 'c' }, 'kind: must be a'],
  [
    z.object({ link: z.url() }),
    { link: 'x' },
    'link: must be a whole address, such as https://example.org/page',
  ],
  [
    z.object({ id: z.string().regex(/^\d+$/) }),
    { id: 'x' },
    'id: must be of the form that the schema gives',
  ],
  [
    z.object({ one: z.union([z.string(), z.number()]) }),
    { one: [] },
    'one: has a form that is not possible here',
  ],
  [z.record(z.string().min(2), z.number()), { a: 1 }, 'a: has a form that is not possible here'],
  [z.strictObject({}), { extra: 1, 'a b': 2 }, '"extra", "a b" are unknown'],
  [z.object({}), [], 'must be an object'],
  [
    z.object({ day: z.string().refine(() => false, 'not a day of this year') }),
    { day: 'x' },
    'day: not a day of this year',
  ],
  [z.object({ toString: z.string() }), {}, 'toString: is missing'],
]

describe('the words for a fault', () => {
  it.each(rows)('%# say where it is and what is wrong', (schema, value, words) => {
    const { error } = schema.safeParse(value)
    expect(error?.issues.map((issue) => issueText(issue, value))).toEqual([words])
  })

  it('never repeat a long sentence whole', () => {
    const { error } = z
      .string()
      .refine(() => false, 'x'.repeat(5_000))
      .safeParse('a')
    expect(error?.issues.map((issue) => issueText(issue, 'a').length)).toEqual([200])
  })
})
