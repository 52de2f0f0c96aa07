import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../contract/call/command.ts'
import { CommandPart as Part } from '../../contract/call/command.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { REPEATED_PIECES } from './repeated-pieces.ts'
import { gitLines } from './git-lines.ts'
import { hostileLines } from './hostile-lines.ts'
import { listsLines } from './lists-lines.ts'
import { programsLines } from './programs-lines.ts'
import { zoneOf } from './summary.ts'
import { wrappersLines } from './wrappers-lines.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'

const analyse = (line: string): Promise<readonly CommandPart[]> =>
  analyseCommand(line, { cwd: '/w', zoneOf })
const known = [listsLines, wrappersLines, programsLines, gitLines, hostileLines].flatMap((lines) =>
  lines.map(([line]) => line),
)

const pieces = [
  ...[
    ' ',
    ' ',
    ' ',
    '\n',
    ';',
    '&',
    '&&',
    '||',
    '|',
    '>',
    '>>',
    '<',
    '<<',
    '<<<',
    '(',
    ')',
    '{',
    '}',
    '$(',
    '`',
    '${',
    '$((',
    '))',
    '"',
    "'",
  ],
  ...[
    '\\',
    '#',
    '!',
    '[[',
    ']]',
    '[',
    ']',
    '=',
    '*',
    '?',
    '~',
    '$',
    '$x',
    '$@',
    'if',
    'then',
    'fi',
    'for',
    'in',
    'do',
    'done',
    'while',
  ],
  ...[
    'case',
    'esac',
    'function',
    'f',
    '()',
    'ls',
    'rm',
    '-rf',
    '/',
    'a',
    'b',
    'sudo',
    'env',
    'xargs',
    'find',
    '-exec',
    '{}',
    '+',
    'sh',
    '-c',
  ],
  ...[
    'eval',
    'cd',
    '..',
    'git',
    'status',
    'sed',
    'awk',
    'sort',
    '-o',
    'EOF',
    '\u0000',
    '\u200b',
    '\ud800',
    'time',
    'coproc',
    'select',
    '1',
  ],
]
const shellish = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((list) => list.join(''))
const spaced = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((list) => list.join(' '))
const line = fc.oneof(
  shellish,
  spaced,
  fc.constantFrom(...known),
  fc.string({ unit: codePoint, maxLength: 200 }),
)

/** Looking is all or nothing, and what is opaque is unknown. */
const isWellMade = (part: CommandPart): boolean =>
  Part.safeParse(part).success &&
  (part.effects.length === 1 || (part.effects.length > 1 && !part.effects.includes('read-only'))) &&
  (!part.opaque || part.effects.includes('unknown'))

const isBad = ({ effects, opaque }: CommandPart): boolean =>
  effects.includes('destructive') || (opaque && effects.includes('unknown'))
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

describe('whatever the line is', () => {
  it('there is an answer of the right shape, with a part and an effect in it', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const parts = await analyse(text)
        expect(parts.length).toBeGreaterThan(0)
        expect(parts.filter((part) => !isWellMade(part))).toEqual([])
      }),
      { numRuns: tries(3000) },
    )
  })

  it('a removal of everything behind it is seen, or the line is opaque', async () => {
    // A comment, a here-document or a last backslash takes the rest of the line for itself.
    const open = line.filter((text) => !/#|<<|\\\s*$/.test(text))
    await fc.assert(
      fc.asyncProperty(open, async (text) => {
        expect((await analyse(`${text}; rm -rf /`)).some(isBad)).toBe(true)
      }),
      { numRuns: tries(3000) },
    )
  })

  it('a removal on a line of its own before it is seen, or the line is opaque', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        expect((await analyse(`rm -rf /\n${text}`)).some(isBad)).toBe(true)
      }),
      { numRuns: tries(2000) },
    )
  })

  it('rights are asked for when it is wrapped in sudo', async () => {
    const plain = line.filter((text) => !text.includes('\u0000'))
    await fc.assert(
      fc.asyncProperty(plain, async (text) => {
        expect(
          (await analyse(`sudo sh -c ${quoted(text)}`)).some(({ effects }) =>
            effects.includes('privileged'),
          ),
        ).toBe(true)
      }),
      { numRuns: tries(2000) },
    )
  })

  it('nothing is read-only with a redirection to /etc at its end', async () => {
    const open = line.filter((text) => !/#|<<|\\\s*$/.test(text))
    await fc.assert(
      fc.asyncProperty(
        open,
        fc.constantFrom('>', '>>', '>|', '&>', '2>', '>&'),
        async (text, operator) => {
          const parts = await analyse(`${text} ${operator} /etc/x`)
          expect(
            parts.every(({ effects }) => effects.length === 1 && effects[0] === 'read-only'),
          ).toBe(false)
        },
      ),
      { numRuns: tries(2000) },
    )
  })

  it('what it does inside of a shell of its own is what it does', async () => {
    const seen = (parts: readonly CommandPart[]): string[] =>
      parts.flatMap(({ effects }) => effects).filter((effect) => effect !== 'read-only')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...known.filter((text) => !text.startsWith('#'))),
        async (text) => {
          const [plain, wrapped] = [
            new Set(seen(await analyse(text))),
            new Set(seen(await analyse(`sh -c ${quoted(text)}`))),
          ]
          expect([...plain].filter((effect) => !wrapped.has(effect))).toEqual([])
        },
      ),
      { numRuns: tries(600) },
    )
  })
})

describe('a line of the greatest length', () => {
  const fill = (piece: string): string => piece.repeat(Math.floor(32_768 / piece.length))
  it.each(REPEATED_PIECES)('of %j is answered in a moment', async (piece) => {
    const from = process.cpuUsage()
    expect((await analyse(fill(piece))).some(({ effects }) => effects.includes('unknown'))).toBe(
      true,
    )
    // It takes 20 to 80 ms; this is a guard against what grows with the square. Work, not waiting
    // for others on a busy machine.
    const { user, system } = process.cpuUsage(from)
    expect((user + system) / 1000).toBeLessThan(1500)
  })

  it('is not read at all when it is longer', async () => {
    expect(await analyse('a'.repeat(32_769))).toMatchObject([
      { words: [], opaque: true, effects: ['unknown'] },
    ])
  })
})
