// Notes that a tool was used for something, so that what is done again and again can be seen.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { line } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const recordToolUsage = defineTool({
  manifest: writingManifest({
    id: 'skills.record',
    name: 'record_tool_usage',
    title: 'Note the use of a tool',
    description: 'Note that you used a tool for a kind of request, so that patterns can be found.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    tool_name: z
      .string()
      .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'the name of a tool')
      .describe('The tool.'),
    tool_action: z
      .string()
      .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'the name of an action')
      .optional()
      .describe('Its action, such as list_issues, where the tool has several.'),
    query_pattern: line(200).describe('What it was used for, such as "weekly report".'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'usage', access: 'write', id: null }],
  facts: (given, shown) =>
    recordFacts(given, shown, {
      tool_name: 'Tool',
      tool_action: 'Action',
      query_pattern: 'Used for',
    }),
  async execute({ tool_name: tool, tool_action: action, query_pattern: pattern }, { power }) {
    const counted = await power.record.countUse(tool, action ?? null, pattern.toLowerCase())
    if (!counted.ok) return counted
    const { times } = counted.value.body
    return ok({
      text: `Noted: ${tool}${action === undefined ? '' : ` (${action})`} for ${pattern}, ${times} ${times === 1 ? 'time' : 'times'}.`,
      data: {
        tool,
        ...(action === undefined ? {} : { action }),
        pattern: counted.value.title,
        times,
      },
    })
  },
})
