// Questions to the policy and real calls go through one whole Gatehouse: they have to say the same.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Decision, Explanation } from '../../contract/policy/decision.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { JournalFilter } from '../../contract/journal/journal.ts'
import type { Supposed } from '../../contract/policy/supposed.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { App } from '../../main/host/app.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'
import { many } from '../soak.ts'

/**
 * Calls are really made, and some policies allow all of them: nothing here may name a file that is
 * not the test's own.
 */
const outside = makeTemporary('policy-outside')
afterAll(() => rmSync(outside, { recursive: true, force: true }))

let root: string
let app: App | null

async function start(config: unknown, options: { queryOnly?: boolean } = {}): Promise<void> {
  writeFileSync(join(root, 'home', 'config.yaml'), stringify(config))
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const composed = await openApp({
    host: 'browser',
    paths: paths,
    version: '0.0.0-test',
    ...options,
  })
  if (!composed.ok) throw new Error(composed.error.text)
  app = composed.value
}
async function stop(): Promise<void> {
  await app?.dispose()
  app = null
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-policy-'))
  mkdirSync(join(root, 'home'))
  mkdirSync(join(root, 'home-workspace', 'src'), { recursive: true })
  for (const name of ['a.txt', 'src/b.ts'])
    writeFileSync(join(root, 'home-workspace', name), 'one\n')
  app = null
})
afterEach(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app?.call(channel, input, {
    surface: channel === 'tools.run' ? 'cli' : 'window',
  })
  if (answer?.ok !== true) throw new Error(`${channel}: ${JSON.stringify(answer)}`)
  return answer.value as Output<C>
}
const explained = (
  calls: Input<'policy.explain'>['calls'],
  config?: unknown,
): Promise<readonly Supposed[]> =>
  ask('policy.explain', { calls, ...(config === undefined ? {} : { text: stringify(config) }) })
const rows = async (): Promise<number> =>
  (await ask('audit.page', { limit: 1, filter: JournalFilter.parse({}) })).total

const call = fc.oneof(
  fc.record({
    tool: fc.constantFrom('read_file', 'list_dir'),
    args: fc.record({
      path: fc.constantFrom('a.txt', 'src', 'src/b.ts', '../x', '/etc/hosts', 'none'),
    }),
  }),
  fc.record({
    tool: fc.constant('write_file'),
    args: fc.record({
      path: fc.constantFrom('src/new.ts', 'a.txt', join(outside, 'passwd'), '../home/config.yaml'),
      content: fc.constantFrom('x', 'y\n'),
    }),
  }),
  fc.record({
    tool: fc.constant('exec'),
    args: fc.record({
      command: fc.constantFrom(
        'true',
        'ls src',
        'cat a.txt | wc -l',
        'git status && rm -rf .',
        'sudo id',
        'echo hi > src/c',
        'eval $X',
        '((',
      ),
    }),
  }),
  fc.record({
    tool: fc.constant('web_fetch'),
    args: fc.record({ url: fc.constantFrom('https://a.example/', 'http://127.0.0.1/', 'ftp://x') }),
  }),
  fc.record({
    tool: fc.constantFrom('http', 'exce', 'read_file'),
    args: fc.constantFrom({}, { path: 5 }, { path: 'a.txt', more: true }),
  }),
)

const when = fc.oneof(
  fc.record({ tools: fc.constantFrom(['exec'], ['read_file', 'list_dir'], ['*_file']) }),
  fc.record({
    ids: fc.constantFrom(['fs.*'], ['system.run']),
    paths: fc.constantFrom(['src/**'], [`${outside}/**`], ['**']),
  }),
  fc.record({ paths: fc.constantFrom(['a.txt'], ['src/**', 'a.txt']) }),
  fc.record({ commands: fc.constantFrom(['ls'], ['git status'], ['true']) }),
  fc.record({
    principals: fc.constantFrom(['cli'] as const, ['agent', 'cli'] as const),
    tiers: fc.constantFrom(['R1', 'R2'] as const, ['R4'] as const),
  }),
  fc.record({ channels: fc.constantFrom(['cli'] as const, ['window'] as const) }),
)
const local = ['read_file', 'list_dir', 'write_file', 'exec']
/** No rule frees a request: a test must not go out. */
const rules = fc
  .array(fc.record({ when, effect: fc.constantFrom('allow', 'confirm', 'deny') }), { maxLength: 6 })
  .map((list) =>
    list.map(({ when: given, effect }, at) =>
      Rule.parse({
        id: `r${at}`,
        reason: 'because',
        effect,
        when: effect === 'allow' && !('tools' in given) ? { ...given, tools: local } : given,
      }),
    ),
  )
