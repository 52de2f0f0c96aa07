// Servers, plugins and their tools where no Gatehouse runs, held against the answers of a whole one over the
// same home.
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolListing } from '../../contract/call/manifest.ts'
import type { IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { SupposedCall } from '../../contract/policy/supposed.ts'
import { answerAtRest } from '../../main/host/cli/session/answer-at-rest.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { fakeCliContext } from '../fakes/cli-context.ts'
import {
  at,
  comparable,
  copyOf,
  fromDifference,
  homes,
  opened,
  outsideRoot,
  pathsIn,
  project,
  seed,
  STEERED,
} from './outside-home.ts'

const sandbox = await startsBubblewrap()

const channels: readonly (readonly [IpcChannel, unknown])[] = [
  ['policy.hash', {}],
  ['servers.list', {}],
  ['plugins.list', {}],
  ['own-agents.capabilities', {}],
  ['tools.list', {}],
  ...[
    { tool: 'exec', args: { command: 'npm test' } },
    { tool: 'read_file', args: { path: 'a.txt' } },
    { tool: 'write_file', args: { path: 'a.txt', content: STEERED } },
    { tool: 'http', args: { method: 'GET', url: 'https://example.org/a' } },
    { tool: 'http', args: { method: 'POST', url: STEERED } },
    { tool: 'forge__list_issues', args: { path: 'a.txt' } },
    { tool: 'forge__list_issues', args: { path: '/etc/passwd' }, principal: 'person' },
    { tool: 'forge__list_issues', args: { path: 'a.txt' }, principal: 'subagent' },
    { tool: 'forge__list_issues', args: { path: 7 } },
    { tool: 'forge__add_issue', args: { path: join(project, 'a') }, principal: 'schedule' },
    { tool: 'forge__resources-read', args: { uri: 'note://one' }, principal: 'person' },
    { tool: 'forge__prompts-get', args: { name: 'greet' }, principal: 'person' },
    { tool: 'drift__find_notes', args: {} },
    { tool: 'fresh__see_page', args: {} },
    { tool: 'forge__nothing', args: {} },
    { tool: 'nowhere__nothing', args: {} },
    ...['exce', 'broken', 'spawn', 'nothing like it'].map((tool) => ({ tool, args: {} })),
    { tool: 'readfile', args: {}, principal: 'subagent' },
    ...['word_count', 'reviewed', 'altered', 'unseen'].flatMap((tool) => [
      { tool, args: { text: 'abc' } },
      { tool, args: { text: 'A B' } },
      { tool, args: { text: 'abc' }, principal: 'cli' },
    ]),
  ].map((call) => ['policy.explain', { calls: [SupposedCall.parse(call)] }] as const),
]

describe.runIf(sandbox)('with no Gatehouse running (skipped where there is no sandbox)', () => {
  beforeAll(async () => {
    outsideRoot.make('outside')
    await seed()
  }, 600_000)
  afterAll(outsideRoot.remove)

  it.each(homes)('answers as a running Gatehouse would, over %s', async (_name, change) => {
    const paths = await copyOf(change)
    const context = fakeCliContext({
      env: { GATEHOUSE_HOME: paths.home, PATH: process.env['PATH'] },
      homedir: dirname(paths.home),
    })
    const here: unknown[] = []
    for (const [channel, input] of channels) {
      const answer = await answerAtRest(context, paths, channel, input)
      here.push([channel, answer && comparable(channel, answer)])
    }
    const app = await opened(paths, 'cli')
    const whole: unknown[] = []
    for (const [channel, input] of channels)
      whole.push([channel, comparable(channel, await app.call(channel, input, { surface: 'cli' }))])
    await app.dispose()
    const listed = whole.find((row) => Array.isArray(row) && row[0] === 'tools.list')
    const known = (
      JSON.parse(z.tuple([z.string(), z.string()]).parse(listed)[1]) as readonly ToolListing[]
    ).filter(({ source }) => source === 'built-in')
    const byName: unknown[] = []
    for (const { name: tool, manifest } of known)
      for (const word of [tool, manifest.id])
        byName.push(
          comparable('tools.list', await answerAtRest(context, paths, 'tools.list', {}, word)),
        )
    expect(byName).toEqual(known.flatMap((one) => Array(2).fill(JSON.stringify([one]))))
    expect(here.map((answer, nth) => fromDifference(String(answer), String(whole[nth])))).toEqual(
      here.map(() => 'the same'),
    )
  })

  it('has one of each kind in that home', async () => {
    const paths = pathsIn(at('home'))
    const context = fakeCliContext({ env: { PATH: process.env['PATH'] }, homedir: at('') })
    const ask = async <C extends IpcChannel>(channel: C) => {
      const answer = await answerAtRest(context, paths, channel, {})
      if (answer?.ok !== true) throw new Error(channel)
      return answer.value as Output<C>
    }
    expect(
      (await ask('servers.list')).map(({ name, open, closed }) => [name, open, closed]),
    ).toEqual([
      ['forge', 2, 0],
      ['drift', 0, 1],
      ['fresh', 0, 0],
    ])
    const external = (await ask('tools.list')).filter(({ source }) => source !== 'built-in')
    expect(external.map(({ name, review }) => `${name} ${review}`)).toEqual([
      'forge__add_issue open',
      'forge__list_issues open',
      'drift__find_notes changed',
      'forge__resources-read open',
      'forge__prompts-get open',
      'drift__resources-read open',
      'drift__prompts-get open',
      'word_count open',
      'altered changed',
      'reviewed open',
      'unseen new',
    ])
  })
})
