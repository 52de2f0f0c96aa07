// The parts of `gatehouse watch` that need no terminal: lines that fit, keys, the queue.
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import type { ScopePreviews } from '../../contract/approval/suggestion.ts'
import { touchText } from '../../main/host/cli/output/touch-text.ts'
import { choicesOf } from '../../main/host/cli/watch/choices.ts'
import { helpLines, keyLines } from '../../main/host/cli/watch/help-lines.ts'
import { keyReader } from '../../main/host/cli/watch/keys.ts'
import {
  chosenOf,
  listed,
  moved,
  noQueue,
  without,
  withHeld,
} from '../../main/host/cli/watch/queue.ts'
import { queueLines } from '../../main/host/cli/watch/queue-lines.ts'
import { draw, helpAfter } from '../../main/host/cli/watch/view.ts'
import { widthOf } from '../../main/host/cli/output/width.ts'
import { cutTo, wrapped } from '../../main/host/cli/watch/wrap.ts'
import { paint } from '../../main/host/cli/output/show.ts'
import { manyHeld } from '../fakes/bridge-many.ts'
import { tries } from '../soak.ts'

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab c.-/=漢🙂é  \t')),
  maxLength: 200,
})

describe('wrapped lines', () => {
  it('are never wider than the terminal, and lose no character', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 10, max: 120 }), (line, width) => {
        const lines = wrapped(line, width)
        expect(lines.every((each) => widthOf(each) <= width)).toBe(true)
        const letters = (of: string): string => of.replaceAll(/[ \t]/g, '')
        expect(letters(lines.join(''))).toBe(letters(line))
      }),
      { numRuns: tries(10_000) },
    )
  })

  it('keep every space inside a line that is not broken', () => {
    expect(wrapped('  a  b   c', 20)).toEqual(['  a  b   c'])
  })

  it('are under their beginning, and carry their colour over', () => {
    const { red } = paint(true)
    expect(wrapped('  one two three', 11)).toEqual(['  one two ', '    three'])
    expect(wrapped(red('one two three'), 8).map(stripVTControlCharacters)).toEqual([
      'one two ',
      '  three',
    ])
    expect(wrapped(red('one two three'), 8).every((line) => line.includes('\u{1b}[31m'))).toBe(true)
  })

  it('leave a word whole that fits into the next line, such as an id to be copied', () => {
    const id = `apr_${'0'.repeat(29)}`
    expect(wrapped(`  expires 2026-11-29 01:41:51  ${id}`, 60)).toEqual([
      '  expires 2026-11-29 01:41:51  ',
      `    ${id}`,
    ])
    expect(wrapped(`  key ${'0'.repeat(40)}`, 20)[0]).toBe(`  key ${'0'.repeat(14)}`)
  })

  it('are cut only where the full text is shown elsewhere, with a mark', () => {
    expect([cutTo('short', 10), cutTo('漢字漢字漢字', 6)]).toEqual(['short', '漢字…'])
  })
})

describe('the help', () => {
  it.each([
    [40, 12],
    [60, 20],
    [120, 40],
  ])('is shown whole on %i × %i, page by page', (columns, rows) => {
    const paper = { columns, rows, unicode: true }
    const nothing = { missing: null, stopped: false, card: [], top: 0, question: null, status: '' }
    const pages: (readonly string[])[] = []
    for (let help: number | null = 0; help !== null; help = helpAfter(help, paper))
      pages.push(draw({ ...nothing, queue: noQueue, help }, paper, paint(false)).lines)
    const letters = (lines: readonly string[]): string => lines.join('').replaceAll(/\s/g, '')
    const said = pages.flat().filter((line) => !/^-- \d+ more lines: Space$/.test(line))
    expect([pages.filter((lines) => lines.length > rows), letters(said)]).toEqual([
      [],
      letters(helpLines),
    ])
  })
})

describe('keys', () => {
  const named = (name: string) => ({ kind: 'named', name })
  const typed = (letter: string) => ({ kind: 'text', text: letter })
  it.each([
    ['a', [typed('a')]],
    ['漢', [typed('漢')]],
    ['\u{1b}[A\u{1b}OB', [named('up'), named('down')]],
    ['\u{1b}', [named('escape')]],
    ['\r', [named('enter')]],
    ['\u{3}', [named('interrupt')]],
    ['\u{1b}[5~b', [named('page-up'), typed('b')]],
    ['\u{1b}[200~ayes\r\u{1b}[201~q', [typed('q')]],
    ['\u{1b}[1;5C\u{0}\u{1}', []],
    ['\u{1b}d\u{1b}a', []],
    ['\u{1b}]11;rgb:dd/dd/dd\u{7}\u{1b}P1$r0d\u{1b}\\\u{1b}[?1;2cq', [typed('q')]],
    ['\u{1b}]0;d', []],
    ['\u{1b}[200~d\u{3}d', [named('interrupt')]],
    ['d\u{1b}[200~d\u{1b}[201~a', [typed('d'), typed('a')]],
    ['\u{1b}\u{1b}[A', [named('escape'), named('up')]],
  ])('%j', (bytes, keys) => {
    expect(keyReader()(bytes)).toEqual(keys)
  })

  it('pasted in pieces are still no keys', () => {
    const read = keyReader()
    expect(['\u{1b}[200~a', 'yes\r', 'y\u{1b}[201~', 'd'].flatMap(read)).toEqual([typed('d')])
  })
})

