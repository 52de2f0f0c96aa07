// `gatehouse agents list|check|run` over a whole Gatehouse and a scripted model server: what each file
// says reaches the model, and nothing beyond its grant runs.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownNames } from '../../contract/agent/capabilities/own-names.ts'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { openApp } from '../../main/wiring/app.ts'
import { appContext } from './app-context.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { ModelServer, Turn } from '../fakes/model-server.ts'

/** Every tool of the capability that these agents have. */
const fsRead = ownNames.flatMap(({ name, tools }) =>
  name === 'fs_read' ? tools.map(({ tool }) => tool) : [],
)

let root: string
let server: ModelServer | null = null

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-own-agents-'))
  mkdirSync(join(root, 'home', 'agents', 'shared'), { recursive: true })
  mkdirSync(join(root, 'home-workspace', 'src'), { recursive: true })
  writeFileSync(join(root, 'home-workspace', 'src', 'a.txt'), 'one\n')
  writeFileSync(join(root, 'home-workspace', 'b.txt'), 'two\n')
})
afterEach(async () => {
  await server?.close()
  server = null
  rmSync(root, { recursive: true, force: true })
})

const agentFile = (name: string, text: string): void =>
  writeFileSync(join(root, 'home', 'agents', `${name}.yaml`), text)

async function said(...words: string[]) {
  const context = appContext(join(root, 'home'), { homedir: root })
  const code = await runCli(words, context)
  return { code, out: context.shown(), note: context.noted() }
}
async function json(...words: string[]) {
  const { code, out } = await said(...words, '--json')
  return { code, value: JSON.parse(out) as Record<string, unknown> }
}

async function modelSays(...script: Turn[]): Promise<ModelServer> {
  server = await modelServer(script)
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `model:\n  provider: openai-compatible\n  name: fake\n  baseUrl: ${server.url}\n  names: {haiku: small-one}\n`,
  )
  return server
}

type Body = {
  readonly model: string
  readonly temperature: number
  readonly max_tokens: number
  readonly messages: readonly { readonly content: string }[]
  readonly tools?: readonly {
    readonly function: {
      readonly name: string
      readonly parameters: {
        readonly properties?: { readonly action?: { readonly enum?: unknown } }
      }
    }
  }[]
}
const bodies = (): readonly Body[] => (server?.asked ?? []).map(({ body }) => body as Body)
const call = (name: string, args: unknown): Turn => ({
  kind: 'say',
  calls: [{ id: 'c1', name, args }],
})
const done: Turn = { kind: 'say', text: ['Done.'] }

describe('agents list and check', () => {
  it('lists every file, a broken one too, and exits 1 for it', async () => {
    agentFile('good', 'name: good\ncapabilities: [fs_read]\n')
    agentFile('bad', 'name: bad\ncapabilities: [fs_raed]\n')
    const listed = await json('agents', 'list')
    const checked = await json('agents', 'check')
    const states = (value: Record<string, unknown>) =>
      (value['agents'] as { name: string; state: string; problems: { line: number }[] }[]).map(
        ({ name, state, problems }) => [name, state, problems.map(({ line }) => line)],
      )
    const expected = [
      ['bad', 'broken', [2]],
      ['good', 'ready', []],
    ]
    expect([listed.code, states(listed.value), checked.code, states(checked.value)]).toEqual([
      0,
      expected,
      1,
      expected,
    ])
    expect((await said('agents', 'check', 'bad')).out).toContain('Did you mean "fs_read"?')
  })

  it('shows of a good one what it sees and may do, and exits 0 @whole', async () => {
    agentFile('good', 'name: good\ncapabilities: [fs_read: {paths: ["src/**"]}, github_read]\n')
    const { code, value } = await json('agents', 'check', 'good')
    const [{ tools } = { tools: [] }] = value['agents'] as {
      tools: { tool: string; scopes: string[]; narrowed: boolean; usually: string }[]
    }[]
    expect(code).toBe(0)
    expect(
      tools.map(({ tool, scopes, narrowed, usually }) => [tool, scopes, narrowed, usually]),
    ).toEqual([
      ...fsRead.map((tool) => [tool, ['paths: src/**'], false, 'allow']),
      ['github', [], true, 'allow'],
    ])
  })

  it('knows no agent by another name, and says what was meant @whole', async () => {
    agentFile('good', 'name: good\n')
    const [checked, ran] = [
      await said('agents', 'check', 'goood'),
      await said('agents', 'run', 'goood', 'x'),
    ]
    expect([checked.code, ran.code]).toEqual([1, 1])
    expect([checked.note, ran.note]).toEqual([
      expect.stringContaining('Did you mean good?'),
      expect.stringContaining('Did you mean good?'),
    ])
  })
})

