// Deletes what the calling agent has noted itself. Another agent's memory is refused.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { agentName } from './get-agent-memory.ts'

export const clearAgentMemory = defineTool({
  manifest: writingManifest({
    id: 'memory.clear-own',
    name: 'clear_agent_memory',
    title: 'Clear own memory',
    description: 'Delete all notes that you made yourself. Notes of others stay.',
    category: 'memory',
    riskTier: 'R3',
    dataAccess: ['memory'],
    subagentAccess: 'denied',
  }),
  requiredPowers: ['memory'],
  input: z.strictObject({ agent_name: agentName }),
  action: () => null,
  touches: () => [{ kind: 'memory', access: 'delete' }],
  async execute({ agent_name: agent = null }, { power }) {
    const cleared = await power.memory.clearOwn(agent)
    if (!cleared.ok) return cleared
    const many = cleared.value
    return ok({
      text:
        many === 0
          ? 'There was nothing to delete.'
          : `Deleted ${many} ${many === 1 ? 'note' : 'notes'}.`,
      data: { deleted: many },
    })
  },
})
