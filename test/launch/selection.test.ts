import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { KINDS, readSelection, type Selection } from '../report/selection.mjs'

const root = join(import.meta.dirname, '..', '..')

describe('what a command line of the tests chooses', () => {
  const cases: readonly [line: string, selection: Selection][] = [
    ['', { kinds: KINDS, tests: [], specs: [], watch: false, whole: false, update: false }],
    ['--whole', { kinds: KINDS, tests: [], specs: [], watch: false, whole: true, update: false }],
    [
      'unit --whole',
      { kinds: ['unit'], tests: [], specs: [], watch: false, whole: true, update: false },
    ],
    [
      'unit --watch',
      { kinds: ['unit'], tests: [], specs: [], watch: true, whole: true, update: false },
    ],
    [
      'arch -u',
      { kinds: ['arch'], tests: [], specs: [], watch: false, whole: false, update: true },
    ],
    [
      'types lint',
      { kinds: ['types', 'lint'], tests: [], specs: [], watch: false, whole: false, update: false },
    ],
    [
      'test/gate/tiers.test.ts',
      {
        kinds: ['unit'],
        tests: ['test/gate/tiers.test.ts'],
        specs: [],
        watch: false,
        whole: true,
        update: false,
      },
    ],
    [
      './test/gate/tiers.test.ts --watch',
      {
        kinds: ['unit'],
        tests: ['test/gate/tiers.test.ts'],
        specs: [],
        watch: true,
        whole: true,
        update: false,
      },
    ],
    [
      'types gate/tier',
      {
        kinds: ['types', 'unit'],
        tests: ['test/gate/tiers.test.ts'],
        specs: [],
        watch: false,
        whole: true,
        update: false,
      },
    ],
    [
      'late-screen',
      {
        kinds: ['e2e'],
        tests: [],
        specs: ['test/e2e/browser-late-screen.spec.ts'],
        watch: false,
        whole: true,
        update: false,
      },
    ],
    [
      'screens.spec',
      {
        kinds: ['screens'],
        tests: [],
        specs: ['test/screens/screens.spec.ts'],
        watch: false,
        whole: true,
        update: false,
      },
    ],
  ]
  it.each(cases)('%s', (line, selection) => {
    expect(readSelection(root, line === '' ? [] : line.split(' '))).toEqual(selection)
  })

  it('is a whole folder of the tests where a word is its name, and nothing that only looks like it', () => {
    const { tests } = readSelection(root, ['gate'])
    expect(tests.length).toBeGreaterThan(5)
    expect(tests.filter((file) => !file.startsWith('test/gate/'))).toEqual([])
  })

  it.each(['no-such-thing', '--bail'])('refuses %s with what could be meant', (word) => {
    expect(() => readSelection(root, [word])).toThrow(/types, lint, unit, arch, e2e, screens/)
  })
})
