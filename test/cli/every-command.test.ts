// Every command of the table, with --json, over a seeded home: beside a running app and alone. Then
// what each says of words that do not fit. The names come from the table of commands, so that a new
// command cannot be forgotten.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../main/host/cli/commands.ts'
import { options } from '../../main/host/cli/options.ts'
import { quickCommands } from '../../main/host/cli/quick/quick-commands.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { elsewhere, lines, onlyRead } from './every-command-lines.ts'
import { printedFaults } from './printed-faults.ts'
import { seededHome } from './seeded-home.ts'
import type { SeededHome } from './seeded-home.ts'

const commands = await allCommands()
const names = commands.map(({ name }) => name)

it('each command has one line, or a reason why it is not run here', () => {
  expect(
    [...Object.keys(lines), ...Object.keys(elsewhere)].toSorted(),
    'add a line for each command to every-command-lines.ts',
  ).toEqual(names.toSorted())
  expect(
    Object.values(lines).filter(({ running, alone, why }) => running + alone !== 0 && why === ''),
  ).toEqual([])
})

it('each command that is read from a file of its own is measured as a look', () => {
  const quick = Object.keys(quickCommands).filter((name) => name in lines)
  expect(quick.filter((name) => !onlyRead.includes(name))).toEqual([])
  expect(onlyRead.filter((name) => !(name in lines))).toEqual([])
})

/** A place in a program: never for people. */
const stack = /^\s+at .+:\d+:\d+\)?$/m

describe.each(['running', 'alone'] as const)('with an app that is %s', (where) => {
  let seeded: SeededHome
  beforeAll(async () => {
    seeded = await seededHome()
    if (where === 'alone') await seeded.endApp()
  })
  afterAll(() => seeded.remove())

  it.each(Object.entries(lines))('%s prints one value @whole', async (name, line) => {
    const words = [...name.split(' '), ...seeded.words(line.more)]
    const { code, stdout, stderr } = await seeded.home.run('--json', ...words)
    expect([code, stdout.split('\n').length, stdout.endsWith('\n')]).toEqual([line[where], 2, true])
    expect(printedFaults(name, Number(code), JSON.parse(stdout)).slice(0, 5)).toEqual([])
    expect(`${stdout}${stderr}`).not.toMatch(stack)
  })
})

async function said(...words: string[]) {
  const context = fakeCliContext()
  const code = await runCli(words, context)
  return { code, value: JSON.parse(context.shown()) as unknown, lines: context.shown().split('\n') }
}
const usage = (text: RegExp) => ({
  code: 2,
  value: { error: { code: 'usage', text: expect.stringMatching(text), hint: expect.any(String) } },
  lines: [expect.any(String), ''],
})

describe('what each command says of words that do not fit, as JSON, exit 2', () => {
  it.each(names)('%s, with an option that there is not', async (name) => {
    expect(await said(...name.split(' '), '--zebra', '--json')).toEqual(
      usage(/There is no option --zebra/),
    )
  })

  it.each(names)('%s, with an option of another command', async (name) => {
    const command = commands.find((each) => each.name === name)
    const more = command?.operands.filter((operand) => !operand.startsWith('[')) ?? []
    const other = command?.options.includes('mcp-port') === true ? '--cron=1' : '--mcp-port=1'
    expect(await said('--json', ...name.split(' '), ...more, other)).toEqual(
      usage(/does not take --/),
    )
  })

  const needing = commands.filter(({ operands: [first = '['] }) => !first.startsWith('['))
  it.each(needing.map(({ name, operands: [first = ''] }) => [name, first] as const))(
    '%s, without its %s',
    async (name, operand) => {
      const { code, value } = await said('--json', ...name.split(' '))
      expect({ code, value }).toMatchObject({
        code: 2,
        value: { error: { code: 'usage', text: expect.stringContaining(`needs ${operand}`) } },
      })
    },
  )

  const bounded = commands.filter(({ operands }) => operands.at(-1)?.endsWith('…]') !== true)
  it.each(bounded.map(({ name, operands }) => [name, operands.length] as const))(
    '%s, with a word more than its %s',
    async (name, count) => {
      const words = Array.from({ length: count + 1 }, () => 'zebra')
      expect(await said('--json', ...name.split(' '), ...words)).toEqual(
        usage(/does not take "zebra"/),
      )
    },
  )

  const valued = commands.flatMap(({ name, options: taken }) =>
    taken.flatMap((option) => (options[option].type === 'string' ? [[name, option] as const] : [])),
  )
  it.each(valued)('%s, with no value after --%s', async (name, option) => {
    expect(await said('--json', ...name.split(' '), `--${option}`)).toEqual(
      usage(new RegExp(`^--${option} needs a value`)),
    )
  })
})
