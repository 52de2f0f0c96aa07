import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json.ts'
import { restoreRedactedArgs } from '../../main/approvals/restore-redacted-args.ts'

const asked = {
  url: 'https://a.example/?k=hunter2hunter2',
  headers: { authorization: 'Bearer abc', accept: 'text/plain' },
  list: ['x', 'tok_1'],
}
const shown = {
  url: 'https://a.example/?k=[secret: key]',
  headers: { authorization: '[hidden]', accept: 'text/plain' },
  list: ['x', '[secret: token]'],
}

const cases: readonly [name: string, edited: JsonObject, want: unknown][] = [
  ['what was left as it was shown is what was asked', shown, { ok: true, value: asked }],
  [
    'a change elsewhere keeps the secrets beside it',
    { ...shown, headers: { ...shown.headers, accept: 'text/html' } },
    {
      ok: true,
      value: { ...asked, headers: { authorization: 'Bearer abc', accept: 'text/html' } },
    },
  ],
  [
    'a value written again is taken as written',
    { ...shown, url: 'https://b.example/' },
    { ok: true, value: { ...asked, url: 'https://b.example/' } },
  ],
  [
    'a text changed round a hidden secret is refused, and named',
    { ...shown, url: 'https://b.example/?k=[secret: key]' },
    {
      ok: false,
      error: expect.objectContaining({
        code: 'args.hidden',
        text: expect.stringMatching(/^url: /),
      }),
    },
  ],
  [
    'also deep inside',
    { ...shown, list: ['x', 'y [secret: token]'] },
    { ok: false, error: expect.objectContaining({ text: expect.stringMatching(/^list.1: /) }) },
  ],
  [
    'what is added or taken away is as written',
    { list: ['x'], more: 1 },
    { ok: true, value: { list: ['x'], more: 1 } },
  ],
]

describe('arguments edited as they were shown', () => {
  it.each(cases)('%s', (_name, edited, want) =>
    expect(restoreRedactedArgs(edited, shown, asked)).toEqual(want),
  )

  it('come out as they were typed where nothing was hidden', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (edited, plain) => {
          // Only what JSON can say.
          const [typed, same] = [edited, plain].map(
            (each) => JSON.parse(JSON.stringify(each)) as JsonObject,
          )
          if (typed === undefined || same === undefined) return
          expect(restoreRedactedArgs(typed, same, same)).toEqual({ ok: true, value: typed })
        },
      ),
    )
  })
})
