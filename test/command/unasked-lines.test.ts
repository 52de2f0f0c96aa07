// What may run without a person, by an answer that lasts or by a rule, both in force at once: only
// parts that the card showed or that the rule names, in every reading, and in every real shell.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../contract/call/command.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { verbLength } from '../../main/command/verb-length.ts'
import { decide } from '../../main/gate/decide.ts'
import { leasable } from '../../main/gate/lease/lease.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import { createdLine, quotedLine, randomLine, steeringLine } from './nasty-lines.ts'
import { runLines } from './shells.ts'
import { leavesFolder, plantedLine } from './planted-lines.ts'
import { tangledLine } from './tangled-lines.ts'
import { many, tries } from '../soak.ts'
import { ask, lease, policyWith, rule, running } from '../gate/decision-requests.ts'

/** Shown by cards: each is approved for good in every scope that it offers. */
const SHOWN = [
  'alpha',
  'alpha a',
  'ls',
  'ls -la',
  'cat a',
  'ls; alpha',
  'alpha && ls',
  'cat a | ls',
]
/** Allowed by rules. The last lets what follows vary, in so many words. */
const RULES = ['beta', 'beta a', 'git status', 'npm test', 'cat {any}']

type Touch = CanonicalTouchOf<'proc.run'>
const touchOf = async (command: string, shells: 'own' | 'any'): Promise<Touch> => ({
  kind: 'proc.run',
  command,
  cwd: '/w',
  zone: 'workspace',
  parts: [
    ...(await analyseCommand(command, { cwd: '/w', zoneOf: async () => 'workspace', shells })),
  ],
})

/** Signs that programs and shells disagree about, and lines longer than anybody reads. */
const strange = fc.constantFrom('\0', '\ud800', '\udfff', '\ufffd', '\u0001', '\x1b[2K', '\u202e')
const MEGABYTE = 1_048_576
const spoiled = fc
  .tuple(fc.oneof(fc.constantFrom(...SHOWN), tangledLine), strange, fc.nat(), fc.nat(3))
  .map(([line, sign, at, how]) => {
    const index = at % (line.length + 1)
    switch (how) {
      case 0:
        return `${line.slice(0, index)}${sign}${line.slice(index)}`
      case 1:
        return `${line}${sign}; evil`
      case 2:
        return `${line} ${'a'.repeat(MEGABYTE)}; evil`
      default:
        return `${' '.repeat(MEGABYTE)}${line}`
    }
  })
/** A shown line or a covered program, with a tangled one in or behind it. */
const joined = fc
  .tuple(
    fc.constantFrom(...SHOWN, ...RULES.map((each) => each.replace(' {any}', ''))),
    fc.oneof(tangledLine, quotedLine),
    fc.constantFrom(' ', '; ', ' && ', '\n', ' | ', ' $(', ' "', ' <<E\n', ' #', '\r\n', '\t'),
  )
  .map(([line, other, between]) => `${line}${between}${other}`)
const anyLine = fc.oneof(
  fc.constantFrom(...SHOWN, 'beta', 'beta a', 'beta; ls', 'beta a; cat "$x"', 'cat a b | alpha'),
  { arbitrary: joined, weight: 4 },
  createdLine,
  randomLine,
  quotedLine,
  steeringLine,
  tangledLine,
  tangledLine,
  plantedLine,
  spoiled,
)

type Known = { readonly shown: Touch; readonly leases: ReturnType<typeof lease>[] }
const knownBy = (shells: 'own' | 'any'): Promise<readonly Known[]> =>
  Promise.all(
    SHOWN.map(async (line) => {
      const shown = await touchOf(line, shells)
      const scopes = proposeScopes([shown], { workspace: '/w', verbLength })
      return {
        shown,
        leases: [
          lease(running.name, { touches: [shown] }),
          // One that says "begins with" is a scope of another kind: here only what is just shown.
          ...scopes
            .filter(({ patterns }) => patterns.parts?.every(({ more }) => !more) ?? true)
            .map(({ patterns }) => lease(running.name, { touches: [shown], patterns })),
        ],
      }
    }),
  )

const policy = policyWith({ rules: [rule('allow', { commands: RULES })] })
const said = ({ words, via, joint }: CommandPart): string => JSON.stringify([words, via, joint])
const byRule = ({ words, opaque, exact }: CommandPart): boolean =>
  !opaque &&
  RULES.some((pattern) => {
    const wanted = pattern.replace(' {any}', '').split(' ')
    return wanted.every((word, at) => words[at] === word) && (exact || pattern.endsWith(' {any}'))
  })

/** Whether it runs unasked, and then whether just what was shown or named is in it. */
function verdict(touch: Touch, known: readonly Known[]): 'asked' | 'right' | 'wrong' {
  const parts = touch.parts ?? []
  const leases = known.flatMap((each) => each.leases)
  const decision = decide({ ...ask(running, [touch], { sandboxed: false }), leases }, policy)
  if (decision.effect !== 'allow') return 'asked'
  const line = parts.map(said).join()
  const isShown =
    parts.every(({ exact, opaque }) => exact && !opaque) &&
    known.some(({ shown }) => (shown.parts ?? []).map(said).join() === line)
  return isShown || parts.every(byRule) ? 'right' : 'wrong'
}

describe('a line that runs without a person', () => {
  it.each(['own', 'any'] as const)(
    'has just the parts that its card showed or that a rule names, by shells of %s',
    { timeout: 600_000 },
    async (shells) => {
      const known = await knownBy(shells)
      expect(known.every(({ shown }) => leasable('R3', 'tier', [shown]))).toBe(true)
      const seen = { asked: 0, right: 0, wrong: 0 }
      await fc.assert(
        fc.asyncProperty(anyLine, async (line) => {
          const found = verdict(await touchOf(line, shells), known)
          seen[found]++
          expect(found).not.toBe('wrong')
        }),
        { numRuns: tries(4_000) },
      )
      // Neither nothing nor everything was let through.
      expect([seen.right > 0, seen.asked > 0]).toEqual([true, true])
    },
  )

  it('runs just these programs in dash, bash, zsh and busybox', { timeout: 600_000 }, async () => {
    const known = await knownBy('own')
    const lines = new Set<string>()
    const wanted = many(2_000, 60)
    for (let seed = 14; lines.size < wanted && seed < 400; seed++)
      for (const line of fc.sample(anyLine, { seed, numRuns: 500 })) {
        if (lines.size >= wanted || line.length > 2_000 || leavesFolder(line)) continue
        if (verdict(await touchOf(line, 'own'), known) === 'right') lines.add(line)
      }
    const all = [...lines]
    expect(all.length).toBe(wanted)
    const ran = await runLines(all)
    const named = ['alpha', 'ls', 'cat', 'beta', 'git', 'npm']
    const wrong = all.flatMap((line, at) =>
      (ran[at] ?? []).flatMap((one) =>
        one.ran.every(([name = '']) => named.includes(name)) ? [] : [[line, one.shell, one.ran]],
      ),
    )
    expect(wrong).toEqual([])
  })
})
