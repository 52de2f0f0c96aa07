// Path patterns against a slow and obvious reading of the same pattern.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchName, pathPattern } from '../../../main/gate/path-glob.ts'
import { folding, roots } from '../decision-requests.ts'
import { tries } from '../../soak.ts'

/** Tries everything: exponential, and so plainly what the words say. */
const nameFits = (want: string, name: string): boolean => {
  if (want === '') return name === ''
  if (want[0] === '*')
    return nameFits(want.slice(1), name) || (name !== '' && nameFits(want, name.slice(1)))
  return (
    name !== '' &&
    (want[0] === '?' || want[0] === name[0]) &&
    nameFits(want.slice(1), name.slice(1))
  )
}
const namesFit = (want: readonly string[], names: readonly string[]): boolean => {
  const [first, ...rest] = want
  if (first === undefined) return names.length === 0
  if (first === '**')
    return namesFit(rest, names) || (names.length > 0 && namesFit(want, names.slice(1)))
  return names.length > 0 && nameFits(first, names[0] ?? '') && namesFit(rest, names.slice(1))
}

const name = fc
  .string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 4 })
  .filter((each) => !/^\.{1,2}$/.test(each))
const glob = fc.oneof(
  fc.constant('**'),
  fc
    .string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 })
    .filter((each) => each !== '**'),
)

describe('a path pattern', () => {
  it('matches just what its words say', () => {
    fc.assert(
      fc.property(
        fc.array(glob, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (globs, names) => {
          const path = names.length === 0 ? '' : `/${names.join('/')}`
          expect(pathPattern(`/${globs.join('/')}`, roots).matches(path)).toBe(
            namesFit(globs, names),
          )
        },
      ),
      { numRuns: tries(5_000) },
    )
  })

  it('matches one name just as its words say', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 7 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 }),
        (want, text) => {
          expect(matchName(want, text)).toBe(nameFits(want, text))
        },
      ),
      { numRuns: tries(5_000) },
    )
  })

  it('matches nothing that does not lie at or below its prefix, by which rules are filed', () => {
    fc.assert(
      fc.property(
        fc.array(glob, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (globs, names) => {
          const path = names.length === 0 ? '' : `/${names.join('/')}`
          const { prefix, matches } = pathPattern(`/${globs.join('/')}`, roots)
          expect(!matches(path) || path === prefix || path.startsWith(`${prefix}/`)).toBe(true)
        },
      ),
      { numRuns: tries(2_000) },
    )
  })

  // A matcher that tries every way would still be at it when the sun goes out.
  it.each([
    ['many stars in a name', `${'*a'.repeat(500)}b`, 'a'.repeat(20_000)],
    ['many stars in the path', `${'**/a/'.repeat(200)}b`, 'a/'.repeat(2_000)],
    ['both', `${'**/*a*a*a/'.repeat(90)}b`, `${'a'.repeat(40)}/`.repeat(500)],
  ])('comes to an end soon with %s', (_what, pattern, path) => {
    expect(pathPattern(`/${pattern}`, roots).matches(`/${path}`)).toBe(false)
  })

  it('takes composed and decomposed, and both cases where the system does, for one', () => {
    expect(pathPattern('/CAFE\u0301/*', folding).matches('/caf\u00e9/x')).toBe(true)
    expect(pathPattern('/CAFE\u0301/*', roots).matches('/caf\u00e9/x')).toBe(false)
  })
})
