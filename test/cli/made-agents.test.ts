// An agent makes an agent over a whole Gatehouse: what it gets, that it runs nothing before a person
// turns it on, and that no way around leads to more.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { appContext } from './app-context.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { ModelServer, Turn } from '../fakes/model-server.ts'

let root: string
let server: ModelServer | null = null

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-made-agents-'))
  mkdirSync(join(root, 'home', 'agents'), { recursive: true })
  mkdirSync(join(root, 'home-workspace'), { recursive: true })
})
afterEach(async () => {
  await server?.close()
  server = null
  rmSync(root, { recursive: true, force: true })
})

const fileOf = (name: string): string => join(root, 'home', 'agents', `${name}.yaml`)

const json = (...words: string[]) => said(null, ...words)

/** @param answer what the person types at their terminal; null: there is none. */
async function said(answer: string | null, ...words: string[]) {
  const context = appContext(join(root, 'home'), {
    terminal: answer !== null,
    ask: async () => answer,
    homedir: root,
  })
  const code = await runCli([...words, '--json'], context)
  const value = JSON.parse(context.shown()) as Record<string, unknown>
  return { code, value, noted: context.noted() }
}

const RULES = `rules:
  - id: skills
    effect: allow
    when: {tools: [record_tool_usage, analyze_skill_patterns, auto_create_skill, write_file]}
    reason: a test
`
async function modelSays(...script: Turn[]): Promise<void> {
  server = await modelServer(script)
  writeFileSync(
    join(root, 'home', 'config.yaml'),
    `${RULES}model:\n  provider: openai-compatible\n  name: fake\n  baseUrl: ${server.url}\n`,
  )
}
const call = (name: string, args: unknown): Turn => ({
  kind: 'say',
  calls: [{ id: 'c1', name, args }],
})
const use = (tool_name: string): Turn =>
  call('record_tool_usage', { tool_name, query_pattern: 'weekly report' })
const done: Turn = { kind: 'say', text: ['Done.'] }

const results = (): readonly unknown[] =>
  (server?.asked ?? []).slice(1).map(({ body }) => {
    const { messages } = body as { readonly messages: readonly { readonly content: unknown }[] }
    return messages.at(-1)?.content
  })
const statuses = (value: Record<string, unknown>): readonly string[] =>
  (value['calls'] as { readonly status: string }[]).map(({ status }) => status)