const config = fc.record({
  preset: fc.constantFrom('ask', 'careful', 'read-only'),
  rules,
  exfiltrationGuard: fc.record({ enabled: fc.boolean() }),
  tools: fc.constantFrom(
    {},
    { exec: { disabled: true } },
    { read_file: { tier: 'R3' } },
    { write_file: { default: 'allow' } },
  ),
})

/** What deciding gives, in either way: a decision, or the code of what there was instead. */
const bare = ({ votes: _votes, ...decision }: Explanation): Decision => decision

const ranOutside = ({ ok, decision }: Output<'tools.run'>): boolean =>
  ok &&
  decision !== null &&
  decision.touches.some((touch) => 'zone' in touch && touch.zone !== 'workspace')
const restart = async (policy: unknown): Promise<void> => {
  await stop()
  await start(policy)
}

const HIDDEN: ReadonlySet<string> = new Set(['tool.hidden', 'tool.network'])

/**
 * What an answer promises of the call, in the words of its result. A tool that a layer hides is
 * refused by its absence, or by the network where that is why.
 */
const reported = (answer: Supposed, created: Output<'tools.run'>): unknown => {
  if ('error' in answer) return answer.error.code
  const hidden = created.decision === null && answer.decision.effect === 'deny'
  return hidden && created.error !== null && HIDDEN.has(created.error.code)
    ? created.error.code
    : bare(answer.decision)
}

/**
 * What is explained is the command in the real folder. Where that is held, it runs in a copy first,
 * and is decided by what it did there.
 */
const ranInCopy = (tool: string, { decision }: Output<'tools.run'>): boolean =>
  tool === 'exec' && (decision?.baseTier === 'R1' || decision?.baseTier === 'R2')

/** What is explained, where it holds the command and names R3 or R4. */
const heldForReal = (answer: Supposed): unknown =>
  'decision' in answer &&
  answer.decision.effect === 'confirm' &&
  ['R3', 'R4'].includes(answer.decision.tier)
    ? bare(answer.decision)
    : 'held for real'

