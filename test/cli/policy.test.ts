// The commands that ask the policy, in this process, over a whole Gatehouse that is composed for
// each of them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { standardPresets } from '../../contract/policy/preset.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { appContext } from './app-context.ts'

let root: string
let config: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-cli-policy-'))
  config = join(root, 'home', 'config.yaml')
  mkdirSync(join(root, 'home'))
  mkdirSync(join(root, 'home-workspace'))
  writeFileSync(join(root, 'home-workspace', 'a.txt'), 'one\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = (name: string, text: string): string => {
  writeFileSync(join(root, name), text)
  return join(root, name)
}

async function said(words: readonly string[], input: readonly string[] = []) {
  const context = appContext(join(root, 'home'), {
    homedir: root,
    input: async function* () {
      yield* input
    },
  })
  const code = await runCli(words, context)
  return { code, out: context.shown(), note: context.noted() }
}
async function json(...words: string[]): Promise<{ code: number; value: unknown }> {
  const { code, out } = await said([...words, '--json'])
  return { code, value: JSON.parse(out) }
}
const lines = (out: string): unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const journalRows = async (): Promise<number> => {
  const { value } = await json('audit', 'tail')
  return (value as { total: number }).total
}

const rules = `rules:
  - { id: shut, when: { paths: [a.txt] }, effect: deny, reason: Keep out. }
`
const read = '{"path": "a.txt"}'

