import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'
import { gitLines } from './git-lines.ts'
import { hostileLines } from './hostile-lines.ts'
import { listsLines } from './lists-lines.ts'
import { programsLines } from './programs-lines.ts'
import { summary, zoneOf } from './summary.ts'
import { wrappersLines } from './wrappers-lines.ts'

describe.each([
  ['lists and words', listsLines],
  ['wrappers', wrappersLines],
  ['programs', programsLines],
  ['git', gitLines],
  ['hostile lines', hostileLines],
])('the parts of a line: %s', (_, lines) => {
  it.each(lines)('%j', async (line, parts) => {
    expect(summary(await analyseCommand(line, { cwd: '/w', zoneOf }))).toBe(parts)
  })
})

describe('a part', () => {
  it('is told whole: its text, words, wrappers and effects', async () => {
    expect(await analyseCommand('sudo cp "a b" /etc/x', { cwd: '/w', zoneOf })).toEqual([
      {
        text: 'sudo cp "a b" /etc/x',
        words: ['sudo'],
        opaque: false,
        exact: true,
        via: [],
        effects: ['privileged'],
      },
      {
        text: 'cp "a b" /etc/x',
        words: ['cp', 'a b', '/etc/x'],
        opaque: false,
        exact: true,
        via: ['sudo'],
        effects: ['writes-outside'],
        outside: true,
      },
    ])
  })

  it('of a line that does not parse is the whole line, opaque', async () => {
    expect(await analyseCommand('ls "', { cwd: '/w', zoneOf })).toEqual([
      { text: 'ls "', words: [], opaque: true, exact: false, via: [], effects: ['unknown'] },
    ])
  })

  it('counts a path that cannot be looked up as one nobody may reach', async () => {
    const broken = (): Promise<never> => Promise.reject(new Error('gone'))
    expect(summary(await analyseCommand('cat a; touch b', { cwd: '/w', zoneOf: broken }))).toBe(
      'cat a: unknown | touch b: writes-outside unknown',
    )
  })

  it('asks of relative paths from the folder the line runs in', async () => {
    expect(summary(await analyseCommand('touch a', { cwd: '/elsewhere', zoneOf }))).toBe(
      'touch a: writes-outside',
    )
    expect(summary(await analyseCommand('touch ../w/a; make', { cwd: '/w/sub', zoneOf }))).toBe(
      'touch ../w/a: writes-inside | make: writes-inside',
    )
  })

  it('looks each path up once, and no more than a few hundred', async () => {
    const asked: string[] = []
    const counting = async (path: string) => {
      asked.push(path)
      return await zoneOf(path)
    }
    const many = Array.from({ length: 1000 }, (_, at) => `f${at}`).join(' ')
    const parts = await analyseCommand(`cat f1 f1 f1; cat ${many}`, { cwd: '/w', zoneOf: counting })
    expect(asked.length).toBe(new Set(asked).size)
    expect(asked.length).toBeLessThanOrEqual(256)
    expect(parts.map(({ effects }) => effects)).toEqual([['read-only'], ['unknown']])
  })

  it('is one of few, of a line with very many: the line itself is added, opaque', async () => {
    const parts = await analyseCommand('ls;'.repeat(5000), { cwd: '/w', zoneOf })
    expect(parts.length).toBe(401)
    expect(parts.at(-1)).toMatchObject({ opaque: true, words: [], effects: ['unknown'] })
  })
})
