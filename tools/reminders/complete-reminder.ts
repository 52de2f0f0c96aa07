// Marks a reminder as done.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { changeOutput } from '../records/change-output.ts'
import { recordId } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const completeReminder = defineTool({
  manifest: writingManifest({
    id: 'reminders.complete',
    name: 'complete_reminder',
    title: 'Complete a reminder',
    description: 'Mark a reminder as completed.',
    category: 'schedule',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({ reminder_id: recordId.describe('The reminder, as lists give it.') }),
  action: () => null,
  touches: ({ reminder_id: id }) => [{ kind: 'record', of: 'reminder', access: 'write', id }],
  facts: (given, shown) => recordFacts({ ...given, done: 'completed' }, shown, { done: 'Becomes' }),
  execute: async ({ reminder_id: id }, { power }) =>
    changeOutput(
      'Completed',
      await power.record.change('reminder', id, () => ({ state: 'completed' })),
    ),
})