describe('the queue', () => {
  const [one, two, three] = manyHeld(3).map((approval, at) => ({ ...approval, createdAt: at })) as [
    Approval,
    Approval,
    Approval,
  ]
  const all = listed(noQueue, [three, one, two])
  const ids = [one.id, two.id, three.id]

  it('lists the oldest first, and shows the oldest', () => {
    expect([all.held.map(({ id }) => id), all.chosen]).toEqual([ids, one.id])
  })

  it('keeps the chosen one while others come and go', () => {
    const chosen = moved(all, 1)
    expect(chosenOf(without(chosen, one.id))?.id).toBe(two.id)
    expect(chosenOf(withHeld(without(chosen, three.id), three))?.id).toBe(two.id)
    expect(chosenOf(listed(chosen, [one, three]))?.id).toBe(one.id)
  })

  it('shows the next one where the chosen one goes, and the one before after the last', () => {
    expect(chosenOf(without(moved(all, 1), two.id))?.id).toBe(three.id)
    expect(chosenOf(without(moved(all, 2), three.id))?.id).toBe(two.id)
    expect(chosenOf(without(listed(noQueue, [one]), one.id))).toBeNull()
  })

  it('says of each call what it would do, not only which tool it is of', () => {
    const shown = queueLines(all).map((line) => line.text)
    expect(shown).toEqual(
      all.held.flatMap(({ decision }) =>
        decision.touches
          .slice(0, 1)
          .map((touch) => expect.stringContaining(touchText(touch)) as string),
      ),
    )
    const bare = { ...one, decision: { ...one.decision, touches: [] } }
    expect(queueLines(listed(noQueue, [bare, two]))[0]?.text).toContain(one.title)
  })

  it('says of what a lasting answer would have done only what there is', () => {
    const scoped: Approval = {
      ...one,
      answers: ['scope'],
      proposals: [{ text: 'GET from a.test', allows: true }] as unknown as Approval['proposals'],
    }
    const previews = (
      allowed: number,
      refused: number,
      denied: number,
      calls = 5,
    ): ScopePreviews => ({
      calls,
      suggestion: null,
      scopes: scoped.proposals.map(() => ({ allowed, refused, denied, protectedPaths: null })),
    })
    const foretold = (found: ScopePreviews) => choicesOf(scoped, found).map((choice) => choice.past)
    expect(
      [
        [0, 0, 0],
        [4, 0, 1],
        [4, 2, 1],
      ].map(([allowed = 0, refused = 0, denied = 0]) =>
        foretold(previews(allowed, refused, denied)),
      ),
    ).toEqual([
      ['Of the last 5 calls it would have allowed none.'],
      ['Of the last 5 calls it would have allowed 4.'],
      ['Of the last 5 calls it would have allowed 4, including 2 you denied.'],
    ])
    expect([
      ...foretold(previews(0, 0, 0, 1)),
      ...foretold(previews(1, 0, 0, 1)),
      ...foretold(previews(1, 1, 0, 1)),
    ]).toEqual([
      'It would not have allowed the last call.',
      'It would have allowed the last call.',
      'It would have allowed the last call, which you denied.',
    ])
  })

  it.each([100, 85, 80, 60, 40])('keeps each key beside what it does in %i columns', (columns) => {
    const lines = keyLines(columns)
    expect(lines.every((line) => line.length <= columns)).toBe(true)
    expect(lines.join('  ')).toBe(keyLines(1_000).join('  '))
    expect(lines.flatMap((line) => line.split('  '))).toHaveLength(9)
  })

  it('shows the keys so where the terminal is narrow', () => {
    const paper = { columns: 40, rows: 20, unicode: true }
    const state = { missing: null, stopped: false, queue: all, card: [], top: 0, question: null }
    const { lines } = draw({ ...state, status: '', help: null }, paper, paint(false))
    expect(lines).toEqual(expect.arrayContaining([...keyLines(40)]))
    expect(keyLines(40)).toHaveLength(3)
  })

  it('stops at its ends', () => {
    expect([moved(all, -1).chosen, moved(all, 9).chosen, moved(noQueue, 1).chosen]).toEqual([
      one.id,
      three.id,
      null,
    ])
  })
})
