// Writes down what was decided.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { DecisionState } from '../../contract/record/record.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { localMoment } from '../../contract/schedule/local-moment.ts'
import { changeOutput } from '../records/change-output.ts'
import { day, line, longText, tags } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const createDecision = defineTool({
  manifest: writingManifest({
    id: 'decisions.create',
    name: 'create_decision',
    title: 'Note a decision',
    description: 'Write down a decision: what was decided, why, by whom, and when to follow up.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    title: line(200).describe('What was decided, in one line.'),
    description: longText.optional().describe('What was decided, in full.'),
    context: longText.optional().describe('Why, and what else was considered.'),
    decided_by: line(200).optional().describe('Who decided.'),
    owner: line(200).optional().describe('Who carries it out.'),
    status: DecisionState.default('pending_execution').describe('How far it is.'),
    follow_up_date: day.optional().describe('When to look at it again, such as 2026-11-24.'),
    tags: tags.optional().describe('Words to find it by.'),
    source: line(500).optional().describe('Where it was decided: a meeting, a message.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'decision', access: 'write', id: null }],
  facts: (given, shown) =>
    recordFacts(given, shown, {
      title: 'Decision',
      description: 'Description',
      context: 'Context',
      status: 'Status',
      decided_by: 'Decided by',
      owner: 'Owner',
      follow_up_date: 'Follow up on',
      tags: 'Tags',
      source: 'Source',
    }),
  execute: async (given, { power }) => {
    const { title, status, follow_up_date: followUp = null } = given
    return changeOutput(
      'Kept',
      await power.record.add('decision', {
        title,
        state: status,
        dueAt: followUp === null ? null : localMoment(followUp, ownZone()),
        body: {
          description: given.description ?? '',
          context: given.context ?? '',
          decidedBy: given.decided_by ?? '',
          owner: given.owner ?? '',
          followUp,
          tags: given.tags ?? [],
          source: given.source ?? '',
          notes: [],
        },
      }),
    )
  },
})
