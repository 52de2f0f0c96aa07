// What the command line tells of the journal and the configuration, beside an app that runs and alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallSummary } from '../../contract/journal/call-summary.ts'
import { differences } from '../../main/host/cli/policy/config-diff.ts'
import { typed } from './command-line.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

const Calls = z.object({ calls: z.array(CallSummary) })

describe('beside an app that runs', () => {
  let home: Home
  beforeAll(async () => {
    home = makeHome()
    mkdirSync(home.workspace)
    writeFileSync(join(home.workspace, 'a.txt'), 'hello\n')
    await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
    await typed(`gatehouse tools run read_file --args '{"path":"a.txt"}'`, home)
    await typed(`gatehouse tools run read_file --args '{"path":"missing.txt"}'`, home)
  })
  afterAll(() => home.remove())
  const json = async (line: string): Promise<unknown> =>
    JSON.parse((await typed(`${line} --json`, home)).stdout)

  it('audit report lists each call once, newest first, with decision and end', async () => {
    const { calls } = Calls.parse(await json('gatehouse audit report tool:read_file'))
    expect(
      calls.map(({ args, status, decision }) => [args['path'], status, decision?.effect]),
    ).toEqual([
      ['missing.txt', 'failed', 'allow'],
      ['a.txt', 'done', 'allow'],
    ])
    const one = Calls.parse(await json('gatehouse audit report -n 1 tool:read_file')).calls
    expect(one).toEqual(calls.slice(0, 1))
    const { stdout } = await typed('gatehouse audit report tool:read_file', home)
    expect(stdout).toMatch(
      /^read_file {2}.*call_[^]*requested by command line[^]*with \{.*"path":"missing.txt"\}[^]*allow R1, by[^]*touches: read [^]*\n {2}failed \(policy\)/,
    )
  })

  it('audit report says nothing where nothing fits, and shows where a query is wrong', async () => {
    expect((await typed('gatehouse audit report tool:nothing', home)).stdout).toBe('No calls.\n')
    expect(await typed("gatehouse audit report 'decision:maybe'", home)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('^'),
    })
  })

  it('audit summary adds up effects, tiers and tools', async () => {
    // The index follows the journal in its own time.
    const summed = () => json('gatehouse audit summary --days 1')
    await expect
      .poll(async () => z.object({ calls: z.int() }).parse(await summed()).calls)
      .toBeGreaterThanOrEqual(2)
    const summary = await summed()
    expect(summary).toMatchObject({
      days: 1,
      calls: 2,
      effects: { allow: 2, confirm: 0, deny: 0 },
      tiers: { R1: 2 },
      tools: [{ tool: 'read_file', allow: 2 }],
    })
    const { stdout } = await typed('gatehouse audit summary', home)
    expect(stdout).toMatch(/^2 decisions in the last 7 days\n {2}allow +2 +100 %/)
  })

  it('policy explain --command is the decision of that command line', async () => {
    const short = await json("gatehouse policy explain --command 'git push --force'")
    const long = await json(
      `gatehouse policy explain --tool exec --args '{"command":"git push --force"}'`,
    )
    expect(short).toEqual(long)
  })

  it.each([
    ['a.txt', { allowed: true, readOnly: false }],
    ['.git/config', { readOnly: false }],
    ['/etc/hostname', { allowed: false }],
    ['home-of-gatehouse', { allowed: false, readOnly: true }],
  ])('policy explain --mount %s', async (path, want) => {
    const asked = path === 'home-of-gatehouse' ? home.folder : path
    const answer = await json(`gatehouse policy explain --mount '${asked}'`)
    expect(answer).toMatchObject({
      ...want,
      reason: expect.any(String),
      policyHash: expect.any(String),
      read: { effect: expect.any(String) },
      write: { effect: expect.any(String) },
    })
  })

  it('version says what runs here', async () => {
    const state = z
      .object({ version: z.string(), running: z.object({ version: z.string(), host: z.string() }) })
      .parse(await json('gatehouse version'))
    expect(state.running).toEqual({ version: state.version, host: 'browser' })
  })
})

