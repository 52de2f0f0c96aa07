// The loop and the providers together, against a local server that speaks both wire formats.
import { afterEach, describe, expect, it } from 'vitest'
import { ModelConfig } from '../../contract/policy/config/config.ts'
import { createModel } from '../../main/model/create-model.ts'
import { type ModelServer, modelServer, type Turn } from '../fakes/model-server.ts'
import { openFixture, brief, rested, started, through, until } from './bench.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

describe.each(['anthropic', 'openai-compatible'] as const)(
  'an agent on a server of the kind %s',
  (provider) => {
    async function at(...script: Turn[]) {
      const server = await modelServer(script)
      servers.push(server)
      const config = ModelConfig.parse({ provider, name: 'fake', baseUrl: server.url })
      const model = createModel(
        config,
        { fetch: globalThis.fetch, key: () => null },
        { retryMs: [], silenceMs: 10_000 },
      )
      return { server, table: openFixture(model, through) }
    }

    it('takes a task through calls to an answer', async () => {
      const { server, table } = await at(
        {
          kind: 'say',
          text: ['Look', 'ing.'],
          calls: [
            { id: 'c1', name: 'read_file', args: { path: 'a' } },
            { id: 'c2', name: 'read_file', raw: '{"path' },
          ],
        },
        { kind: 'say', text: ['Done.'] },
      )
      const { run, items } = await rested(table, await started(table.agent, 'What is in a?'))
      expect(brief(items)).toEqual([
        'user: What is in a?',
        'assistant: Looking.',
        'call c1 read_file done: did c1',
        'call c2 read_file done: did c2',
        'assistant: Done.',
      ])
      expect(table.calls.map((call) => call.args)).toEqual([{ path: 'a' }, '{"path'])
      expect(run).toMatchObject({ state: 'idle', steps: 2, tokensIn: 20, tokensOut: 10 })
      expect(JSON.stringify(server.asked[1]?.body)).toContain('did c2')
    })

    it('keeps everything when the server stops in the middle, and continues automatically', async () => {
      const { table } = await at(
        { kind: 'say', calls: [{ id: 'c1', name: 'read_file', args: { path: 'a' } }] },
        {
          kind: 'stops',
          after: provider === 'anthropic' ? 4 : 2,
          reset: true,
          text: ['I found', ' it'],
        },
        { kind: 'say', text: ['It is there.'] },
      )
      const { run, items } = await rested(table, await started(table.agent, 'go'))
      expect(brief(items).slice(2, 4)).toEqual([
        'call c1 read_file done: did c1',
        'assistant: I found',
      ])
      expect([run.state, table.calls.length, brief(items).at(-1)]).toEqual([
        'idle',
        1,
        'assistant: It is there.',
      ])
    })

    it('lets go of a server that hangs when it is stopped', async () => {
      const { server, table } = await at({ kind: 'hangs', text: ['Well', ' then'] })
      const run = await started(table.agent, 'go')
      await until(() => table.events.some((event) => event.kind === 'text-added'))
      expect(await table.agent.stop(run.id)).toMatchObject({ value: { state: 'stopped' } })
      await until(() => server.abandoned() === 1)
      expect(brief(table.store.items(run.id))[1]).toMatch(/^assistant: Well/)
    })
  },
)
