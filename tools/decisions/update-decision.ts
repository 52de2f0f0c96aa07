// Changes the status of a decision, or adds a note to it.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { DecisionState } from '../../contract/record/record.ts'
import { changeOutput } from '../records/change-output.ts'
import { longText, recordId } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { withNote } from '../records/with-note.ts'

export const updateDecision = defineTool({
  manifest: writingManifest({
    id: 'decisions.update',
    name: 'update_decision',
    title: 'Update a decision',
    description: 'Change the status of a decision, add a note to it, or both.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z
    .strictObject({
      decision_id: recordId.describe('The decision, as a search gives it.'),
      status: DecisionState.optional().describe('How far it is now.'),
      notes: longText.optional().describe('Added to its notes.'),
    })
    .refine(({ status, notes }) => status !== undefined || notes !== undefined, {
      error: 'give a status, notes, or both',
      path: ['status'],
    }),
  action: () => null,
  touches: ({ decision_id: id }) => [{ kind: 'record', of: 'decision', access: 'write', id }],
  facts: (given, shown) => recordFacts(given, shown, { status: 'Status', notes: 'New note' }),
  execute: async ({ decision_id: id, status, notes }, { power }) =>
    changeOutput(
      'Changed',
      await power.record.change('decision', id, ({ state, body }) => ({
        state: status ?? state,
        body: { ...body, notes: withNote(body.notes, notes, power.record.now()) },
      })),
    ),
})
