// The guide to the command line says what the program says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCommands } from '../../main/host/cli/commands.ts'
import { exit } from '../../main/host/cli/exit.ts'
import { absentCommands } from '../../main/host/cli/reference/absent-commands.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/command-line.md'), 'utf8')
const rows = guide.split('\n').filter((line) => line.startsWith('| '))

describe('the guide to the command line', () => {
  it('names what is not here, with what to use and why', () => {
    const missing = Object.entries(absentCommands)
      .map(([name, { use, why }]) => `| \`${name}\` | ${use} | ${why} |`)
      .filter((row) => !rows.includes(row))
    expect(missing).toEqual([])
  })

  it('has every exit code', () => {
    const codes = rows.flatMap((row) => /^\| (\d+) \|/.exec(row)?.[1] ?? [])
    expect(codes.map(Number)).toEqual(Object.values(exit))
  })

  it('names every topic', async () => {
    const topics = new Set((await allCommands()).map(({ name }) => name.split(' ')[0] ?? ''))
    expect([...topics].filter((topic) => !guide.includes(`\`${topic}`))).toEqual([])
  })
})
