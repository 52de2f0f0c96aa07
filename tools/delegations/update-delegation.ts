// Changes the status of a delegated task, or adds a note to it.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { DelegationState } from '../../contract/record/record.ts'
import { changeOutput } from '../records/change-output.ts'
import { longText, recordId } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { withNote } from '../records/with-note.ts'

export const updateDelegation = defineTool({
  manifest: writingManifest({
    id: 'delegations.update',
    name: 'update_delegation',
    title: 'Update a delegation',
    description: 'Change the status of a delegated task, add a note to it, or both.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z
    .strictObject({
      delegation_id: recordId.describe('The delegation, as the list gives it.'),
      status: DelegationState.optional().describe('How far it is now.'),
      notes: longText.optional().describe('Added to its notes.'),
    })
    .refine(({ status, notes }) => status !== undefined || notes !== undefined, {
      error: 'give a status, notes, or both',
      path: ['status'],
    }),
  action: () => null,
  touches: ({ delegation_id: id }) => [{ kind: 'record', of: 'delegation', access: 'write', id }],
  facts: (given, shown) => recordFacts(given, shown, { status: 'Status', notes: 'New note' }),
  execute: async ({ delegation_id: id, status, notes }, { power }) =>
    changeOutput(
      'Changed',
      await power.record.change('delegation', id, ({ state, body }) => ({
        state: status ?? state,
        body: { ...body, notes: withNote(body.notes, notes, power.record.now()) },
      })),
    ),
})