describe('explain', () => {
  it('says of every call what happens when it is made @whole', async () => {
    // Each starts a Gatehouse and real commands. A busy machine tries fewer, and is through before
    // the next test needs the home.
    const enough = performance.now() + 40_000
    let tried = 0
    await fc.assert(
      fc.asyncProperty(
        config,
        fc.array(call, { minLength: 5, maxLength: 12 }),
        async (policy, calls) => {
          if (performance.now() > enough) return
          await start(policy)
          try {
            for (const { tool, args } of calls) {
              if (performance.now() > enough) break
              tried += 1
              const [answer] = await explained([{ tool, args, principal: 'cli' }])
              const created = await ask('tools.run', { tool, args, wait: false })
              if (answer === undefined) throw new Error('no answer')
              const wanted = ranInCopy(tool, created)
                ? heldForReal(answer)
                : (created.decision ?? created.error?.code)
              expect(reported(answer, created)).toEqual(wanted)
              // A session that has read private data is asked more: the next question is about a
              // clean one again.
              if (ranOutside(created)) await restart(policy)
            }
          } finally {
            await stop()
          }
        },
      ),
      { numRuns: many(30, 8) },
    )
    expect(tried).toBeGreaterThan(10)
  }, 600_000)

  it('gives the same decisions and the same hash however the rules are ordered @whole', async () => {
    await start({})
    await fc.assert(
      fc.asyncProperty(
        rules.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        fc.array(call, { minLength: 3, maxLength: 8 }),
        async ([one, other], calls) => {
          expect(await explained(calls, { rules: other })).toEqual(
            await explained(calls, { rules: one }),
          )
          const hash = async (list: Rule[]) =>
            (await ask('policy.check', { text: stringify({ rules: list }) })).hash
          expect(await hash(other)).toBe(await hash(one))
        },
      ),
      { numRuns: many(40, 12) },
    )
  }, 600_000)

  it('never lets through with fewer tools what it refused with more @whole', async () => {
    await start({})
    const all = ['read_file', 'list_dir', 'write_file', 'edit_file', 'exec', 'web_fetch', 'http']
    const free = (answer: Supposed): boolean =>
      'decision' in answer && answer.decision.effect === 'allow'
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.subarray(all, { minLength: 1 }),
        fc.array(call, { minLength: 3, maxLength: 8 }),
        async (list, fewer, calls) => {
          const under = (tools: readonly string[]) =>
            explained(calls, { rules: list, preset: 'mine', presets: { mine: { tools } } })
          const [more, less] = [await under(all), await under(fewer)]
          for (const [at, answer] of less.entries()) {
            const before = more[at]
            expect(free(answer) && (before === undefined || !free(before))).toBe(false)
            const tool = calls[at]?.tool ?? ''
            expect(free(answer) && !fewer.includes(tool)).toBe(false)
          }
        },
      ),
      { numRuns: many(40, 12) },
    )
  }, 600_000)

  it('says which layer hides a tool', async () => {
    await start({ exfiltrationGuard: { enabled: true } })
    const [answer] = await explained([{ tool: 'web_fetch', args: { url: 'https://a.example/' } }])
    expect(answer).toMatchObject({
      decision: { effect: 'deny', by: { kind: 'guard', id: 'web_fetch' } },
    })
  })

  it('takes into account who asks, by which channel, and what the session has read @whole', async () => {
    await start({
      rules: [
        {
          id: 'nights',
          when: { principals: ['schedule'], agents: ['nightly'], channels: ['schedule'] },
          effect: 'deny',
          reason: 'no',
        },
      ],
    })
    const read = { tool: 'read_file', args: { path: 'a.txt' } }
    const out = { tool: 'web_fetch', args: { url: 'https://a.example/' } }
    const answers = await explained([
      read,
      { ...read, principal: 'schedule', agent: 'nightly' },
      { ...read, principal: 'schedule', agent: 'daily' },
      { ...out, taint: { private: true, untrusted: true } },
    ])
    expect(
      answers.map((answer) =>
        'decision' in answer ? [answer.decision.effect, answer.decision.by.kind] : null,
      ),
    ).toEqual([
      ['allow', 'tier'],
      ['deny', 'rule'],
      ['allow', 'tier'],
      ['confirm', 'flow'],
    ])
  })

  it('leaves no trace: no row, nothing counted, nothing remembered @whole', async () => {
    await start({ tools: { read_file: { rateLimits: { perMinute: 1 } } } })
    await ask('audit.verify', {})
    const before = await rows()
    const calls = Array.from({ length: 5 }, () => ({
      tool: 'read_file',
      args: { path: 'a.txt' },
      principal: 'cli' as const,
    }))
    for (const answer of await explained(calls))
      expect(answer).toMatchObject({ decision: { effect: 'allow' } })
    expect(await rows()).toBe(before)
    expect(
      (await ask('tools.run', { tool: 'read_file', args: { path: 'a.txt' }, wait: false })).ok,
    ).toBe(true)
  })
})

describe('a Gatehouse that is only asked', () => {
  it('answers, writes no row, and runs nothing', async () => {
    await start({}, { queryOnly: true })
    expect(await explained([{ tool: 'read_file', args: { path: 'a.txt' } }])).toMatchObject([
      { decision: { effect: 'allow' } },
    ])
    expect(
      await ask('tools.run', {
        tool: 'write_file',
        args: { path: 'src/new.ts', content: 'x' },
        wait: false,
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'journal.questions-only' },
    })
    await stop()
    await start({}, { queryOnly: true })
    expect(await rows()).toBe(0)
  })
})

