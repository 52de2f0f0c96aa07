// Writes down what somebody else is to do, and until when.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { Priority } from '../../contract/record/record.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { endOfDay } from '../../contract/schedule/local-moment.ts'
import { changeOutput } from '../records/change-output.ts'
import { day, line, longText } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const createDelegation = defineTool({
  manifest: writingManifest({
    id: 'delegations.create',
    name: 'create_delegation',
    title: 'Note a delegation',
    description: 'Write down a task that somebody else does, with its due date. Nobody is told.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    task: line(200).describe('What is to be done, in one line.'),
    delegated_to: line(200).describe('Who does it.'),
    description: longText.optional().describe('What exactly.'),
    due_date: day.optional().describe('The last day for it, such as 2026-11-24.'),
    priority: Priority.default('medium').describe('How urgent it is.'),
    source: line(500).optional().describe('Where it was agreed: a meeting, a message.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'delegation', access: 'write', id: null }],
  facts: (given, shown) =>
    recordFacts(given, shown, {
      task: 'Task',
      delegated_to: 'Delegated to',
      due_date: 'Due',
      priority: 'Priority',
      description: 'Description',
      source: 'Source',
    }),
  execute: async (given, { power }) => {
    const { task, delegated_to: delegatedTo, due_date: due = null, priority } = given
    return changeOutput(
      'Kept',
      await power.record.add('delegation', {
        title: task,
        state: 'open',
        // It is overdue when its last day is over.
        dueAt: due === null ? null : endOfDay(due, ownZone()),
        body: {
          delegatedTo,
          due,
          priority,
          description: given.description ?? '',
          source: given.source ?? '',
          notes: [],
        },
      }),
    )
  },
})
