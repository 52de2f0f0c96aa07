// The comparison against the gate itself: a change without a sentence lets no call through that was
// asked about or refused.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'
import { decide } from '../../main/gate/decide.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { anyRequest, anySource } from '../gate/any.ts'
import { sha256, strictness } from '../gate/decision-requests.ts'

const asWritten = ({
  rules,
  guard,
  preset,
  ownStop,
  tools,
  hosts,
  limits,
  channels,
}: PolicySource): Config =>
  Config.parse({
    rules,
    tools,
    limits,
    channels,
    stop: ownStop,
    preset: 'mine',
    presets: { mine: preset },
    allowlist: { hosts },
    exfiltrationGuard: {
      enabled: guard.on,
      allowTools: guard.allowTools,
      ...(guard.blockedTools === null ? {} : { blockedTools: guard.blockedTools }),
    },
  })

/**
 * The one, with some of its parts as in the other: most whole changes say something about
 * everything.
 */
const anyChange = fc
  .tuple(
    anySource,
    anySource,
    fc.subarray(['rules', 'guard', 'preset', 'ownStop', 'tools', 'channels'] as const, {
      minLength: 1,
      maxLength: 2,
    }),
    fc.boolean(),
  )
  .map(([from, other, parts, more]) => {
    const changed = Object.fromEntries(
      parts.map((part) => [part, other[part]]),
    ) as Partial<PolicySource>
    // Rules that come on top say less often that something is gone.
    return {
      from,
      to: {
        ...from,
        ...changed,
        ...(more
          ? {
              rules: [
                ...from.rules,
                ...other.rules.filter(({ id }) => !from.rules.some((rule) => rule.id === id)),
              ],
            }
          : {}),
      },
    }
  })

it('says a sentence for whatever lets a call through that did not pass before (property)', () => {
  let silent = 0
  fc.assert(
    fc.property(
      anyChange,
      fc.array(anyRequest, { minLength: 1, maxLength: 6 }),
      ({ from, to }, queries) => {
        if (relaxesIn(asWritten(from), asWritten(to)).length > 0) return
        silent += 1
        const [before, after] = [makePolicy(from, sha256), makePolicy(to, sha256)]
        for (const request of queries) {
          const [was, is] = [decide(request, before), decide(request, after)]
          expect(strictness[is.effect]).toBeGreaterThanOrEqual(strictness[was.effect])
          // Nor does a proof that was needed become a plain yes.
          expect(
            is.effect === 'confirm' && was.effect === 'confirm' && was.stepUp && !is.stepUp,
          ).toBe(false)
        }
      },
    ),
    { numRuns: 1_500 },
  )
  // Else nothing was held against anything.
  expect(silent).toBeGreaterThan(50)
})

it.each<[string, object, object, readonly string[]]>([
  [
    'into containers',
    {},
    { runner: 'container' },
    ['Commands run in containers, in place of the sandbox.'],
  ],
  [
    'back to the sandbox',
    { runner: 'container' },
    {},
    ['Commands run in the sandbox, in place of containers.'],
  ],
  ['nothing', { runner: 'container' }, { runner: 'container' }, []],
  ['only what no runner uses', {}, { container: { program: 'docker' } }, []],
])('says what a change of the runner does: %s', (_what, from, to, said) => {
  expect(relaxesIn(Config.parse(from), Config.parse(to))).toEqual(said)
})