describe('agents run', () => {
  it('tells the model all that the file says @whole', async () => {
    writeFileSync(join(root, 'home', 'agents', 'shared', 'team.md'), 'Ana likes tables.\n')
    agentFile(
      'scout',
      `name: scout
description: Looks around.
system_prompt: Name every file.
capabilities: [fs_read, github_read]
namespaces: [team]
temperature: 0.7
max_tokens: 222
model: haiku
`,
    )
    await modelSays(done)
    const { code, value } = await json('agents', 'run', 'scout', 'What is here?')
    const [body] = bodies()
    const system = String(body?.messages[0]?.content)
    expect({ code, text: value['text'], agent: (value['run'] as { agent: string }).agent }).toEqual(
      {
        code: 0,
        text: 'Done.',
        agent: 'scout',
      },
    )
    expect([body?.model, body?.temperature, body?.max_tokens]).toEqual(['small-one', 0.7, 222])
    expect(
      ['You are the agent scout. Looks around.', 'Name every file.', 'Ana likes tables.'].map(
        (words) => system.includes(words),
      ),
    ).toEqual([true, true, true])
    expect(body?.tools?.map((tool) => tool.function.name)).toEqual(fsRead)
  })

  it('tells a model that can start others what they are for @whole', async () => {
    agentFile('lead', 'name: lead\ncapabilities: [subagents]\n')
    agentFile('scout', 'name: scout\ndescription: Looks around.\ncapabilities: [fs_read]\n')
    agentFile('bad', 'name: bad\ncapabilities: [nothing_known]\n')
    await modelSays(done)
    await said('agents', 'run', 'lead', 'Look around.')
    const system = String(bodies()[0]?.messages[0]?.content)
    expect([system.includes('- scout: Looks around.'), /- (?:bad|lead)/.test(system)]).toEqual([
      ...[true, false],
    ])
  })

  it('asks no model for more than the file allows a run @whole', async () => {
    agentFile('scout', 'name: scout\ncapabilities: [fs_read]\nlimits: {tokens: 100}\n')
    await modelSays(done)
    const { value } = await json('agents', 'run', 'scout', 'go')
    expect([server?.asked.length, value['notice']]).toEqual([
      0,
      expect.objectContaining({
        text: expect.stringContaining('100 tokens for one run of this agent'),
      }),
    ])
  })

  it('refuses a tool that was not declared, and a path beyond the scope, in words that help @whole', async () => {
    agentFile('scout', 'name: scout\ncapabilities: [fs_read: {paths: ["src/**"]}]\n')
    await modelSays(
      call('write_file', { path: 'src/a.txt', content: 'x' }),
      call('read_file', { path: 'b.txt' }),
      call('read_file', { path: 'src/a.txt' }),
      done,
    )
    const { code, value } = await json('agents', 'run', 'scout', 'go')
    const results = bodies()
      .slice(1)
      .map(({ messages }) => messages.at(-1)?.content)
    expect({
      code,
      statuses: (value['calls'] as { status: string }[]).map(({ status }) => status),
    }).toEqual({
      code: 0,
      statuses: ['denied', 'denied', 'done'],
    })
    expect(results).toEqual([
      expect.stringContaining(
        `write_file is not one of the tools of scout: its capabilities do not include it. Do not call it again. Available: ${fsRead.join(', ')}.`,
      ),
      expect.stringContaining('scout may use read_file only within its scope: paths src/**.'),
      expect.stringContaining('one'),
    ])
  })

  it('is listed and shown afterwards, with every call and its decision @whole', async () => {
    agentFile('scout', 'name: scout\ncapabilities: [fs_read]\n')
    await modelSays(call('read_file', { path: 'src/a.txt' }), done)
    const { value } = await json('agents', 'run', 'scout', 'read \u{202e}it')
    const { id } = value['run'] as { id: string }
    const listed = await json('runs', 'list', '-n', '5')
    const found = await json('runs', 'list', 'read')
    const none = await json('runs', 'list', 'nothing-of-the-kind')
    expect(
      [listed, found, none].map((one) =>
        (one.value['runs'] as { id: string }[]).map((run) => run.id),
      ),
    ).toEqual([[id], [id], []])
    const shown = await said('runs', 'show', id)
    expect(shown).toMatchObject({ code: 0, note: '' })
    for (const words of [
      String.raw`read \u{202e}it`,
      'read_file  done, allow R1 by policy',
      '{"path":"src/a.txt"}',
      'Done.',
      '2 steps',
    ])
      expect(shown.out).toContain(words)
    expect((await json('runs', 'show', 'run_00000000')).value).toMatchObject({
      error: { code: 'run.unknown' },
    })
  })

  it('ends after as many steps as the file says @whole', async () => {
    agentFile('scout', 'name: scout\ncapabilities: [fs_read]\nlimits: {steps: 1}\n')
    await modelSays(call('read_file', { path: 'b.txt' }), done)
    const { value } = await json('agents', 'run', 'scout', 'go')
    expect([(value['run'] as { steps: number }).steps, value['notice']]).toEqual([
      1,
      expect.objectContaining({ text: expect.stringContaining('1 step') }),
    ])
  })

  it('leaves a call that needs approval in the queue, and exits 4 where nobody can be asked @whole', async () => {
    agentFile('writer', 'name: writer\ncapabilities: [fs_write]\n')
    await modelSays(call('write_file', { path: 'b.txt', content: 'x' }), done)
    const { code, note } = await said('agents', 'run', 'writer', 'go')
    expect([code, note.includes('gatehouse approvals list')]).toEqual([4, true])
  })

  it('runs nothing of a broken file, and fails where the model server does @whole', async () => {
    agentFile('bad', 'name: bad\ncapabilities: [nothing_known]\n')
    agentFile('good', 'name: good\n')
    await modelSays({ kind: 'status', status: 400 })
    const [bad, good] = [
      await said('agents', 'run', 'bad', 'x'),
      await said('agents', 'run', 'good', 'x'),
    ]
    expect([bad.code, bad.note.includes('line 2'), good.code]).toEqual([1, true, 1])
  })
})

