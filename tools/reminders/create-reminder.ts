// Keeps a reminder. When it is due the person is told, in the window and by the system.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ownZone } from '../../contract/schedule/job-sentence.ts'
import { changeOutput } from '../records/change-output.ts'
import { line, longText } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { dueDate, dueMoment, zoneName } from './reminder-due.ts'

export const createReminder = defineTool({
  manifest: writingManifest({
    id: 'reminders.create',
    name: 'create_reminder',
    title: 'Set a reminder',
    description: 'Set a reminder for the person. With a due date it is shown to them then.',
    category: 'schedule',
    riskTier: 'R2',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    title: line(200).describe('What to be reminded of.'),
    list_name: line(100).default('Reminders').describe('In which list.'),
    due_date: dueDate
      .optional()
      .describe('A day (shown at nine), a time of day in tz, or a time with its offset.'),
    tz: zoneName.optional().describe('Time zone of due_date; that of this machine if left out.'),
    priority: z.int().min(0).max(9).default(0).describe('1 the highest, 9 the lowest, 0 none.'),
    notes: longText.optional().describe('What else belongs to it.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'reminder', access: 'write', id: null }],
  facts: (given, shown) =>
    recordFacts(given, shown, {
      title: 'Reminder',
      list_name: 'List',
      due_date: 'Due',
      tz: 'Time zone',
      priority: 'Priority',
      notes: 'Notes',
    }),
  execute: async (given, { power }) => {
    const { title, list_name: list, due_date: due = null, priority, notes = '' } = given
    const zone = given.tz ?? ownZone()
    return changeOutput(
      'Kept',
      await power.record.add('reminder', {
        title,
        state: 'open',
        dueAt: due === null ? null : dueMoment(due, zone),
        body: { list, due, zone, priority, notes, shownAt: null },
      }),
    )
  },
})
