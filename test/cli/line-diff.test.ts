import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff } from '../../main/host/cli/output/line-diff.ts'

const shown = (before: string | null, after: string): string[] =>
  lineDiff(before, after).flatMap(({ oldLine, newLine, lines }) => [
    `@@ -${oldLine} +${newLine}`,
    ...lines.map(({ sign, text }) => sign + text),
  ])

describe('what a write would change', () => {
  it.each([
    ['a new file', null, 'a\nb\n', ['@@ -1 +1', '+a', '+b']],
    [
      'a line in the middle',
      '1\n2\n3\n4\n5\n',
      '1\n2\nthree\n4\n5\n',
      ['@@ -1 +1', ' 1', ' 2', '-3', '+three', ' 4', ' 5'],
    ],
    [
      'the end of the last line',
      'a\n',
      'a',
      ['@@ -1 +1', ' a', '+(no line end at the end of the file)'],
    ],
    ['nothing', 'a\n', 'a\n', []],
    [
      'two places far apart',
      `a\n${'x\n'.repeat(9)}b\n`,
      `A\n${'x\n'.repeat(9)}B\n`,
      ['@@ -1 +1', '-a', '+A', ' x', ' x', ' x', '@@ -8 +8', ' x', ' x', ' x', '-b', '+B'],
    ],
  ])('shows %s', (_what, before, after, want) => {
    expect(shown(before, after)).toEqual(want)
  })

  it('never leaves out a line that comes or goes', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 20 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after).flatMap((hunk) => hunk.lines)
        const count = (sign: string) => lines.filter((line) => line.sign === sign).length
        expect(count('+') - count('-')).toBe(after.split('\n').length - before.split('\n').length)
        const come = lines.filter(({ sign }) => sign !== '-').map((line) => line.text)
        expect(`\n${after}`).toContain(come.length === 0 ? '' : `\n${come[0]}\n`)
        expect(count('+') + count('-') > 0).toBe(before !== after)
      }),
    )
  })

  it('stays quick and whole for a file where everything is new', () => {
    const old = Array.from({ length: 5_000 }, (_, at) => `old ${at}\n`).join('')
    const now = Array.from({ length: 5_000 }, (_, at) => `new ${at}\n`).join('')
    expect(shown(old, now)).toHaveLength(10_001)
  })
})
