// The words of the command line, in this process: nothing is composed, so nothing may be needed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCommands, topics } from '../../main/host/cli/commands.ts'
import { quickCommands } from '../../main/host/cli/quick/quick-commands.ts'
import { helpOf } from '../../main/host/cli/help.ts'
import { usageOf } from '../../main/host/cli/usage.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'

async function said(...words: string[]) {
  const context = fakeCliContext()
  const code = await runCli(words, context)
  return { code, stdout: context.shown(), stderr: context.noted() }
}

describe('gatehouse with wrong words', () => {
  it.each([
    [['tols'], 'There is no command "tols".\nDid you mean gatehouse tools?'],
    [['tools'], 'gatehouse tools needs a subcommand.\nUse one of: list, describe, run.'],
    [
      ['tools', 'lsit'],
      'There is no command "tools lsit".\nDid you mean gatehouse tools list? Use one of: list, describe, run.',
    ],
    [
      ['tools', 'run'],
      "gatehouse tools run needs TOOL.\nUse: gatehouse tools run TOOL --args '{…}' [--approve] [--totp CODE]",
    ],
    [
      ['tools', 'list', 'x'],
      'gatehouse tools list does not take "x".\nUse: gatehouse tools list [--all]',
    ],
    [
      ['tools', 'list', '--approve'],
      'gatehouse tools list does not take --approve.\nUse: gatehouse tools list [--all]',
    ],
    [['audit', 'tail', '--jsno'], 'There is no option --jsno.\nDid you mean --json?'],
    [
      ['audit', 'tail', '-n', '0'],
      '-n needs a whole number from 1 to 100000.\nSuch as: gatehouse audit tail -n 50',
    ],
    [
      ['plugins', 'new', 'ok', '--force'],
      'gatehouse plugins new does not take --force.\nUse: gatehouse plugins new NAME [--format shell|node|c] [--folder FOLDER]',
    ],
    [
      ['audit', 'receipt'],
      'gatehouse audit receipt needs the id of a call or a run, or --verify FILE.\nTo find ids: gatehouse audit search --json, or gatehouse runs list',
    ],
    [
      ['runs', 'capture', 'nope'],
      'That is not the id of a run. Ids begin with "run_".\nTo find ids: gatehouse runs list',
    ],
    [['audit', 'tail', '-n'], '-n needs a value.\nWrite -n VALUE.'],
    [['audit', 'tail', '-n', '1', '-n', '2'], '-n is given twice.\nKeep one of them.'],
    [
      ['tools', 'run', 'exec', '--args', '{'],
      `--args is not valid JSON.\nWrite it as one JSON object, such as --args '{"path": "README.md"}'.`,
    ],
    [
      ['tools', 'run', 'exec', '--args', '{"command":"ls","command":"id"}'],
      `--args is refused: an object in it has the key "command" twice.\nWrite it as one JSON object, such as --args '{"path": "README.md"}'.`,
    ],
    [['tools', 'run', 'exec', '--args', '--approve'], '--args needs a value.\nWrite --args VALUE.'],
    [
      ['tools', 'run', 'exec', '--approve=yes'],
      '--approve takes no value.\nWrite --approve alone.',
    ],
    [
      ['approvals', 'deny', 'nonsense'],
      '"nonsense" is not the id of an approval.\nIds begin with apr_. To find them: gatehouse approvals list',
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--session', '--always'],
      '--session and --always cannot be combined.\nUse one of them.',
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--max-uses', '3'],
      '--max-uses and --expires require limits.\nAdd --scope-index N (see: gatehouse approvals show ID) or --scope JSON.',
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--scope', '{"path":["a"]}'],
      `--scope is not a set of limits.\nSuch as --scope '{"paths": ["src/**"]}'; also hosts, methods, commands.`,
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--scope-index', '1', '--expires', '8x'],
      '--expires needs a time such as 90s, 30m, 8h or 7d, at most one year.\nSuch as: --expires 8h',
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--always', '--args', '{}'],
      '--args and --always cannot be combined.\nChanged arguments run once.',
    ],
    [
      ['approvals', 'approve', 'apr_00000000', '--totp', '12345'],
      '--totp needs the six digits of a one-time code.\nWrite --totp 123456.',
    ],
    [
      ['leases', 'revoke'],
      'Say which lease to revoke.\nUse: gatehouse leases revoke ID, or --session ID, or --all',
    ],
    [
      ['leases', 'revoke', 'x'],
      '"x" is not the id of a lease. Ids begin with lease_.\nUse: gatehouse leases revoke ID, or --session ID, or --all',
    ],
    [
      ['leases', 'revoke', 'lease_00000000', '--all'],
      'Use --all alone.\nUse: gatehouse leases revoke ID, or --session ID, or --all',
    ],
    [
      ['leases', 'grant', '--tool', 'exec'],
      'A lease needs a scope.\nAdd --paths, --hosts or --commands.',
    ],
    [
      ['leases', 'grant', '--paths', 'src/**'],
      'gatehouse leases grant needs --tool.\nSuch as: --tool exec',
    ],
    [
      ['step-up', 'totp', '--code', '123456', '--remove'],
      '--code and --remove cannot be combined.\nUse one of them.',
    ],
    [
      ['help', 'nothing'],
      'There is no command "nothing".\nThere are: init, serve, open, doctor, version, watch, approvals, leases, undo, stop-everything, resume, step-up, tools, agents, runs, schedules, webhooks, events, connect, disconnect, clients, mcp, servers, plugins, accounts, secrets, policy, config, runner, audit, fleet, backup, restore, redact, hook, exec, completion, help.',
    ],
    [
      ['\u{1b}[2J'],
      String.raw`There is no command "\u{1b}[2J".` +
        '\nThere are: init, serve, open, doctor, version, watch, approvals, leases, undo, stop-everything, resume, step-up, tools, agents, runs, schedules, webhooks, events, connect, disconnect, clients, mcp, servers, plugins, accounts, secrets, policy, config, runner, audit, fleet, backup, restore, redact, hook, exec, completion, help.',
    ],
    [
      ['audit', 'export', '--format', 'jsnl'],
      '--format needs one of: jsonl, csv, otel, proof.\nDid you mean --format jsonl?',
    ],
    [['audit', 'summary', '--days', '8'], '--days needs one of: 1, 7, 30, 90.\nSuch as: --days 1'],
    [
      ['vault', 'get', 'x'],
      'There is no command "vault".\nUse instead: gatehouse secrets set NAME',
    ],
    [
      ['policy', 'explain'],
      `gatehouse policy explain needs --tool, --command, --mount, or --batch.\nSuch as --tool read_file --args '{"path": "README.md"}'.`,
    ],
    [
      ['policy', 'explain', '--command', 'ls', '--tool', 'exec'],
      '--command cannot be combined with --tool and --args.\nUse one of them.',
    ],
    [
      ['policy', 'explain', '--mount', 'a', '--tool', 'exec'],
      '--mount cannot be combined with --tool.\nUse one of them.',
    ],
    [
      ['runs', 'show', 'x'],
      '"x" is not the id of a run.\nIds begin with run_. To find them: gatehouse runs list',
    ],
    [
      ['runs', 'list', '-n', '0'],
      '-n needs a whole number from 1 to 200.\nSuch as: gatehouse runs list -n 50',
    ],
  ])('%j says so on standard error, exit 2', async (words, text) => {
    expect(await said(...words)).toEqual({ code: 2, stdout: '', stderr: `gatehouse: ${text}\n` })
  })

  it('gives programs the same as JSON', async () => {
    const { code, stdout } = await said('tols', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([
      2,
      {
        error: {
          code: 'usage',
          text: 'There is no command "tols".',
          hint: 'Did you mean gatehouse tools?',
        },
      },
    ])
  })

  it('takes options anywhere, and words after -- as words', async () => {
    expect((await said('--json', 'config', 'path')).code).toBe(0)
    expect((await said('config', '--json', 'path')).code).toBe(0)
    expect((await said('config', 'path', '--', '--json')).stderr).toContain(
      'does not take "--json"',
    )
  })
})

describe('gatehouse about itself', () => {
  it('shows its help, whole or of one command', async () => {
    const help = await said('help')
    expect([help.code, help.stderr, help.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/Use tools and agents\n  tools [^]*list, describe, run/),
    ])
    const bare = await said()
    expect([bare.code, bare.stdout, bare.stderr]).toEqual([2, '', help.stdout])
    const one = {
      code: 0,
      stdout:
        'gatehouse audit tail [-n N]\n\nShow the last 20 rows of the journal, or N.\n\nSuch as:\n  # the newest rows\n  gatehouse audit tail -n 50\n',
      stderr: '',
    }
    expect(await said('help', 'audit', 'tail')).toEqual(one)
    expect(await said('audit', 'tail', '--help')).toEqual(one)
    expect(await said('-h', 'audit', 'tail')).toEqual(one)
  })

  it('shows a whole topic, and every command in full', async () => {
    const topic = await said('help', 'tools')
    expect([topic.code, topic.stderr]).toEqual([0, ''])
    expect(topic.stdout.match(/^gatehouse \S+ \S+/gm)).toEqual([
      'gatehouse tools list',
      'gatehouse tools describe',
      'gatehouse tools run',
    ])
    const commands = await allCommands()
    const all = (await said('help', '--all')).stdout
    expect(commands.filter(({ name }) => !all.includes(`gatehouse ${name}`))).toEqual([])
    const { commands: listed } = JSON.parse((await said('help', '--json')).stdout) as {
      commands: { name: string; group: string }[]
    }
    expect(listed.map(({ name }) => name)).toEqual(commands.map(({ name }) => name))
  })

  it('reads a command alone where no longer name begins like it, and it is the one of its topic', async () => {
    const every = await allCommands()
    const alone = await Promise.all(
      Object.entries(quickCommands).map(async ([name, load]) => ({ name, command: await load() })),
    )
    expect(alone).toEqual(
      alone.map(({ name }) => ({ name, command: every.find((each) => each.name === name) })),
    )
    expect(
      every.filter(({ name }) => alone.some((each) => name.startsWith(`${each.name} `))),
    ).toEqual([])
  })

  it('names in the overview exactly the verbs that each topic has', async () => {
    const listed = await Promise.all(
      topics.map(async ({ name, verbs = [], load }) => {
        const commands = await load()
        const own = commands.map((command) => command.name.slice(name.length + 1))
        const first = own.map((verb) => verb.split(' ')[0] ?? '')
        const wanted =
          commands.length === 1 ? [] : [...new Set(first)].filter((verb) => verb !== '')
        return { name, verbs, wanted }
      }),
    )
    expect(listed.map(({ name, verbs }) => [name, verbs])).toEqual(
      listed.map(({ name, wanted }) => [name, wanted]),
    )
  })

  it('keeps all of the help within eighty columns, and puts no space that nobody wrote', async () => {
    const [short, all] = [await said('help'), await said('help', '--all')]
    const single = (await allCommands()).map((command) => helpOf(command, [], false))
    const lines = [short.stdout, all.stdout, ...single].join('').split('\n')
    expect(lines.filter((line) => line.length > 80)).toEqual([])
    expect(lines.filter((line) => /\S [\])]|\S" ['.,]|^ *,/.test(line))).toEqual([])
    // Each word stands in the help as it was written, whatever the lines.
    const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
    const written = (await allCommands()).flatMap((command) => [
      ...words(usageOf(command)),
      ...words(command.summary),
    ])
    expect(words(all.stdout)).toEqual(written)
  })

  it('breaks the help at words on a terminal of forty columns', async () => {
    const context = fakeCliContext({ columns: 40 })
    await runCli(['help'], context)
    await runCli(['help', 'leases'], context)
    const [title, ...lines] = context.shown().split('\n')
    expect([title, lines.filter((line) => line.length > 40)]).toEqual([
      'gatehouse: one gate for every tool call of your agents',
      [],
    ])
  })

  it('names its version', async () => {
    const about = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string }
    expect(await said('--version')).toEqual({ code: 0, stdout: `${about.version}\n`, stderr: '' })
    expect((await said('--version', '--json')).stdout).toBe(`{"version":"${about.version}"}\n`)
  })

  it('hands the words of serve on', async () => {
    const context = fakeCliContext()
    expect(await runCli(['serve', '--json', '--port', '0', '--config', 'x.yaml'], context)).toBe(0)
    expect(context.served()).toEqual([['--json', '--port', '0', '--config', 'x.yaml']])
  })

  it('says so when it cannot be composed, and when it breaks', async () => {
    expect(await said('leases', 'revoke', '--all')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'gatehouse: There is nothing to compose here.\n',
    })
    const context = fakeCliContext({ compose: () => Promise.reject(new Error('disk on fire')) })
    expect([
      await runCli(['leases', 'revoke', '--all', '--json'], context),
      JSON.parse(context.shown()),
    ]).toMatchObject([
      1,
      {
        error: {
          code: 'cli.fault',
          text: 'gatehouse leases revoke failed unexpectedly: disk on fire.',
        },
      },
    ])
  })
})
