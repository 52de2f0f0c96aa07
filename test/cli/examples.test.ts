// Every example of the help is run: it is what people copy.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../main/host/cli/commands.ts'
import { examples } from '../../main/host/cli/reference/examples.ts'
import { outputs } from '../../main/host/cli/reference/outputs.ts'
import { readArguments } from '../../main/host/cli/arguments.ts'
import { findCommand } from '../../main/host/cli/find-command.ts'
import { misfit } from '../../main/host/cli/misread/misfit.ts'
import { typed, wordsOf } from './command-line.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'
import { printedFaults } from './printed-faults.ts'

let home: Home
beforeAll(async () => {
  home = makeHome()
  mkdirSync(home.workspace)
  writeFileSync(join(home.workspace, 'README.md'), 'hello\n')
  await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
  await typed('gatehouse step-up passphrase', home, { GATEHOUSE_NEW_PASSPHRASE: passphrase })
})
afterAll(() => home.remove())

const passphrase = 'correct horse battery'
/** Why an example cannot end with 0 in a new home, by how it begins. Never with 2: wrong usage. */
const otherwise: readonly (readonly [begins: string, ...codes: readonly number[]])[] = [
  // Ids of nothing that is there.
  ['gatehouse approvals show apr_', 1],
  ['gatehouse approvals approve apr_', 1],
  ['gatehouse approvals deny apr_', 1],
  ['gatehouse approvals rehearse apr_', 1],
  ['gatehouse approvals run-again apr_', 1],
  ['gatehouse undo call_', 1],
  ['gatehouse runs show run_', 1],
  ['gatehouse audit receipt call_', 1],
  ['gatehouse schedules show job_', 1],
  ['gatehouse schedules pause job_', 1],
  ['gatehouse schedules resume job_', 1],
  ['gatehouse schedules run job_', 1],
  ['gatehouse schedules remove job_', 1],
  ['gatehouse schedules repeat ', 1],
  ['gatehouse schedules discard ', 1],
  ['gatehouse agents run notes', 1],
  ['gatehouse agents enable ', 1],
  ['gatehouse agents disable ', 1],
  ['gatehouse disconnect ', 1],
  ['gatehouse redact build.log', 1],
  ['gatehouse runs capture run_', 1],
  ['gatehouse schedules preflight job_', 1],
  ['gatehouse schedules give job_', 1],
  ['gatehouse servers answer ask_', 1],
  ['gatehouse events show ', 1],
  ['gatehouse events process ', 1],
  // Files that are not there.
  ['gatehouse runs replay ', 1],
  ['gatehouse runs diff ', 1],
  ['gatehouse servers search ', 1],
  ['gatehouse policy simulate ', 1],
  ['gatehouse policy test ', 1],
  ['gatehouse config import ', 1],
  ['gatehouse plugins pack ', 1],
  // A program that is not there, so its server has nothing to review.
  ['gatehouse servers fetch notes', 1],
  ['gatehouse servers grant notes read:', 1],
  ['gatehouse servers review notes --accept', 1],
  ['gatehouse servers review notes', 1],
  ['gatehouse servers label notes', 1],
  ['gatehouse servers close notes', 1],
  ['gatehouse servers start notes', 1],
  // Nothing of theirs is on this machine, or set up in this home.
  ['gatehouse servers import --from claude-code', 1],
  ['gatehouse accounts connect', 4],
  ['gatehouse secrets set', 4],
  ['gatehouse secrets remove', 1],
  ['gatehouse webhooks list', 0],
  ['gatehouse webhooks ', 1],
  ['gatehouse policy bundle status', 0],
  ['gatehouse policy bundle ', 1],
  ['gatehouse fleet search', 1],
  ['gatehouse fleet retry', 1],
  ['gatehouse fleet identity', 1],
  ['gatehouse fleet machines', 1],
  ['gatehouse fleet verify', 1],
  // Where there is no container program, or no network.
  ['gatehouse runner build', 0, 1],
  // Looks at what runs on this machine, whatever that is.
  ['gatehouse agents audit', 0, 1],
]

/** They run until somebody ends them, or belong to another program: their words are checked alone. */
const endless: readonly string[] = ['serve', 'watch', 'mcp', 'hook', 'exec']

const commands = await allCommands()
const proof = { GATEHOUSE_PASSPHRASE: passphrase, GATEHOUSE_NEW_PASSPHRASE: passphrase }
const lines = Object.entries(examples).flatMap(([name, all]) =>
  all.map(({ line }) => [line, name] as const),
)

describe('the examples of the help', () => {
  it('are of commands that there are', () => {
    const known = commands.map(({ name }) => name)
    expect(Object.keys(examples).filter((name) => !known.includes(name))).toEqual([])
  })

  it('are there for each command', () => {
    expect(
      commands.map(({ name }) => name).filter((name) => (examples[name] ?? []).length === 0),
      'add an example of each to main/host/cli/reference/examples.ts',
    ).toEqual([])
  })

  it.each(lines.filter(([, name]) => endless.includes(name)))('%s fits its command', (line) => {
    const [, ...words] = wordsOf(line)
    const given = readArguments(words)
    const command = given.ok ? findCommand(commands, given.value.words) : null
    expect(given.ok && command !== null && misfit(command, given.value)).toBe(null)
  })

  it.each(lines.filter(([, name]) => !endless.includes(name)))('%s', async (line, name) => {
    expect(line.startsWith(`gatehouse ${name}`)).toBe(true)
    const { code, stdout, stderr } = await typed(line, home, {
      GATEHOUSE_PASSPHRASE: passphrase,
      GATEHOUSE_NEW_PASSPHRASE: passphrase,
    })
    const [, ...codes] = otherwise.find(([begins]) => line.startsWith(begins)) ?? ['', 0]
    expect(codes, `${stdout}${stderr}`).toContain(code)
  })
})

/** They print what is no value of their own: another protocol, lines, or a schema. */
const withoutOutput: readonly string[] = [
  ...['mcp', 'hook', 'exec'],
  ...['audit export', 'config schema'],
]

describe('what commands print with --json', () => {
  it('has a schema for each command, or is no value of its own', () => {
    const known = [...Object.keys(outputs), ...withoutOutput].toSorted()
    expect(
      known,
      'add what it prints to the file of its group in main/host/cli/reference (…-outputs.ts)',
    ).toEqual(commands.map(({ name }) => name).toSorted())
  })

  const values = lines.filter(
    ([line, name]) =>
      !withoutOutput.includes(name) &&
      !endless.includes(name) &&
      !/^gatehouse (?:agents audit|resume|stop-everything)/.test(line),
  )
  it.each(values)('%s @whole', async (line, name) => {
    const { code, stdout } = await typed(
      `gatehouse --json${line.replace(' --json', '').slice('gatehouse'.length)}`,
      home,
      proof,
    )
    expect(stdout.trim().split('\n')).toHaveLength(1)
    expect(printedFaults(name, code, JSON.parse(stdout)).slice(0, 5)).toEqual([])
  })

  it('refuses what is not in the schema', () => {
    expect(printedFaults('policy hash', 0, { policyHash: 1 })).not.toEqual([])
    expect(printedFaults('policy hash', 1, { error: 'no' })).not.toEqual([])
  })
})
