// What is true of every grant: the arithmetic that no delegation may widen.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coveringParts,
  EVERYTHING,
  Grant,
  grantedActions,
  grants,
  intersectGrants,
  NOTHING,
  uniteGrants,
} from '../../contract/agent/grant.ts'
import type { Grant as AnyGrant } from '../../contract/agent/grant.ts'
import type { Scope } from '../../contract/agent/scope.ts'

const tools = ['github', 'read_file', 'forge__list', 'forge__delete']
const actions = ['list', 'get', 'merge']
const scopesThere: readonly Scope[] = [
  { paths: ['src/**'] },
  { paths: ['docs/**'] },
  { labels: ['work'] },
]
const anyPart = fc.record({
  tool: fc.constantFrom(...tools, '*', 'forge__*', 'forge__l*'),
  actions: fc.option(fc.uniqueArray(fc.constantFrom(...actions), { minLength: 1 })),
  scopes: fc.array(fc.constantFrom(...scopesThere), { maxLength: 2 }),
})
const anyGrant: fc.Arbitrary<AnyGrant> = fc.array(anyPart, { maxLength: 4 })
const anyCall = fc.tuple(
  fc.constantFrom(...tools, 'exec'),
  fc.option(fc.constantFrom(...actions, 'other')),
)

/** What a grant lets a call do where just these scopes hold. */
const covers = (
  grant: AnyGrant,
  [tool, action]: readonly [string, string | null],
  holding: ReadonlySet<string>,
): boolean =>
  coveringParts(grant, tool, action).some(({ scopes }) =>
    scopes.every((scope) => holding.has(JSON.stringify(scope))),
  )
const anyHolding = fc
  .subarray([...scopesThere])
  .map((scopes) => new Set(scopes.map((scope) => JSON.stringify(scope))))

describe('a grant, whatever it is', () => {
  it('is covered together with another one exactly where both cover the call', () => {
    fc.assert(
      fc.property(anyGrant, anyGrant, anyCall, anyHolding, (a, b, call, holding) => {
        expect(covers(intersectGrants(a, b), call, holding)).toBe(
          covers(a, call, holding) && covers(b, call, holding),
        )
      }),
    )
  })

  it('covers at the end of a chain of delegations what every link of it covers, and no more', () => {
    fc.assert(
      fc.property(
        fc.array(anyGrant, { minLength: 1, maxLength: 4 }),
        anyCall,
        anyHolding,
        (chain, call, holding) => {
          const last = chain.reduce(intersectGrants)
          const all = chain.every((grant) => covers(grant, call, holding))
          expect(covers(last, call, holding)).toBe(all)
        },
      ),
    )
  })

  it('is the same after a second intersection with itself, and with everything', () => {
    fc.assert(
      fc.property(anyGrant, (grant) => {
        const once = intersectGrants(grant, EVERYTHING)
        expect(intersectGrants(once, EVERYTHING)).toEqual(once)
        expect(intersectGrants(grant, NOTHING)).toEqual([])
        expect(Grant.parse(once)).toEqual(once)
      }),
    )
  })

  it('covers, united with another, what one of the two covers', () => {
    fc.assert(
      fc.property(anyGrant, anyGrant, anyCall, anyHolding, (a, b, call, holding) => {
        expect(covers(uniteGrants([a, b]), call, holding)).toBe(
          covers(a, call, holding) || covers(b, call, holding),
        )
      }),
    )
  })
})

describe('a grant', () => {
  const reader: AnyGrant = [
    { tool: 'github', actions: ['get', 'list'], scopes: [] },
    { tool: 'read_file', actions: null, scopes: [{ paths: ['src/**'] }] },
    { tool: 'forge__*', actions: null, scopes: [] },
  ]

  it.each([
    ['github', 'list', true],
    ['github', 'merge', false],
    // No action named is no action of the list.
    ['github', null, false],
    ['read_file', null, true],
    ['forge__delete', null, true],
    ['forge', null, false],
    ['exec', null, false],
  ])('covers %s %s: %s', (tool, action, expected) => {
    expect(grants(reader, tool, action)).toBe(expected)
  })

  it('names the actions that it leaves of a tool', () => {
    expect([
      grantedActions(reader, 'github'),
      grantedActions(reader, 'read_file'),
      grantedActions(reader, 'exec'),
      grantedActions(EVERYTHING, 'exec'),
    ]).toEqual([new Set(['get', 'list']), 'all', 'none', 'all'])
  })
})
