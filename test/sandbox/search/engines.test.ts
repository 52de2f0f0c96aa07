// One pattern, three engines: JavaScript's, our automaton, ripgrep. They find the same lines.
// @module-tag whole
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { automatonFor } from '../../../main/sandbox/search/automaton.ts'
import { matcherFor } from '../../../main/sandbox/search/matcher.ts'
import { readPattern } from '../../../main/sandbox/search/pattern.ts'
import { sourceOf } from '../../../main/sandbox/search/pattern-source.ts'
import { sameInRipgrep } from '../../../main/sandbox/search/ripgrep.ts'
import { textOf } from '../../../main/sandbox/search/search-lines.ts'
import { scratchFolder } from '../scratch.ts'
import { many } from '../../soak.ts'

const rg = '/usr/bin/rg'
/** Each starts ripgrep once. */
const RUNS = Number(process.env['GATEHOUSE_RUNS'] ?? many(400, 100))

const signs = fc.constantFrom(
  ...['a', 'b', 'A', 'ß', 'k', '\u212a', '-', '\\.', '\\d', '\\w', '\\s', '\\W', '.', '\\x41'],
  ...[
    '[ab]',
    '[^ab]',
    '[a-f0-9]',
    '[^\\d]',
    '[]x]',
    '[\\w-]',
    '\\u{1f600}',
    '{',
    '}',
    ']',
    '"',
    ' ',
  ],
)
const { pattern: anyPattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    signs,
    fc.constantFrom('^', '$', '\\b', '\\B'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(${one}|${other})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?'))
      .map(([one, often]) => `(?:${one})${often}`),
  ),
}))
/** Lines of text, and of bytes that are none. */
const line = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('abABkK\u212aßẞ-.x0 9_\u{1f600}{}]"\t\r')),
    maxLength: 8,
  }),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll(/[\n\0]/g, '')),
)
const bytes = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: line.map((text) => Buffer.from(text)) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 5 })
        .map((each) => Buffer.from(each.filter((byte) => byte !== 0 && byte !== 10))),
    },
  ),
  { minLength: 1, maxLength: 8 },
)

describe.runIf(existsSync(rg))('three engines (skipped where there is no ripgrep)', () => {
  it('find the same lines, in text and in what is none', { timeout: 600_000 }, () => {
    const file = join(scratchFolder('engines'), 'lines')
    let found = 0
    fc.assert(
      fc.property(anyPattern, fc.boolean(), bytes, (written, ignoreCase, given) => {
        const read = readPattern(written)
        fc.pre(read.ok && sameInRipgrep(read.value))
        if (!read.ok) return
        const whole = Buffer.concat(given.flatMap((each) => [each, Buffer.from('\n')]))
        const text = textOf(whole)
        // A mark that says another encoding is another matter.
        fc.pre(text !== null && ![0xff, 0xfe, 0xef].includes(whole[0] ?? 0))
        const lines = (text ?? '').split('\n').slice(0, -1)
        const flags = ignoreCase ? 'iu' : 'u'
        const script = matcherFor(read.value, ignoreCase).linesOf(lines, 100)
        const slow = automatonFor(read.value, flags)
        const ours = lines.flatMap((each, at) => (slow(each) ? [at] : []))
        writeFileSync(file, whole)
        const theirs = ripgrep(sourceOf(read.value, 'ripgrep'), ignoreCase, file)
        found += ours.length
        expect(script).toEqual(ours)
        // Ripgrep finds places without an edge in the middle of a character too: it may name too much.
        const named = written.includes(String.raw`\B`)
          ? theirs.filter((each) => ours.includes(each))
          : theirs
        expect(named).toEqual(ours)
      }),
      { numRuns: RUNS },
    )
    expect(found).toBeGreaterThan(RUNS / 4)
  })
})

function ripgrep(source: string, ignoreCase: boolean, file: string): readonly number[] {
  try {
    const said = execFileSync(
      rg,
      [
        ...[
          '--no-config',
          '--text',
          '--line-number',
          '--no-filename',
          '--no-heading',
          '--color=never',
        ],
        ignoreCase ? '-i' : '-s',
        `--regexp=${source}`,
        '--',
        file,
      ],
      { encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return said.split('\n').flatMap((each) => {
      const at = /^(\d+):/.exec(each)?.[1]
      return at === undefined ? [] : [Number(at) - 1]
    })
  } catch (error) {
    // Nothing found; anything else is a pattern that it does not take.
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}