describe('policy explain', () => {
  it('gives the decision with every vote as JSON, and a text for people', async () => {
    const { code, value } = await json('policy', 'explain', '--tool', 'read_file', '--args', read)
    expect(code).toBe(0)
    expect(value).toMatchObject({
      effect: 'allow',
      tier: 'R1',
      by: { kind: 'tier', id: 'R1' },
      stepUp: false,
    })
    expect((value as { votes: { layer: string }[] }).votes.map(({ layer }) => layer)).toEqual([
      ...[
        'emergency-stop',
        'stop',
        'grant',
        'guard',
        'setting',
        'preset',
        'rate-limit',
        'deny-rule',
        'confirm-rule',
        'flow',
        'lease',
        'allow-rule',
        'default',
      ],
    ])
    const text = await said([
      'policy',
      'explain',
      '--tool',
      'exec',
      '--args',
      '{"command": "sudo id"}',
    ])
    expect([text.code, text.out]).toEqual([
      0,
      expect.stringMatching(/^confirm {2}R4, with passphrase or one-time code/),
    ])
  })

  it('asks another file with --rules, for another caller @whole', async () => {
    const other = file(
      'other.yaml',
      rules.replace('paths: [a.txt]', 'principals: [schedule], agents: [nightly]'),
    )
    const asked = ['policy', 'explain', '--tool', 'read_file', '--args', read, '--rules', other]
    expect((await json(...asked)).value).toMatchObject({ effect: 'allow' })
    expect(
      (await json(...asked, '--principal', 'schedule', '--agent', 'nightly')).value,
    ).toMatchObject({
      effect: 'deny',
      by: { kind: 'rule', id: 'shut' },
    })
    expect((await json(...asked, '--channel', 'gateway')).value).toMatchObject({ effect: 'allow' })
  })

  it.each<[name: string, words: readonly string[], code: number, text: string]>([
    ['no tool', [], 2, 'policy explain needs --tool, --command, --mount, or --batch'],
    [
      'arguments that are not JSON',
      ['--tool', 'exec', '--args', '{'],
      2,
      '--args is not valid JSON',
    ],
    [
      'arguments with a key twice',
      ['--tool', 'exec', '--args', '{"command":"ls","command":"id"}'],
      2,
      'has the key "command" twice',
    ],
    ['an unknown principal', ['--tool', 'exec', '--principal', 'agnet'], 2, 'Did you mean agent?'],
    ['an unknown channel', ['--tool', 'exec', '--channel', 'windwo'], 2, 'Did you mean window?'],
    [
      'one call and many',
      ['--tool', 'exec', '--batch'],
      2,
      '--batch cannot be combined with --tool',
    ],
    [
      'a file that is not there',
      ['--tool', 'exec', '--rules', '/nonexistent'],
      1,
      'There is no file /nonexistent',
    ],
    ['an unknown tool', ['--tool', 'exce'], 1, 'There is no tool named exce'],
    ['arguments that do not fit', ['--tool', 'exec', '--args', '{"cmd": 1}'], 1, 'do not fit'],
    [
      'an agent that nobody is',
      ['--tool', 'read_file', '--args', read, '--agent', 'nobody'],
      1,
      'There is no agent named "nobody"',
    ],
  ])('says what is wrong with %s @whole', async (_name, words, code, text) => {
    const answer = await said(['policy', 'explain', ...words])
    expect([answer.code, answer.out, answer.note]).toEqual([
      code,
      '',
      expect.stringContaining(text),
    ])
  })

  it('answers lines with lines, in order, a bad one with its error @whole', async () => {
    const wide = {
      taint: { private: true, untrusted: true },
      tool: 'web_fetch',
      args: { url: 'https://a.example/' },
    }
    const asked = [
      { id: 1, tool: 'read_file', args: { path: 'a.txt' } },
      { id: 'two', tool: 'exec', args: { command: 'true' }, principal: 'cli' },
      { id: 3, tool: 'nothing', args: {} },
      { id: 4, tool: 5 },
      { tool: 'read_file', args: { path: 'a.txt' } },
      { id: 6, ...wide },
    ].map((line) => JSON.stringify(line))
    // Cut in odd places, with an empty line, a broken one, and no end to the last.
    const text = `${asked.slice(0, 2).join('\n')}\n\n{nope\n${asked.slice(2).join('\n')}`
    const { code, out } = await said(
      ['policy', 'explain', '--batch'],
      text.match(/[^]{1,37}/g) ?? [],
    )
    expect(code).toBe(0)
    expect(lines(out)).toMatchObject([
      { id: 1, decision: { effect: 'allow' } },
      { id: 'two', decision: { effect: 'confirm', tier: 'R3' } },
      { id: null, error: { code: 'explain.bad-line' } },
      { id: 3, error: { code: 'tool.unknown' } },
      { id: 4, error: { code: 'explain.bad-line' } },
      { id: null, decision: { effect: 'allow' } },
      { id: 6, decision: { effect: 'confirm', by: { kind: 'flow' } } },
    ])
  })

  it('answers what has come before more comes', async () => {
    let answered = ''
    const context = appContext(join(root, 'home'), {
      homedir: root,
      input: async function* () {
        yield `${JSON.stringify({ id: 1, tool: 'read_file', args: { path: 'a.txt' } })}\n`
        answered = context.shown()
        yield '{"id": 2'
      },
    })
    expect(await runCli(['policy', 'explain', '--batch'], context)).toBe(0)
    expect(lines(answered)).toMatchObject([{ id: 1 }])
  })

  it('takes thousands of lines, and none that is endless @whole', async () => {
    const one = `${JSON.stringify({ id: 0, tool: 'read_file', args: { path: 'a.txt' } })}\n`
    const { out } = await said(
      ['policy', 'explain', '--batch'],
      [one.repeat(1500), `"${'x'.repeat(1_200_000)}`, `"\n${one}`],
    )
    const answers = lines(out)
    expect(answers).toHaveLength(1502)
    expect(answers.slice(-2)).toMatchObject([
      { id: null, error: { text: expect.stringContaining('longer than') } },
      { id: 0, decision: {} },
    ])
  })
})