it('every example agent takes a turn with just the tools of its capabilities @whole', async () => {
  const examples = join(import.meta.dirname, '../../examples/agents')
  cpSync(examples, join(root, 'home', 'agents'), { recursive: true })
  const names = readdirSync(examples).map((file) => file.replace('.yaml', ''))
  await modelSays(done)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  })
  const opened = await openApp({ host: 'cli', paths, version: '0' })
  if (!opened.ok) throw new Error(opened.error.text)
  const app = opened.value
  const ask = async <C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const answer = await app.call(channel, input, { surface: 'cli' })
    if (!answer.ok) throw new Error(answer.error.text)
    return answer.value as Output<C>
  }
  try {
    const rested = await Promise.all(
      names.map(async (name) => {
        const { id } = await ask('own-agents.run', { name, text: `Begin, ${name}.` })
        for (;;) {
          const { run } = await ask('runs.get', { id })
          if (run.state !== 'working') return [run.agent, run.state]
          await setTimeout(20)
        }
      }),
    )
    expect(rested).toEqual(names.map((name) => [name, 'idle']))
    const capabilities = await ask('own-agents.capabilities', {})
    const { agents } = await ask('own-agents.list', {})
    const asked = bodies().map(({ messages, tools = [] }) => ({
      name: /You are the agent (\w+)\./.exec(String(messages[0]?.content))?.[1],
      tools: tools.map((tool) => tool.function.name),
    }))
    const beyond = asked.flatMap(({ name, tools }) => {
      const own = agents.find((agent) => agent.name === name)?.definition?.capabilities ?? []
      const held = capabilities
        .filter((capability) => own.some((one) => one.name === capability.name))
        .flatMap((capability) => capability.tools.map(({ tool }) => tool))
      return tools.filter((tool) => !held.includes(tool)).map((tool) => `${name} ${tool}`)
    })
    expect([new Set(asked.map(({ name }) => name)), beyond]).toEqual([new Set(names), []])
  } finally {
    await app.dispose()
  }
}, 600_000)
