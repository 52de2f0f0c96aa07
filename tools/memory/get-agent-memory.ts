// What the calling agent has noted itself. Another agent's memory is refused, whatever the argument.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { line } from '../records/fields.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { memoriesOutput } from './memory-lines.ts'

export const agentName = line(100)
  .optional()
  .describe('Your own name. The memory of another agent is refused.')

export const getAgentMemory = defineTool({
  manifest: readingManifest({
    id: 'memory.own',
    name: 'get_agent_memory',
    title: 'Own memory',
    description: 'List the notes that you made yourself, the newest first.',
    category: 'memory',
    riskTier: 'R1',
    dataAccess: ['memory'],
    subagentAccess: 'full',
  }),
  requiredPowers: ['memory'],
  input: z.strictObject({ agent_name: agentName }),
  action: () => null,
  touches: () => [{ kind: 'memory', access: 'read' }],
  async execute({ agent_name: agent = null }, { power }) {
    const own = await power.memory.own(agent)
    return own.ok ? ok(memoriesOutput(own.value, 'You have noted nothing.')) : own
  },
})
