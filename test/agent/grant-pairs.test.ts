// Any two grants, in both orders: what is handed on is looked at call by call, with a reading of patterns
// and limits that is written here once more and shares nothing with ours.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { intersectGrants, uniteGrants } from '../../contract/agent/grant.ts'
import type { Grant, ToolGrant } from '../../contract/agent/grant.ts'
import type { Scope } from '../../contract/agent/scope.ts'
import { tries } from '../soak.ts'

const names = ['a', 'ab', 'a_b', 'a__b', 'a__', 'A', 'a-', 'read', 'read_file']
const calls = [...names, 'abc', 'a__b__c', 'zz'].flatMap((tool) =>
  [null, 'get', 'set', 'other'].map((action) => ({ tool, action })),
)
/** Some differ only in where one word ends and the next begins, or in their order. */
const limits: readonly Scope[] = [
  { paths: ['src/**'] },
  { hosts: ['a.test'] },
  { paths: ['src/**'], hosts: ['a.test'] },
  { categories: ['b', 'a'] },
  { categories: ['a\nb'] },
  { categories: ['a', 'b', 'c'] },
  { categories: ['a', 'b\nc'] },
  { labels: ['a,b'] },
  { labels: ['a', 'b'] },
]
const part: fc.Arbitrary<ToolGrant> = fc.record({
  tool: fc.constantFrom('*', ...names, ...names.map((name) => `${name}*`)),
  actions: fc.option(fc.subarray(['get', 'set', 'more'], { minLength: 1 })),
  scopes: fc.subarray([...limits], { maxLength: 3 }),
})
const grant: fc.Arbitrary<Grant> = fc.array(part, { maxLength: 5 })

/** `holding`: the limits that the call is within. */
const covers = (
  grants: Grant,
  { tool, action }: (typeof calls)[number],
  holding: readonly Scope[],
): boolean =>
  grants.some(
    ({ tool: pattern, actions, scopes }) =>
      new RegExp(`^${pattern.replace('*', '.*')}$`).test(tool) &&
      (actions === null || actions.some((one) => one === action)) &&
      scopes.every((scope) => holding.includes(scope)),
  )

it('covers what both cover and nothing else, and united what one of them covers', () => {
  fc.assert(
    fc.property(grant, grant, grant, fc.subarray([...limits]), (one, other, third, holding) => {
      const both = intersectGrants(one, other)
      const [turned, three] = [intersectGrants(other, one), intersectGrants(both, third)]
      const [twice, united] = [intersectGrants(both, both), uniteGrants([one, other])]
      const wrong = calls.filter((call) => {
        const [mine, theirs] = [covers(one, call, holding), covers(other, call, holding)]
        const and = mine && theirs
        return (
          [both, turned, twice].some((found) => covers(found, call, holding) !== and) ||
          covers(three, call, holding) !== (and && covers(third, call, holding)) ||
          covers(united, call, holding) !== (mine || theirs)
        )
      })
      expect(wrong).toEqual([])
    }),
    { numRuns: tries(300) },
  )
})

it('keeps a limit whose one word is written as two of another limit', () => {
  const [one, two]: readonly Scope[] = [{ categories: ['a\nb'] }, { categories: ['a', 'b'] }]
  if (one === undefined || two === undefined) throw new Error('no limits')
  const limited = (scope: Scope): Grant => [{ tool: '*', actions: null, scopes: [scope] }]
  expect(intersectGrants(limited(one), limited(two))).toEqual([
    { tool: '*', actions: null, scopes: [one, two] },
  ])
})
