import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JsonObject, isSurelyJson } from '../../contract/json.ts'

it('what is surely JSON is what the schema takes, as it is', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string(),
        fc.oneof(fc.anything({ withDate: true, withMap: true }), fc.jsonValue()),
      ),
      (value) => {
        const parsed = JsonObject.safeParse(value)
        const sure = isSurelyJson(value)
        return !sure || (parsed.success && JSON.stringify(parsed.data) === JSON.stringify(value))
      },
    ),
  )
})

it.each<[string, unknown, boolean]>([
  ['an object', { a: [1, 'b', null, { c: true }] }, true],
  ['a number that JSON has not', { a: Number.NaN }, false],
  ['nothing where something is named', { a: undefined }, false],
  ['a date', { a: new Date(0) }, false],
  ['a prototype by name', JSON.parse('{"__proto__":{"a":1}}'), false],
])('%s', (_, value, sure) => {
  expect(isSurelyJson(value)).toBe(sure)
})