describe('simulate', () => {
  it('replays what was decided, with a person’s answer to it @whole', async () => {
    await start({})
    const run = (tool: string, args: Record<string, string>) =>
      ask('tools.run', { tool, args, wait: false })
    await run('read_file', { path: 'a.txt' })
    const { id } = await ask('runs.start', { text: 'write src/new.ts: hello' })
    await expect
      .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 5 })).length)
      .toBe(1)
    const [approval] = await ask('approvals.list', { states: ['pending'], limit: 5 })
    if (approval === undefined) throw new Error('nothing held')
    await ask('approvals.answer', { id: approval.id, answer: 'deny-once' })
    await expect.poll(async () => (await ask('runs.get', { id })).run.state).toBe('idle')
    const text = stringify({
      rules: [
        {
          id: 'free',
          when: { tools: ['write_file'], paths: ['src/**'] },
          effect: 'allow',
          reason: 'why not',
        },
        { id: 'shut', when: { paths: ['a.txt'] }, effect: 'deny', reason: 'no' },
      ],
    })
    const { changes, ...sum } = await ask('policy.simulate', { text, limit: 100 })
    expect(changes.map(({ tool, was, would, answer }) => ({ tool, was, would, answer }))).toEqual([
      { tool: 'read_file', was: 'allow', would: 'deny', answer: null },
      { tool: 'write_file', was: 'confirm', would: 'allow', answer: 'deny-once' },
    ])
    expect(sum).toMatchObject({
      calls: 2,
      same: 0,
      sums: { 'allow>deny': 1, 'confirm>allow': 1 },
      wouldAllowRefused: 1,
      skipped: [],
    })
    // What a lasting yes to it would have done, had it been given before.
    const preview = await ask('approvals.preview', { id: approval.id, answer: 'always' })
    expect(preview).toMatchObject({ calls: 1, sums: { 'confirm>allow': 1 }, wouldAllowRefused: 1 })
    expect(
      await ask('approvals.preview', { id: approval.id, answer: 'deny-always' }),
    ).toMatchObject({
      calls: 1,
      sums: { 'confirm>deny': 1 },
    })
    expect(readFileSync(join(root, 'home-workspace', 'a.txt'), 'utf8')).toBe('one\n')
  })

  it('counts for each scope of a card what it would have answered, and never the call itself @whole', async () => {
    await start({})
    const hold = async (text: string): Promise<Approval> => {
      await ask('runs.start', { text })
      await expect
        .poll(async () => (await ask('approvals.list', { states: ['pending'], limit: 5 })).length)
        .toBe(1)
      const [held] = await ask('approvals.list', { states: ['pending'], limit: 5 })
      if (held === undefined) throw new Error('nothing held')
      return held
    }
    for (const path of ['src/a.ts', 'src/a.ts', 'src/b.ts', 'c.ts']) {
      const { id } = await hold(`write ${path}: hello`)
      await ask('approvals.answer', { id, answer: path === 'src/b.ts' ? 'deny-once' : 'once' })
    }
    const held = await hold('write src/a.ts: hello')
    expect(held.proposals.map(({ text }) => text)).toEqual([
      'edits of src/a.ts',
      'edits in src/',
      'edits anywhere in the workspace',
    ])
    const previews = await ask('approvals.scopes', { id: held.id })
    const none = { files: 0, complete: true }
    expect(previews).toMatchObject({
      calls: 4,
      scopes: [
        { allowed: 2, refused: 0, denied: 2, protectedPaths: null },
        { allowed: 3, refused: 1, denied: 3, protectedPaths: none },
        { allowed: 4, refused: 1, denied: 4 },
      ],
      suggestion: null,
    })
    await ask('approvals.answer', { id: held.id, answer: 'once' })
    expect(await ask('approvals.suggestions', {})).toMatchObject([
      { text: 'edits of src/a.ts', times: 3 },
    ])
  })
})
