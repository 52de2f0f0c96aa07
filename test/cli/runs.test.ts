// `gatehouse runs capture|replay|diff` and recorded answers, over a whole Gatehouse: once with a model
// server, then with none.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Capsule, CapsuleDifference } from '../../contract/agent/capsule.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { openApp } from '../../main/wiring/app.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
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
  const context = fakeCliContext({
    env: { GATEHOUSE_HOME: inHome() },
    homedir: root,
    sleep: (ms) => setTimeout(ms),
    compose: (paths, purpose, modelAnswers) =>
      openApp({
        host: 'cli',
        paths,
        version: '0',
        queryOnly: purpose === 'questions',
        modelAnswers,
      }),
  })
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

    expect(CapsuleDifference.parse(without(await json('runs', 'replay', file)))).toMatchObject({
      equal: true,
      first: null,
    })
    writeFileSync(inWorkspace('a.txt'), 'two\n')
    const changed = await said('runs', 'replay', file)
    expect(changed.code).toBe(1)
    expect(changed.out).toMatch(
      /^First difference {2}tool_response, turn 1, number 0\nIn {16}text\n/,
    )
    expect(server.asked.length).toBe(asked)
    const same = await said('runs', 'diff', file, file)
    expect([same.code, same.out]).toEqual([0, 'No difference in 8 events.\n'])
  })

  it('captures who answered, what was decided and the files that lay there', async () => {
    const { events, workspace, agent, promptHashes, receipt } = Capsule.parse(
      JSON.parse((await said('runs', 'capture', await newest())).out),
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['run_start', 'user_message', 'provider_response', 'tool_request'],
      ...['policy_decision', 'tool_response', 'provider_response', 'run_end'],
    ])
    expect(workspace.files.map(({ path }) => path)).toEqual(['a.txt'])
    expect([agent, promptHashes.length, receipt.results.length]).toEqual(['scout', 1, 1])
  })

  it('records answers of the model, and runs on them without a network', async () => {
    const folder = join(root, 'fixtures')
    vi.stubEnv('GATEHOUSE_MODEL_FIXTURES', `record:${folder}`)
    await json('agents', 'run', 'scout', 'What is in a.txt?')
    expect(readdirSync(folder).length).toBe(2)
    await server.close()
    vi.stubEnv('GATEHOUSE_MODEL_FIXTURES', `replay:${folder}`)
    expect(await json('agents', 'run', 'scout', 'What is in a.txt?')).toMatchObject({
      ...{ text: 'Done.', notice: null, calls: [{ tool: 'read_file', status: 'done' }] },
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
    [['runs', 'diff', '/no/such', '/file'], 2],
    [['runs', 'replay', '/no/such'], 2],
  ])('refuses %j with what to do', async (words, code) => {
    const refused = await said(...words)
    expect([refused.code, refused.out, refused.note.split('\n').length]).toEqual([code, '', 3])
  })
})

const without = (value: unknown): unknown => {
  const { run: _run, ...rest } = value as { run: string }
  return rest
}
async function newest(): Promise<string> {
  const ran = (await json('agents', 'run', 'scout', 'What is in a.txt?')) as { run: { id: string } }
  return ran.run.id
}
