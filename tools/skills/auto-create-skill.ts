// Makes an agent out of a suggestion. It is off: a person reads its file and turns it on, or not.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { leftOutText } from '../../contract/record/records-power.ts'
import { ok } from '../../contract/result.ts'
import { recordId } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const autoCreateSkill = defineTool({
  manifest: writingManifest({
    id: 'skills.create',
    name: 'auto_create_skill',
    title: 'Make an agent from a suggestion',
    description:
      'Make an agent from a suggested skill. It gets at most 8 capabilities, none that sends and none that you do not have, and stays off until the person turns it on.',
    category: 'agents',
    riskTier: 'R2',
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    suggestion_id: recordId.describe('Of the suggestion, as list_skill_suggestions gives it.'),
  }),
  action: () => null,
  touches: ({ suggestion_id: id }) => [
    { kind: 'record', of: 'suggestion', access: 'read', id },
    { kind: 'record', of: 'suggestion', access: 'write', id },
  ],
  facts: (given, shown) => recordFacts(given, shown, { suggestion_id: 'Suggestion' }),
  async execute({ suggestion_id: id }, { power: { record } }) {
    const created = await record.makeAgent(id)
    if (!created.ok) return created
    const { name, capabilities, leftOut } = created.value
    return ok({
      text: [
        `Made the agent ${name} with ${capabilities.join(', ')}. It is off until the person turns it on under Agents.`,
        ...leftOut.map(leftOutText),
      ].join('\n'),
      data: {
        agent: name,
        capabilities: [...capabilities],
        state: 'off',
        left_out: leftOut.map((one) => ({ ...one })),
      },
    })
  },
})
