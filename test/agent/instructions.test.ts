import { describe, expect, it } from 'vitest'
import { instructionsText } from '../../main/agent/prompt/instructions-text.ts'
import { say, scriptedModel } from '../fakes/scripted-model.ts'
import { brief, holds, openFixture, rested, result, started, toolsOf } from './bench.ts'

const notes = { instructionsFile: (): string => 'AGENTS.md' }

describe('notes for agents in the workspace', () => {
  it('are read by a call when a run begins, once, as text of anyone', async () => {
    const model = scriptedModel(say('First.'), say('Second.'))
    const table = openFixture(model, async (call) => result(call.id, 'Use tabs.'), notes)
    const run = await started(table.agent, 'go')
    await rested(table, run)
    expect(table.calls).toMatchObject([{ tool: 'read_file', untrusted: true }])
    expect(model.requests[0]?.messages).toEqual([
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        text: '',
        calls: [{ id: 'instructions', name: 'read_file', args: { path: 'AGENTS.md' } }],
      },
      {
        role: 'tool',
        callId: 'instructions',
        name: 'read_file',
        ok: true,
        text: instructionsText('Use tabs.'),
      },
    ])
    const later = openFixture(model, async (call) => result(call.id, '…'), notes, table.store)
    await later.agent.send(run.id, { text: 'go on' }, 'window')
    await rested(later, run)
    expect(later.calls).toEqual([])
  })

  it('are not waited for where the policy asks', async () => {
    const table = openFixture(scriptedModel(say('Done.')), holds, notes)
    const { run, items } = await rested(table, await started(table.agent, 'go'))
    expect([run.state, brief(items)]).toEqual([
      'idle',
      ['user: go', 'call instructions read_file cancelled: Cancelled.', 'assistant: Done.'],
    ])
  })

  it.each([
    ['where there are none', { instructionsFile: (): null => null }],
    ['by an agent that may not read files', { ...notes, tools: () => toolsOf('write_file') }],
  ])('are not read %s', async (_name, over) => {
    const table = openFixture(scriptedModel(say('Done.')), holds, over)
    await rested(table, await started(table.agent, 'go'))
    expect(table.calls).toEqual([])
  })

  it('are cut where they are long', () => {
    const text = instructionsText('x'.repeat(20_000))
    expect([
      text.length < 16_600,
      text.endsWith('more characters are left out. Read the file for them.]'),
    ]).toEqual([true, true])
  })
})
