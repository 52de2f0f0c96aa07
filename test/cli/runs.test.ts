// `gatehouse runs capture|replay|diff` and recorded answers, over a whole Gatehouse: once with a model
// server, then with none.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Capsule, CapsuleDifference } from '../../contract/agent/capsule.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { appContext } from './app-context.ts'
import { modelServer } from '../fakes/model-server.ts'
import type { ModelServer } from '../fakes/model-server.ts'

let root: string
let server: ModelServer
const inHome = (...parts: string[]): string => join(root, 'home', ...parts)
const inWorkspace = (name: string): string => join(root, 'home-workspace', name)

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-runs-'))
  mkdirSync(inHome('agents'), { recursive: true })
  mkdirSync(inWorkspace(''))
  writeFileSync(inHome('agents', 'scout.yaml'), 'name: scout\ncapabilities: [fs_read]\n')
  writeFileSync(inWorkspace('a.txt'), 'one\n')
  server = await modelServer([
    { kind: 'say', calls: [{ id: 'c1', name: 'read_file', args: { path: 'a.txt' } }] },
    { kind: 'say', text: ['Done.'] },
  ])
  writeFileSync(
    inHome('config.yaml'),
    `model:\n  provider: openai-compatible\n  name: fake\n  baseUrl: ${server.url}\n`,
  )
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

async function said(...words: string[]) {
  const context = appContext(inHome(), { homedir: root })
  const code = await runCli(words, context)
  return { code, out: context.shown(), note: context.noted() }
}
const json = async (...words: string[]) =>
  JSON.parse((await said(...words, '--json')).out) as unknown
async function captured(name: string): Promise<string> {
  const { run } = (await json('agents', 'run', 'scout', 'What is in a.txt?')) as {
    run: { id: string }
  }
  const { out } = await said('runs', 'capture', run.id)
  writeFileSync(inHome(name), out)
  return inHome(name)
}

describe('gatehouse runs', () => {
  it('captures a run, plays it again without its model server, and says what differs first', async () => {
    const file = await captured('capsule.json')
    const asked = server.asked.length
    await server.close()

    expect(CapsuleDifference.parse(await json('runs', 'replay', file))).toMatchObject({
      equal: true,
      first: null,
    })
    const before = await json('runs', 'list')
    // What the file says now is no matter: no tool runs.
    writeFileSync(inWorkspace('a.txt'), 'two\n')
    expect((await said('runs', 'replay', file)).code).toBe(0)
    writeFileSync(
      inHome('config.yaml'),
      `rules:\n  - { id: closed, when: { tools: [read_file] }, effect: deny, reason: Not now. }\n${readFileSync(inHome('config.yaml'), 'utf8')}`,
    )
    const changed = await said('runs', 'replay', file)
    expect([changed.code, changed.out]).toEqual([
      1,
      expect.stringMatching(
        /^First difference {2}policy_decision, turn 1, number 0\nIn {16}effect\nLeft {14}"allow"\nRight {13}"deny"\nEvents {12}10 and 10\nAnother policy decided\.\n$/,
      ),
    ])
    expect([server.asked.length, await json('runs', 'list')]).toEqual([asked, before])
    const same = await said('runs', 'diff', file, file)
    expect([same.code, same.out]).toEqual([0, 'No difference in 10 events.\n'])
  })

  it('captures who answered, what was decided and the files that lay there @whole', async () => {
    const { events, workspace, runs, promptHashes, receipts } = Capsule.parse(
      JSON.parse((await said('runs', 'capture', await newest())).out),
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['run_start', 'user_message', 'provider_request', 'provider_response', 'tool_request'],
      ...['policy_decision', 'tool_response', 'provider_request', 'provider_response', 'run_end'],
    ])
    expect(workspace.files.map(({ path }) => path)).toEqual(['a.txt'])
    expect([runs.map(({ agent }) => agent), promptHashes.length, receipts.length]).toEqual([
      ['scout'],
      1,
      1,
    ])
  })

  it.each([
    ['what a model said', (text: string) => text.replace('Done.', 'Gone.'), 'capsule.tampered'],
    [
      'a decision',
      (text: string) => text.replace('"effect":"allow"', '"effect":"deny"'),
      'capsule.tampered',
    ],
    [
      'its key',
      (text: string) => text.replace(/"key":"[^"]*"/g, `"key":"${OTHER_KEY}"`),
      'capsule.tampered',
    ],
    ['its format', (text: string) => text.replace('capsule.2', 'capsule.1'), 'capsule.version'],
    ['its end', (text: string) => text.slice(0, -40), 'capsule.unreadable'],
  ])(
    'refuses a capsule in which %s was changed, and says so @whole',
    async (_what, change, code) => {
      const file = await captured('capsule.json')
      writeFileSync(file, change(readFileSync(file, 'utf8')))
      for (const words of [
        ['replay', file],
        ['diff', file, file],
      ]) {
        const refused = await said('runs', ...words, '--json')
        expect([refused.code, JSON.parse(refused.out || refused.note)]).toEqual([
          1,
          { error: expect.objectContaining({ code }) as unknown },
        ])
      }
    },
  )

  it('plays what another home signed only where its key is named @whole', async () => {
    const file = await captured('capsule.json')
    rmSync(inHome('data'), { recursive: true, force: true })
    const refused = await said('runs', 'replay', file)
    const print = /--key ([0-9a-f]{64})/.exec(refused.note)?.[1] ?? ''
    expect([refused.code, print.length]).toEqual([1, 64])
    expect((await said('runs', 'replay', file, '--key', print)).code).toBe(0)
    expect((await said('runs', 'replay', file, '--key', 'f'.repeat(64))).code).toBe(1)
  })

  it('records answers of the model, and runs on them without a network @whole', async () => {
    const folder = join(root, 'fixtures')
    vi.stubEnv('GATEHOUSE_MODEL_FIXTURES', `record:${folder}`)
    await json('agents', 'run', 'scout', 'What is in a.txt?')
    expect(readdirSync(folder).length).toBe(2)
    await server.close()
    vi.stubEnv('GATEHOUSE_MODEL_FIXTURES', `replay:${folder}`)
    expect(await json('agents', 'run', 'scout', 'What is in a.txt?')).toMatchObject({
      text: 'Done.',
      notice: null,
      calls: [{ tool: 'read_file', status: 'done' }],
    })
    expect(await json('agents', 'run', 'scout', 'What else?')).toMatchObject({
      notice: { text: expect.stringContaining('There is no recorded answer') as string },
    })
    expect((await said('audit', 'search', 'category:provider.fixtures')).out).toMatch(
      /model {2}recording .*\n(.*model {2}replaying .*\n)+/,
    )
  })

  it.each([
    [['runs', 'capture', 'x'], 2],
    [['runs', 'capture', 'run_0000000001'], 1],
    [['runs', 'diff', '/no/such', '/file'], 1],
    [['runs', 'replay', '/no/such'], 1],
  ])('refuses %j with what to do', async (words, code) => {
    const refused = await said(...words)
    expect([refused.code, refused.out, refused.note.split('\n').length]).toEqual([code, '', 3])
  })
})

const OTHER_KEY = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='
async function newest(): Promise<string> {
  const ran = (await json('agents', 'run', 'scout', 'What is in a.txt?')) as { run: { id: string } }
  return ran.run.id
}
