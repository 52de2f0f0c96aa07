import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLanes } from '../report/lanes.mjs'
import {
  readOutcomes,
  skippedAs,
  summarize,
  summarizeTime,
  type TestOutcome,
} from '../report/summary.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const passed: TestOutcome = { name: 'a › b', state: 'passed', note: '' }
const failed: TestOutcome = {
  name: 'a › c',
  state: 'failed',
  note: '\u001b[31mexpected 1\u001b[0m\nto be 2',
}
const skipped: TestOutcome = { name: 'a › d', state: 'skipped', note: 'no display' }

describe('the summary', () => {
  it('lists what failed and what was skipped, with reasons, and ends with the numbers', () => {
    expect(
      summarize([passed, failed, skipped, passed, { ...skipped, note: '' }]).split('\n'),
    ).toEqual([
      'Failed:',
      '  a › c: expected 1',
      '',
      'Skipped:',
      '  a › d: no display',
      '  a › d: no reason given',
      '',
      '2 passed, 1 failed, 2 skipped',
    ])
  })

  it('names what passed only when it was tried again', () => {
    const again: TestOutcome = {
      name: 'a › e',
      state: 'passed',
      note: 'passed at its second try: expected 1',
    }
    expect(summarize([passed, again]).split('\n')).toEqual([
      'Not steady:',
      '  a › e: passed at its second try: expected 1',
      '',
      '2 passed, 0 failed, 0 skipped',
    ])
  })

  it('says how many tests are left to the whole run, and lists none of them', () => {
    const left: TestOutcome = { name: 'a › f', state: 'left', note: '' }
    expect(summarize([passed, left, left]).split('\n')).toEqual([
      '2 left to the whole run (npm run test:whole)',
      '1 passed, 0 failed, 0 skipped',
    ])
  })

  it('says apart how many run in the long forms alone', () => {
    const long: TestOutcome = { name: 'a › g @soak', state: 'long', note: '' }
    expect(summarize([passed, long]).split('\n')).toEqual([
      '1 left to the long forms (npm run test:soak)',
      '1 passed, 0 failed, 0 skipped',
    ])
  })

  it('is only the numbers when all is well', () => {
    expect(summarize([passed])).toBe('1 passed, 0 failed, 0 skipped')
  })
})

describe('a test that did not run', () => {
  const silent = {
    state: 'failed',
    note: 'was skipped, and its name does not say why: “(skipped …)”',
  }
  it.each([
    [
      'a › a pipe (skipped on darwin: there is none) > is read',
      '',
      'linux',
      'skipped on darwin: there is none',
    ],
    ['a › a small disk (needs root)', '', 'linux', 'needs root'],
    [
      'a › b (skipped: no Podman (3 is too old)) > c (d)',
      '',
      'linux',
      'skipped: no Podman (3 is too old)',
    ],
    ['a › a window', 'no display', 'linux', 'no display'],
    ['a › a window', '', 'darwin', ''],
  ])('%s has its reason (said: %j, on %s)', (name, said, platform, note) => {
    expect(skippedAs(name, said, platform)).toEqual({ state: 'skipped', note })
  })

  it('has failed on Linux, where nothing says why', () => {
    expect(skippedAs('a › b (of two)', '', 'linux')).toEqual(silent)
  })

  it('is of the long forms where its name says so', () => {
    expect(skippedAs('a › b @soak > c')).toEqual({ state: 'long', note: '' })
  })
})

describe('where the time went', () => {
  it('is the clock of each kind, and the slowest files first', () => {
    const of = (file: string, ms: number): TestOutcome => ({ ...passed, file, ms })
    expect(
      summarizeTime(
        [
          { kind: 'types', ms: 1500 },
          { kind: 'unit', ms: 61_000 },
        ],
        [of('a.test.ts', 400), of('b.test.ts', 900), of('a.test.ts', 700), passed],
      ),
    ).toBe(
      [
        'Slowest files:',
        '    1.1 s  a.test.ts',
        '    0.9 s  b.test.ts',
        '',
        'Time by kind:',
        '    1.5 s  types',
        '   61.0 s  unit',
        '   62.5 s  all',
      ].join('\n'),
    )
  })

  it('says the processor time of files and kinds where it is known', () => {
    const of = (file: string, ms: number, processorMs: number): TestOutcome => ({
      ...passed,
      file,
      ms,
      processorMs,
    })
    expect(
      summarizeTime(
        [
          { kind: 'unit', ms: 61_000, processorMs: 90_000 },
          { kind: 'e2e', ms: 1_000, processorMs: 2_000 },
        ],
        [of('a.test.ts', 400, 800), of('a.test.ts', 700, 0)],
        61_500,
      ),
    ).toBe(
      [
        'Slowest files:',
        '    1.1 s    (0.8 s)  a.test.ts',
        '',
        'Time by kind:',
        '   61.0 s   (90.0 s)  unit',
        '    1.0 s    (2.0 s)  e2e',
        '   61.5 s   (92.0 s)  all',
      ].join('\n'),
    )
  })

  it('names no more than twenty files', () => {
    const outcomes = Array.from({ length: 30 }, (_, index): TestOutcome => ({
      ...passed,
      file: `${index}.test.ts`,
      ms: index,
    }))
    expect(
      summarizeTime([], outcomes)
        .split('\n')
        .filter((text) => text.includes('.test.ts')),
    ).toHaveLength(20)
  })
})

describe('the output of runners beside each other', () => {
  it('is shown one after another, and as it comes once it is its turn', () => {
    const shown: string[] = []
    const bytes = (text: string): Uint8Array => Buffer.from(text)
    const [first, second, third] = openLanes(3, (part) => shown.push(Buffer.from(part).toString()))
    second?.write(bytes('b1'))
    first?.write(bytes('a1'))
    third?.write(bytes('c1'))
    expect(shown).toEqual(['a1'])
    third?.end()
    first?.end()
    expect(shown).toEqual(['a1', 'b1'])
    second?.write(bytes('b2'))
    second?.end()
    expect(shown).toEqual(['a1', 'b1', 'b2', 'c1'])
  })
})

describe('the outcomes of a runner', () => {
  const written = (outcomes: readonly TestOutcome[]): string => {
    const file = join(folder, 'outcomes.json')
    writeFileSync(file, JSON.stringify(outcomes))
    return file
  }

  it('are those it wrote', () => {
    expect(readOutcomes(written([passed, skipped]), 'unit', 0)).toEqual([passed, skipped])
  })

  it('count a runner that ran nothing as a failure, whatever its exit code', () => {
    expect(readOutcomes(join(folder, 'nothing.json'), 'unit', 0)).toEqual([
      { name: 'unit', state: 'failed', note: 'no test ran (exit code 0)' },
    ])
    expect(readOutcomes(written([]), 'unit', 0)).toEqual([
      { name: 'unit', state: 'failed', note: 'no test ran (exit code 0)' },
    ])
  })

  it('count a runner that failed without a failing test', () => {
    expect(readOutcomes(written([passed]), 'e2e', 124)).toEqual([
      passed,
      { name: 'e2e', state: 'failed', note: 'ended with exit code 124' },
    ])
  })
})