describe('policy explain of a tool of a server', () => {
  const servers = 'servers: { forge: { transport: stdio, command: forge, enabled: ON } }\n'
  const explained = (...more: string[]) =>
    json('policy', 'explain', '--tool', 'forge__create_issue', '--args', '{}', ...more)
  it.each([
    ['a server that is on', 'true', 'It was not reviewed yet.', 'servers review forge'],
    ['a server that is off @whole', 'false', 'Its server is switched off.', 'servers start forge'],
  ])('says of %s that the tool is closed, and what helps', async (_what, on, text, hint) => {
    const asked = await explained('--rules', file('servers.yaml', servers.replace('ON', on)))
    expect(asked).toMatchObject({
      code: 1,
      value: {
        error: {
          code: 'server.closed',
          text: `create_issue of the server forge is closed: ${text}`,
          hint: expect.stringContaining(hint),
        },
      },
    })
  })
  it('knows none of a server that is not there @whole', async () => {
    expect(await explained()).toMatchObject({ code: 1, value: { error: { code: 'tool.unknown' } } })
  })

  const cases: readonly (readonly [string, object, object, object?])[] = [
    ['chat__send_message', { trust: 'local' }, { decision: { effect: 'confirm', tier: 'R3' } }],
    ['bank__pay', { trust: 'local' }, { decision: { tier: 'R4', stepUp: true } }],
    ['shelf__list', { trust: 'local', readOnly: true }, { decision: { tier: 'R1' } }],
    ['shelf__list', { trust: 'verified', readOnly: true }, { decision: { tier: 'R2' } }],
    ['shelf__list', { reviewed: false }, { error: { code: 'server.closed' } }],
    ['shelf__delete_all', { trust: 'community' }, { error: { code: 'server.closed' } }],
    ['shelf', {}, { error: { code: 'tool.unknown' } }],
    ['Shelf__list', {}, { error: { code: 'tool.unknown' } }],
    ['gatehouse__list', {}, { error: { code: 'server.closed' } }],
    [
      'shelf__put',
      { trust: 'local' },
      { error: { code: 'tool.hidden' } },
      { principal: 'subagent' },
    ],
    [
      'shelf__list',
      { trust: 'local', readOnly: true },
      { decision: {} },
      { principal: 'subagent' },
    ],
  ]
  it('supposes one as it would be after its review @whole', async () => {
    const asked = cases.map(([tool, external, , more]) =>
      JSON.stringify({ tool, args: { to: 'kim' }, external, ...more }),
    )
    const { out } = await said(['policy', 'explain', '--batch'], [asked.join('\n')])
    expect(lines(out)).toMatchObject(cases.map(([, , answer]) => answer))
  })
})