describe('alone', () => {
  let home: Home
  beforeEach(() => {
    home = makeHome()
    mkdirSync(home.folder)
  })
  afterEach(() => home.remove())

  it('audit report reads what is on disk, and leaves it as it is @whole', async () => {
    expect((await home.json('audit', 'report')).value).toEqual({ calls: [] })
    await home.run('tools', 'run', 'math_eval', '--args', '{"expression":"6*7"}')
    const before = await home.json('audit', 'tail')
    const { calls } = Calls.parse((await home.json('audit', 'report')).value)
    expect(calls.map(({ tool, status }) => [tool, status])).toEqual([['math_eval', 'done']])
    expect(await home.json('audit', 'tail')).toEqual(before)
  })

  it('init shows, asks, and writes preset and workspace @whole', async () => {
    const folder = join(home.folder, '..', 'work')
    const dry = await home.json('init', 'careful', '--folder', folder, '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      value: { preset: { name: 'careful' }, workspace: folder },
    })
    expect((await home.run('init', 'careful')).code).toBe(4)
    expect((await home.json('init', 'carefull', '--dry-run')).value).toMatchObject({
      error: { hint: expect.stringContaining('Did you mean careful?') },
    })
    // Another workspace and a looser preset are no matter for a program without a person's proof.
    expect((await home.run('init', 'careful', '--folder', folder, '--yes')).code).toBe(4)
    expect((await home.run('init', 'flow', '--yes')).code).toBe(4)
    home.env['GATEHOUSE_NEW_PASSPHRASE'] = 'correct horse'
    await home.run('step-up', 'passphrase')
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    const done = await home.json('init', 'careful', '--folder', folder, '--yes')
    expect([done.code, done.value]).toEqual([0, dry.value])
    expect((await home.json('config', 'diff')).value).toMatchObject({
      changes: [
        { path: 'workspace', kind: 'changed', was: null, now: folder },
        { path: 'preset', kind: 'changed', now: 'careful' },
      ],
    })
  })

  it('config diff compares by meaning, and says what lets more through @whole', async () => {
    const file = (name: string, text: string): string => {
      const path = join(home.folder, name)
      writeFileSync(path, text)
      return path
    }
    const from = file('from.yaml', 'preset: careful # mine\nallowlist: { hosts: [docs.rs] }\n')
    const same = file('same.yaml', 'allowlist:\n  hosts:\n    - docs.rs\npreset: careful\n')
    const to = file('to.yaml', 'preset: careful\nallowlist: { hosts: [docs.rs, example.org] }\n')
    expect((await home.json('config', 'diff', from, same)).value).toMatchObject({
      changes: [],
      looser: [],
    })
    expect((await home.json('config', 'diff', from, to)).value).toEqual({
      from,
      to,
      changes: [{ path: 'allowlist.hosts', kind: 'added', now: 'example.org' }],
      looser: ['The host example.org may be reached without asking.'],
    })
    const broken = file('broken.yaml', 'preset: careful\nnonsense: 1\n')
    expect(await home.json('config', 'diff', from, broken)).toMatchObject({
      code: 1,
      value: { error: { code: 'config.broken', text: expect.stringContaining('broken.yaml:2:1') } },
    })
  })
})

describe('differences', () => {
  it.each([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: { b: 1 } }, { a: { b: 2 } }, [{ path: 'a.b', kind: 'changed', was: 1, now: 2 }]],
    [{}, { a: 1 }, [{ path: 'a', kind: 'added', now: 1 }]],
    [{ a: 1 }, {}, [{ path: 'a', kind: 'removed', was: 1 }]],
    [
      { a: [1, 2] },
      { a: [2, 3] },
      [
        { path: 'a', kind: 'removed', was: 1 },
        { path: 'a', kind: 'added', now: 3 },
      ],
    ],
    [{ a: [1, 2] }, { a: [2, 1] }, [{ path: 'a', kind: 'changed', was: [1, 2], now: [2, 1] }]],
  ])('of %j and %j', (was, now, want) => {
    expect(differences(was, now, '')).toEqual(want)
  })
})
