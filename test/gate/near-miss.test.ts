// An approval covers the line that its card showed: tried with lines of which one thing is changed.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lease } from '../../contract/approval/lease.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { verbLength } from '../../main/command/verb-length.ts'
import { readLine } from '../../main/command/parse/read-tokens.ts'
import { decide } from '../../main/gate/decide.ts'
import { leasable } from '../../main/gate/lease/lease.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import { zoneOf } from '../command/summary.ts'
import { ask, lease, plain, running } from './decision-requests.ts'
import { MUTATIONS, nearMiss, type Mutation } from './near-miss.ts'
import { tries } from '../soak.ts'

type Shells = 'own' | 'any'
const facts = { workspace: '/w', verbLength }
async function touchOf(
  command: string,
  shells: Shells = 'own',
): Promise<Extract<CanonicalTouch, { kind: 'proc.run' }>> {
  const parts = [...(await analyseCommand(command, { cwd: '/w', zoneOf, shells }))]
  return { kind: 'proc.run', command, cwd: '/w', zone: 'workspace', parts }
}
/** A preset that lets no command run by itself. */
const leased = (given: Partial<Lease>, touch: CanonicalTouch): boolean =>
  decide(
    { ...ask(running, [touch], { sandboxed: false }), leases: [lease(running.name, given)] },
    plain,
  ).effect === 'allow'

describe('of lines that are almost the approved one', () => {
  /**
   * Operators and groups by the second reading, which knows nothing of parts; a line break is a
   * semicolon.
   */
  const skeleton = (text: string): string => {
    const [tokens = []] = readLine(text).lists
    const found = tokens.map((token) =>
      token.kind !== 'word'
        ? token.text
        : /^(if|then|else|fi|for|in|while|do|done|!|\{|\})$/.test(token.text)
          ? token.text
          : 'w',
    )
    // What goes nowhere or only to another number is no part.
    return ` ${found.join(' ')} `
      .replaceAll('\n', ';')
      .replaceAll(/( w)+ /g, ' w ')
      .replaceAll(
        /(?<= (?:;|&|&&|\|\||\||\(|\{|!|if|then|do|while|else))(?: ;)+(?= )| ;(?= \))/g,
        '',
      )
      .replace(/^[ ;]+|[ ;]+$/g, '')
  }
  const toNothing = (text: string): string =>
    text.replaceAll(/(?:&|\d)?>[>|]? *\/dev\/null|< *\/dev\/null/g, '').replaceAll(/\\\n/g, '')
  const asExact = (
    { touches }: { touches: readonly CanonicalTouch[] },
    touch: CanonicalTouch,
  ): boolean => leased({ touches: [...touches] }, touch)

  it.each<Shells>(['own', 'any'])(
    'none is covered but with its parts, its operators and its folder, by shells of %s',
    async (shells) => {
      await fc.assert(
        fc.asyncProperty(nearMiss, async ({ shown: shownText, line: text, cwd }) => {
          const shown = await touchOf(shownText, shells)
          const touch = { ...(await touchOf(text, shells)), cwd }
          expect(asExact({ touches: [shown] }, touch)).toBe(
            text === shownText &&
              cwd === '/w' &&
              leasable('R3', 'tier', [shown]) &&
              asExact({ touches: [shown] }, shown),
          )
          for (const { patterns } of leasable('R3', 'tier', [shown])
            ? proposeScopes([shown], facts)
            : []) {
            if (!leased({ touches: [shown], patterns }, touch)) continue
            expect(cwd).toBe('/w')
            expect(touch.parts?.every(({ exact, opaque }) => exact && !opaque)).toBe(true)
            expect(touch.parts?.map((part) => part.via)).toEqual(
              shown.parts?.map((part) => part.via),
            )
            // Each part as the sentence of the scope says it: the same, or with further words.
            const scope =
              patterns.parts ?? shown.parts?.map(({ words }) => ({ words, more: false })) ?? []
            expect(touch.parts).toHaveLength(scope.length)
            for (const [at, { words, more }] of scope.entries())
              expect(touch.parts?.[at]?.words.slice(0, more ? words.length : undefined)).toEqual(
                words,
              )
            expect(skeleton(toNothing(text))).toBe(skeleton(shownText))
          }
        }),
        { numRuns: tries(4_000) },
      )
    },
  )

  it('every kind of change is tried, and those that change nothing are covered', async () => {
    const tried = fc.sample(nearMiss, { seed: 7, numRuns: 3_000 })
    const found = new Map(MUTATIONS.map((mutation) => [mutation, { changed: 0, covered: 0 }]))
    for (const { shown: shownText, line: text, cwd, mutation } of tried) {
      const [shown, touch] = [await touchOf(shownText), { ...(await touchOf(text)), cwd }]
      const scope = proposeScopes([shown], facts).find(({ exact }) => exact !== true)
      const count = found.get(mutation)
      if (count === undefined || scope === undefined) continue
      const isChanged = text !== shownText || cwd !== '/w'
      if (isChanged) count.changed++
      else if (mutation !== 'none') continue
      if (leased({ touches: [shown], patterns: scope.patterns }, touch)) count.covered++
    }
    const kinds = [...found]
    expect(kinds.filter(([kind, { changed }]) => kind !== 'none' && changed < 20)).toEqual([])
    // Other words behind a program and its verb, another way to quote a word, and a comment leave
    // what each part begins with as it was.
    const free = [
      'none',
      'option',
      'quote',
      'operator',
      'redirection',
      'comment',
      'blank',
      'order',
      'extra part',
      'word replaced',
      'word left out',
      'assignment',
      'wrapper',
      'expansion',
    ]
    expect(
      kinds
        .filter(([kind, { covered }]) => covered > 0 && !free.includes(kind))
        .map(([kind]) => kind),
    ).toEqual([])
    expect(
      ['none', 'option', 'quote', 'comment'].filter(
        (kind) => (found.get(kind as Mutation)?.covered ?? 0) === 0,
      ),
    ).toEqual([])
  })
})
