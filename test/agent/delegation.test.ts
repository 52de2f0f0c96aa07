// No chain of delegation widens anything: not the tools, not their actions or scopes, not the depth,
// the steps, the time or the end.
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  delegate,
  isGenuine,
  mintDelegation,
  whyEnded,
  type DelegationRequest,
  type Delegator,
} from '../../contract/agent/delegation.ts'
import { EVERYTHING, grants, type Grant } from '../../contract/agent/grant.ts'
import { tries } from '../soak.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const names = ['read_file', 'exec', 'github', 'forge__read', 'forge__write', 'spawn']
const actions = ['get_issue', 'create_issue', 'merge_pr', null]

const anyPart = fc.record({
  tool: fc.constantFrom(...names, 'forge__*', '*'),
  actions: fc.option(
    fc.uniqueArray(fc.constantFrom('get_issue', 'create_issue', 'merge_pr'), { minLength: 1 }),
  ),
  scopes: fc.constantFrom(
    ...([[], [{ paths: ['src/**'] }], [{ repositories: ['me/one'] }]] as const),
  ),
})
const anyGrant = fc.array(anyPart, { maxLength: 6 }) as fc.Arbitrary<Grant>
const anyRequest: fc.Arbitrary<DelegationRequest> = fc.record({
  grant: fc.oneof(anyGrant, fc.constant(EVERYTHING)),
  delegates: fc.boolean(),
  turns: fc.integer({ min: 1, max: 500 }),
  seconds: fc.integer({ min: 1, max: 100_000 }),
  expiresAt: fc.integer({ min: 1, max: 1_000 }),
})
const anyRoot: fc.Arbitrary<Delegator> = fc.record({
  depth: fc.constant(0),
  mostDepth: fc.integer({ min: 1, max: 3 }),
  grant: anyGrant,
  delegates: fc.constant(true),
  turns: fc.integer({ min: 1, max: 200 }),
  seconds: fc.integer({ min: 1, max: 86_400 }),
  expiresAt: fc.integer({ min: 1, max: 1_000 }),
})

/** Every scope with the first part that covers it, as one word; null: it is not covered. */
const reach = (grant: Grant, tool: string, action: string | null): readonly string[] =>
  grant
    .filter((part) => grants([part], tool, action))
    .map(({ scopes }) =>
      scopes
        .map((scope) => JSON.stringify(scope))
        .toSorted()
        .join(),
    )

describe('a chain of delegation', () => {
  it('never widens what it began with', () => {
    fc.assert(
      fc.property(
        anyRoot,
        fc.array(anyRequest, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 1_000 }),
        (root, requests, now) => {
          let from: Delegator = root
          let hash: string | null = null
          for (const asked of requests) {
            const terms = delegate(from, asked, now)
            if (!terms.ok) return
            const child = mintDelegation(terms.value, hash, sha256)
            expect(isGenuine(child, sha256)).toBe(true)
            expect(child.depth).toBe(from.depth + 1)
            expect(child.depth).toBeLessThanOrEqual(root.mostDepth)
            for (const key of ['turns', 'seconds', 'expiresAt', 'mostDepth'] as const)
              expect(child[key]).toBeLessThanOrEqual(from[key])
            for (const holder of [from.grant, asked.grant, root.grant])
              for (const tool of [...names, 'anything'])
                for (const action of actions) {
                  if (!grants(child.grant, tool, action)) continue
                  expect(grants(holder, tool, action)).toBe(true)
                  // A scope that all ways through the parent have, every way through the child has.
                  const above = reach(holder, tool, action)
                  for (const scope of reach(child.grant, tool, action))
                    expect(
                      above.some(
                        (each) =>
                          each === '' || each.split(',{').every((one) => scope.includes(one)),
                      ),
                    ).toBe(true)
                }
            ;[from, hash] = [child, child.hash]
          }
        },
      ),
      { numRuns: tries(200) },
    )
  })

  it('ends where handing on was not handed on, and where its end has come', () => {
    const root: Delegator = {
      depth: 0,
      mostDepth: 3,
      grant: EVERYTHING,
      delegates: true,
      turns: 10,
      seconds: 10,
      expiresAt: 100,
    }
    const asked = { grant: EVERYTHING, delegates: false, turns: 1, seconds: 1, expiresAt: 100 }
    const child = delegate(root, asked, 0)
    if (!child.ok) throw new Error(child.error.text)
    expect(delegate(child.value, asked, 0)).toMatchObject({
      error: { code: 'delegation.not-allowed' },
    })
    expect(delegate(root, asked, 100)).toMatchObject({ error: { code: 'delegation.expired' } })
    expect(delegate({ ...root, mostDepth: 1, depth: 1 }, asked, 0)).toMatchObject({
      error: { code: 'delegation.depth' },
    })
  })

  it('is no longer genuine when any of its terms was changed', () => {
    const terms = {
      depth: 1,
      mostDepth: 3,
      grant: [],
      delegates: false,
      turns: 10,
      seconds: 10,
      expiresAt: 100,
    }
    const token = mintDelegation(terms, null, sha256)
    expect(isGenuine(token, sha256)).toBe(true)
    for (const changed of [
      { grant: [...EVERYTHING] },
      { turns: 11 },
      { expiresAt: 101 },
      { delegates: true },
      { depth: 0 },
      { parentHash: 'a'.repeat(64) },
    ])
      expect(isGenuine({ ...token, ...changed }, sha256)).toBe(false)
    // Revoking one changes no term.
    expect(isGenuine({ ...token, revokedAt: 5 }, sha256)).toBe(true)
    expect(whyEnded({ ...token, revokedAt: 5 }, 0)?.code).toBe('delegation.revoked')
    expect(whyEnded(token, 99)).toBe(null)
    expect(whyEnded(token, 100)?.code).toBe('delegation.expired')
  })
})