describe('an agent that an agent makes', () => {
  it('has no more than its maker, says who made it, and runs nothing while it is off', async () => {
    writeFileSync(
      fileOf('planner'),
      'name: planner\ncapabilities: [skill_read, skill_write, fs_read: {paths: [docs/**]}]\n',
    )
    await modelSays(
      use('read_file'),
      use('exec'),
      use('write_file'),
      use('query_memory'),
      call('analyze_skill_patterns', {}),
      call('auto_create_skill', { suggestion_id: 5 }),
      call('auto_create_skill', { suggestion_id: 5 }),
      done,
    )
    const { value } = await json('agents', 'run', 'planner', 'Make yourself useful.')
    const { id: run } = value['run'] as { readonly id: string }
    expect([results()[5], results()[6]]).toEqual([
      expect.stringContaining(
        'Made the agent weekly_report with fs_read. It is off until the person turns it on under Agents.\nLeft out: exec, because what holds it sends, and no generated agent may send.\nLeft out: query_memory, because its maker does not have it.\nLeft out: write_file, because its maker does not have it.',
      ),
      expect.stringContaining('The suggestion 5 is used.'),
    ])
    const listed = await json('agents', 'list')
    expect(listed.value['agents']).toEqual([
      expect.objectContaining({ name: 'planner', state: 'ready', maker: { kind: 'person' } }),
      expect.objectContaining({
        name: 'weekly_report',
        state: 'off',
        maker: { kind: 'agent', name: 'planner', run },
        definition: expect.objectContaining({
          capabilities: [{ name: 'fs_read', scope: { paths: ['docs/**'] } }],
          createdBy: `agent planner in run ${run}`,
        }),
      }),
    ])
    const ran = await json('agents', 'run', 'weekly_report', 'Go.')
    expect([ran.code, ran.value['error']]).toEqual([
      1,
      expect.objectContaining({
        code: 'agent.off',
        text: expect.stringContaining(`agent planner in run ${run} made it`),
      }),
    ])
  })

  it('cannot be written, changed or taken for a person’s by a tool, whatever a rule allows @whole', async () => {
    const planner = 'name: planner\ncapabilities: [fs_write]\n'
    writeFileSync(fileOf('planner'), planner)
    await modelSays(
      call('write_file', {
        path: fileOf('evil'),
        content: 'name: evil\ncapabilities: [mail_write]\n',
      }),
      call('write_file', {
        path: fileOf('planner'),
        content: 'name: planner\ncapabilities: [command_run]\n',
      }),
      done,
    )
    const { value } = await json('agents', 'run', 'planner', 'Go.')
    expect([
      statuses(value),
      existsSync(fileOf('evil')),
      readFileSync(fileOf('planner'), 'utf8'),
    ]).toEqual([['denied', 'denied'], false, planner])
  })

  it('is not made by an agent that has no such capability @whole', async () => {
    writeFileSync(fileOf('planner'), 'name: planner\ncapabilities: [skill_read]\n')
    await modelSays(call('auto_create_skill', { suggestion_id: 1 }), done)
    const { value } = await json('agents', 'run', 'planner', 'Go.')
    expect(statuses(value)).toEqual(['denied'])
  })

  it('is not made by a command, and the suggestion stays open @whole', async () => {
    await modelSays(done)
    const run = (tool: string, args: object) =>
      json('tools', 'run', tool, '--args', JSON.stringify(args))
    for (let times = 0; times < 3; times += 1)
      await run('record_tool_usage', { tool_name: 'read_file', query_pattern: 'x' })
    await run('analyze_skill_patterns', {})
    const created = await run('auto_create_skill', { suggestion_id: 2 })
    const open = await run('list_skill_suggestions', { status: 'open' })
    expect([created.code, JSON.stringify(created.value), JSON.stringify(open.value)]).toEqual([
      1,
      expect.stringContaining('Only an agent of the person’s own can make an agent'),
      expect.stringContaining('Agent for x'),
    ])
  })
})

it('is turned on at a terminal by a person who was shown its text, and the journal says so @whole', async () => {
  const text =
    'name: weekly\ndescription: A \u202e trick.\ncapabilities: [fs_read]\ncreated_by: generated\n'
  writeFileSync(fileOf('weekly'), text)
  writeFileSync(fileOf('own'), 'name: own\n')
  const alone = await said(null, 'agents', 'enable', 'weekly')
  const no = await said('no', 'agents', 'enable', 'weekly')
  const enabled = await said('yes', 'agents', 'enable', 'weekly')
  expect([alone, no, enabled].map(({ code }) => code)).toEqual([4, 3, 0])
  expect([alone.noted, enabled.noted]).toEqual([
    expect.stringContaining('capabilities: [fs_read]'),
    expect.stringMatching(/made by generated[\s\S]*202E[\s\S]*read_file/i),
  ])
  const again = await said(null, 'agents', 'enable', 'weekly')
  const off = await said(null, 'agents', 'disable', 'weekly')
  expect([enabled.value, again.value, off.value]).toEqual([
    { agent: 'weekly', state: 'ready', changed: true },
    { agent: 'weekly', state: 'ready', changed: false },
    { agent: 'weekly', state: 'off', changed: true },
  ])
  const found = await json('audit', 'search', 'kind:agent')
  const rows = found.value['rows'] as { readonly entry: Record<string, unknown> }[]
  expect(rows.map(({ entry }) => [entry['change'], entry['name'], entry['surface']])).toEqual(
    expect.arrayContaining([
      ['enabled', 'weekly', 'cli'],
      ['disabled', 'weekly', 'cli'],
    ]),
  )
  expect(rows).toHaveLength(2)
  const wrong = await said('yes', 'agents', 'enable', 'wekly')
  const own = await said('yes', 'agents', 'enable', 'own')
  expect([wrong.value, own.value]).toEqual([
    {
      error: expect.objectContaining({
        code: 'agent.unknown',
        hint: expect.stringContaining('weekly'),
      }),
    },
    { error: expect.objectContaining({ code: 'agent.own' }) },
  ])
})
