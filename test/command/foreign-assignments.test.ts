// What sets a variable for one shell and runs a program in another: each line is run by the shell
// that does, and is neither free nor fit for an answer that lasts.
import { describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'
import { onlyReads } from '../../main/gate/command-risk.ts'
import { FISH, runLines } from './shells.ts'

const zoneOf = async () => 'workspace' as const
const DASH = '/bin/dash'
const BASH = '/bin/bash --norc --noprofile'

const ROWS: readonly (readonly [shell: string, line: string])[] = [
  // dash has neither `+=` nor subscripts: these are files.
  [DASH, 'z+=planted/evil'],
  [DASH, 'z+=$j; z+=planted/evil'],
  [DASH, 'z[1]=planted/evil'],
  [DASH, 'z[1]+=planted/evil'],
  [DASH, 'ls; z[1]=planted/evil'],
  [DASH, 'a=1 z[1]=planted/evil'],
  [DASH, 'z[1]=planted/evil LANG=C'],
  [DASH, 'if z[1]=planted/evil; then ls; fi'],
  [DASH, 'eval z+=planted/evil'],
  // A program to dash.
  [DASH, 'time z=planted/evil'],
  [DASH, 'time LANG=planted/evil ls'],
  [DASH, 'time -p z=planted/evil'],
  [DASH, 'time < a z=planted/evil'],
  [DASH, 'ls | time z=planted/evil'],
  // A subscript is reckoned before its own name is set, and an element more is not the first.
  [BASH, 'i[i]=1'],
  [BASH, 'i[1]=1; echo $((i))'],
  [BASH, 'i[1]=1; z[i]=1'],
  [BASH, 'declare i[i]=1'],
  [FISH, 'export z=(planted/evil)'],
  [FISH, 'z=(planted/evil) ls'],
  [FISH, 'coproc LANG=(planted/evil)'],
]

describe('an assignment that another shell runs', () => {
  it('runs a program there', async () => {
    for (const shell of [DASH, BASH, FISH]) {
      const lines = ROWS.filter(([by]) => by === shell).map(([, line]) => line)
      const ran = await runLines(lines, [shell])
      const quiet = lines.filter(
        (_, at) => !ran[at]?.[0]?.ran.some(([name]) => /evil$/.test(name ?? '')),
      )
      expect(quiet).toEqual([])
    }
  })

  it.each(ROWS)('asks, by %s: %s', async (shell, line) => {
    const shells = shell === FISH ? 'any' : 'own'
    const parts = await analyseCommand(line, { cwd: '/w', zoneOf, shells })
    expect(onlyReads(parts)).toBe(false)
    expect(parts.every(({ exact, opaque }) => exact && !opaque)).toBe(false)
  })

  it.each(['z+=1; ls', 'z[1]=b; ls', 'time LANG=C ls', 'z=(a b); ls', 'i=1; echo $((i))'])(
    'stays free where it can only set: %s',
    async (line) => {
      for (const shells of ['own', 'any'] as const)
        expect(onlyReads(await analyseCommand(line, { cwd: '/w', zoneOf, shells }))).toBe(true)
    },
  )
})
