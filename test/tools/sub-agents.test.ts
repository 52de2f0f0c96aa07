import { describe, expect, it } from 'vitest'
import type { AnyTool } from '../../contract/call/tool.ts'
import { spawn } from '../../tools/agents/spawn.ts'
import { subagentControl } from '../../tools/agents/subagent-control.ts'
import { runTool, touchesOf } from '../fakes/services/run-tool.ts'

const [start, control] = [spawn as unknown as AnyTool, subagentControl as unknown as AnyTool]

describe('spawn and subagent_control', () => {
  it.each<[AnyTool, object]>([
    [start, { task: 'Read the notes.', label: 'Notes', context: 'x' }],
    [control, { action: 'list' }],
    [control, { action: 'cancel', agent_id: 'agent_0123456789ab' }],
  ])('say that they are not available in this run', async (tool, args) => {
    expect(tool.manifest.requires).toEqual([{ kind: 'subagents' }])
    expect(await runTool(tool, args, { hosts: [] })).toMatchObject({
      ok: false,
      error: { code: 'agents.unavailable', text: 'Sub-agents are not available in this run.' },
    })
  })

  it.each<[AnyTool, unknown]>([
    [start, {}],
    [start, { task: '' }],
    [start, { task: 'x'.repeat(10_001) }],
    [start, { task: ['x'] }],
    [start, { task: 'x', label: 'a\nb' }],
    [start, { task: 'x', context: 'x'.repeat(2_001) }],
    [start, { task: 'x', agent: 'root' }],
    [control, {}],
    [control, { action: 'stop' }],
    [control, { action: 'cancel' }],
    [control, { action: 'cancel', agent_id: '../x' }],
    [control, { action: 'cancel', agent_id: 'agent_0123456789ab?x=1' }],
    [control, { action: 'list', agent_id: 'agent_0123456789ab' }],
  ])('refuse what does not fit', (tool, args) => {
    expect(touchesOf(tool, args)).toBeTypeOf('string')
  })
})