describe('policy check', () => {
  it('is content with a sound file, and says what is probably not meant', async () => {
    const sound = file('sound.yaml', `exfiltrationGuard: { blockedTools: [http] }\n${rules}`)
    const { code, out } = await said(['policy', 'check', sound])
    expect(code).toBe(0)
    expect(out).toContain(`${sound}:1 warning: exfiltrationGuard.blockedTools`)
    expect(out).toContain('has no problems. Preset ask, rules: 1, warnings: 1.')
    expect((await json('policy', 'check', sound)).value).toMatchObject({
      ok: true,
      problems: [],
      warnings: [{ code: 'key.deprecated', line: 1 }],
      policyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('fails on a broken file, with place and hint, and on one that is not there @whole', async () => {
    const broken = file('broken.yaml', 'preset: carefull\n')
    const { code, out } = await said(['policy', 'check', broken])
    expect([code, out]).toEqual([
      1,
      `${broken}:1:9 There is no preset named "carefull".\n  Did you mean "careful"? Known here: ${Object.keys(standardPresets).join(', ')}.\n`,
    ])
    expect(await json('policy', 'check', broken)).toMatchObject({
      code: 1,
      value: { ok: false, problems: [{ file: broken, line: 1, column: 9 }] },
    })
    expect((await said(['policy', 'check', join(root, 'none')])).code).toBe(1)
    writeFileSync(config, 'zebra: 1\n')
    expect(await said(['policy', 'check'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('zebra'),
    })
    expect(await said(['config', 'check'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('zebra'),
    })
  })
})

describe('policy hash and preset', () => {
  it('changes with the preset, and the preset is written into the file with its comments @whole', async () => {
    writeFileSync(config, '# mine\npreset: ask # quiet\n')
    const before = (await said(['policy', 'hash'])).out
    expect(before).toMatch(/^[0-9a-f]{64}\n$/)
    expect(await said(['policy', 'preset', 'carful'])).toMatchObject({
      code: 1,
      note: expect.stringContaining('Did you mean careful?'),
    })
    expect((await said(['policy', 'preset', 'careful'])).code).toBe(0)
    expect(readFileSync(config, 'utf8')).toBe('# mine\npreset: careful # quiet\n')
    const after = await json('policy', 'hash')
    expect(after.value).toMatchObject({ preset: 'careful' })
    expect(after.value).not.toMatchObject({ policyHash: before.trim() })
    // Back is freer: here nobody can be asked, so nothing is written.
    const back = await said(['policy', 'preset', 'ask'])
    expect([back.code, back.note]).toEqual([4, expect.stringContaining('requires a terminal')])
    expect(readFileSync(config, 'utf8')).toBe('# mine\npreset: careful # quiet\n')
  })
})

describe('policy simulate', () => {
  it('replays the journal under another file, call by call and in sum @whole', async () => {
    await said(['tools', 'run', 'read_file', '--args', read])
    await said(['tools', 'run', 'exec', '--args', '{"command": "true"}'])
    const other = file('other.yaml', rules)
    const { code, out } = await said(['policy', 'simulate', '--rules', other])
    expect(code).toBe(0)
    expect(out).toMatch(/read_file +allow R1 +deny R1 +- +Keep out\./)
    expect(out).toContain('2 calls: 1 the same, 1 different.\n  1 allow → deny\n')
    expect(
      (await json('policy', 'simulate', '--rules', other, '--limit', '1')).value,
    ).toMatchObject({ calls: 1, same: 1, changes: [] })
    expect((await said(['policy', 'simulate'])).code).toBe(2)
    expect((await said(['policy', 'simulate', '--rules', other, '--limit', '0'])).code).toBe(2)
    expect(
      (await said(['policy', 'simulate', '--rules', file('broken.yaml', 'zebra: 1')])).note,
    ).toContain('zebra')
  })
})

describe('policy test', () => {
  const cases = (base: string): string => `${base}cases:
  - name: reading is free
    tool: read_file
    args: { path: a.txt }
    expect: { effect: allow, tier: R1, by: tier }
  - tool: exec
    args: { command: sudo id }
    principal: cli
    expect: { effect: confirm, tier: R4, by: tier R4, code: command.privileged }
  - name: no such tool
    tool: exce
    args: {}
    expect: { effect: deny, code: tool.unknown }
`

  it('passes when every decision is as expected @whole', async () => {
    expect(await said(['policy', 'test', file('cases.yaml', cases(''))])).toEqual({
      code: 0,
      out: '3 cases, 0 failed.\n',
      note: expect.stringMatching(
        /^(?:gatehouse: the sandbox was not tested for this answer; [^\n]+\n)?$/,
      ),
    })
  })

  it('fails with what differs, under the file that is named @whole', async () => {
    file('strict.yaml', rules)
    const named = file('cases.yaml', cases('config: strict.yaml\n'))
    const { code, out } = await said(['policy', 'test', named])
    expect([code, out]).toEqual([
      1,
      'failed reading is free (line 3)\n  effect: expected allow, got deny by rule shut: Keep out.\n  by: expected tier, got rule shut\n3 cases, 1 failed.\n',
    ])
    expect(await json('policy', 'test', named)).toMatchObject({
      code: 1,
      value: { ok: false, cases: 3, failed: 1, failures: [{ line: 3 }] },
    })
    expect((await said(['policy', 'test', named, '--rules', file('plain.yaml', '')])).code).toBe(0)
  })

  it('passes for the cases beside the example of a configuration @whole', async () => {
    const examples = join(import.meta.dirname, '../../examples/policy-cases.yaml')
    expect(await said(['policy', 'test', examples])).toEqual({
      code: 0,
      out: '92 cases, 0 failed.\n',
      // Some of them are commands, and no Gatehouse runs that has tried its sandbox.
      note: expect.stringMatching(
        /^gatehouse: the sandbox was not tested for this answer; [^\n]+\n$/,
      ),
    })
  })

  it('reads a bare list, also as JSON @whole', async () => {
    const list = JSON.stringify([
      { tool: 'read_file', args: { path: 'a.txt' }, expect: { effect: 'deny' } },
    ])
    const { code, out } = await said(['policy', 'test', file('cases.json', list)])
    expect([code, out]).toEqual([1, expect.stringContaining('failed case 1: read_file (line 1)')])
  })

  it('says what is wrong with a file of cases', async () => {
    const { code, out } = await said([
      'policy',
      'test',
      file('cases.yaml', '- tool: exec\n  args: {}\n  expects: { effect: deny }\n'),
    ])
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(
        /cases\.yaml:3:3 .*knows no setting "expects".*\n {2}Did you mean "expect"\?/,
      ),
    ])
  })
})

it('asks without a row in the journal, and prints the schema @whole', async () => {
  await said(['tools', 'run', 'read_file', '--args', read])
  const before = await journalRows()
  const other = file('other.yaml', rules)
  await said(['policy', 'explain', '--tool', 'read_file', '--args', read])
  await said(['policy', 'hash'])
  await said(['policy', 'check'])
  await said(['policy', 'simulate', '--rules', other])
  await said(['policy', 'test', file('cases.yaml', '[]')])
  expect(await journalRows()).toBe(before)
  const schema = JSON.parse((await said(['config', 'schema'])).out) as { properties: object }
  expect(Object.keys(schema.properties)).toContain('rules')
})
