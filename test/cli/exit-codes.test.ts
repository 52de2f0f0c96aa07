// The exit codes that the guide lists: the same mistake ends every command alike, beside a running app
// and alone, and a person’s no ends each in the same way. How a signal, a closed pipe and a fault of
// our own end a command: exit-of-process.test.ts. Wrong usage of every command: every-command.test.ts.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { exit, exitFor } from '../../main/host/cli/exit.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import { holdCommands } from '../hold-commands.ts'
import { wordsOf } from './command-line.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'
import { canBeDenied, mistakes, needPerson, needProof } from './mistakes.ts'
import { printedFaults } from './printed-faults.ts'
import { seededHome } from './seeded-home.ts'
import type { SeededHome } from './seeded-home.ts'

it('the guide, the help and the manual page list every exit code and no other', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/command-line.md'), 'utf8')
  const [, table = ''] = guide.split('| Exit code | Meaning |')
  const listed = (table.split('\n\n')[0] ?? '').matchAll(/^\| (\d+) \|/gm)
  expect(Array.from(listed, ([, code]) => Number(code))).toEqual(Object.values(exit))
  const context = fakeCliContext()
  await runCli(['help'], context)
  const text = /Exit codes:[^]*/.exec(context.shown())?.[0] ?? ''
  expect(Array.from(text.matchAll(/\d+/g), Number)).toEqual(Object.values(exit))
})

it('a failure that is not named ends with 1, whatever its code', () => {
  const codes = ['tool.unknown', 'toString', '__proto__', 'constructor', '']
  expect(codes.map((code) => exitFor(failure(code, 'It failed.')))).toEqual(codes.map(() => 1))
})

type Said = { readonly code: number | null; readonly value: unknown }

const said = (code: number, error: RegExp) => ({
  code,
  value: { error: { code: expect.stringMatching(error), text: expect.any(String) } },
})

describe.each(['running', 'alone'] as const)('with an app that is %s @whole', (where) => {
  let seeded: SeededHome
  beforeAll(async () => {
    seeded = await seededHome()
    if (where === 'alone') await seeded.endApp()
  })
  afterAll(() => seeded.remove())

  /** @param passphrase of this command; '': it brings none. */
  async function run(line: string, passphrase?: string): Promise<Said> {
    const { home } = seeded
    const before = home.env['GATEHOUSE_PASSPHRASE']
    if (passphrase !== undefined) home.env['GATEHOUSE_PASSPHRASE'] = passphrase
    const { code, stdout } = await home.run('--json', ...seeded.words(line))
    home.env['GATEHOUSE_PASSPHRASE'] = before
    expect(stdout.split('\n')).toHaveLength(2)
    const value: unknown = JSON.parse(stdout)
    // What a call gave is a value also where it failed.
    const isError = code !== 0 && !line.startsWith('tools run')
    expect(isError ? printedFaults('any', Number(code), value) : []).toEqual([])
    return { code, value }
  }

  const rows = Object.entries(mistakes).flatMap(([mistake, { exit: code, error, lines }]) =>
    lines.map((line) => [mistake, line, code, error] as const),
  )
  it.each(rows)('%s: %s, exit %i', async (_mistake, line, code, error) => {
    expect(await run(line)).toMatchObject(said(code, error))
  })

  it.each(needPerson)('with no person to ask: %s, exit 4', async (line) => {
    expect(await run(line, '')).toMatchObject(
      said(4, /\.(?:no-terminal|step-up|unset|no-person|no-value)$/),
    )
  })

  it.each(needProof)('with a wrong passphrase: %s, exit 1', async (line) => {
    // After a few of them there is a time in which none is taken.
    expect(await run(line, 'not this one')).toMatchObject(said(1, /^step-up\.(?:wrong|locked)$/))
  })

  it('refused by the policy, exit 3', async () => {
    expect(await run(`tools run read_file --args '{"path":"/etc/shadow"}'`)).toMatchObject(
      said(3, /^denied\.stop$/),
    )
  })

  it('refused because everything is stopped, exit 3', async () => {
    await run('stop-everything')
    for (const line of [
      `tools run read_file --args '{"path":"a.txt"}'`,
      'agents run scout hello',
      'servers start {server} --yes',
    ])
      expect(await run(line)).toMatchObject(said(3, /emergency-stop/))
    expect(await run('resume', '')).toMatchObject(said(4, /^approval\.step-up$/))
  })
})

describe('a person who denies, exit 3', () => {
  let home: Home
  const seeds: Record<string, string> = {}
  beforeAll(async () => {
    home = makeHome()
    mkdirSync(home.folder)
    writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
    const base = dirname(home.folder)
    writeFileSync(join(base, 'theirs.toml'), '[tools.filter]\nallow_external = true\n')
    seeds['base'] = base
    await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
    const write = await typed(
      'yes',
      `tools run write_file --args '{"path":"a.txt","content":"one"}' --approve`,
    )
    seeds['call'] = String(write.value['requestId'])
    const waiting = home.start('tools', 'run', 'exec', '--args', '{"command":"touch a.txt"}')
    const text = await waiting.until(/approvals approve apr_\w+/)
    seeds['approval'] = /apr_\w+/.exec(text)?.[0] ?? ''
  })
  afterAll(() => home.remove())

  /** @param answer what is typed at the terminal; null: there is none. */
  async function typed(answer: string | null, line: string) {
    const context = fakeCliContext({
      terminal: answer !== null,
      ask: async () => answer,
      env: { GATEHOUSE_HOME: home.folder },
      homedir: dirname(home.folder),
      sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    })
    const words = wordsOf(line).map((word) =>
      word.replaceAll(/\{(\w+)\}/g, (all, name: string) => seeds[name] ?? all),
    )
    const code = await runCli([...words, '--json'], context)
    const lines = context.shown().trimEnd().split('\n')
    expect(lines).toHaveLength(1)
    return { code, value: JSON.parse(lines[0] ?? '') as Record<string, unknown> }
  }

  it.each(canBeDenied)('%s', async (line) => {
    expect(await typed('no', line)).toMatchObject(said(3, /refused|declined/))
  })

  it('approvals approve, which gives the approval that is denied now', async () => {
    expect(await typed('no', 'approvals approve {approval}')).toMatchObject({
      code: 3,
      value: { approval: { state: 'denied' } },
    })
  })

  it('tools run, which gives what came of the call', async () => {
    const line = `tools run exec --args '{"command":"touch b.txt"}' --approve`
    expect(await typed('no', line)).toMatchObject({
      code: 3,
      value: { ok: false, error: { text: expect.stringContaining('denied') } },
    })
  })

  it('resume', async () => {
    await typed(null, 'stop-everything')
    expect(await typed('no', 'resume')).toMatchObject(said(3, /^emergency-stop\.refused$/))
  })
})

it('a home that another Gatehouse holds, which does not answer, exit 1', async () => {
  const compose = async () => ({
    ok: false as const,
    error: failure('host.already-running', 'Another Gatehouse uses this home folder.'),
  })
  const lines = ['tools run read_file', 'leases revoke --all', 'stop-everything', 'init careful']
  for (const line of lines) {
    const context = fakeCliContext({ compose })
    const code = await runCli([...wordsOf(line), '--json'], context)
    expect([code, JSON.parse(context.shown())]).toMatchObject([
      1,
      { error: { code: 'host.already-running' } },
    ])
  }
})
