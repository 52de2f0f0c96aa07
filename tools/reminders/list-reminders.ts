// Lists reminders.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { limit, line } from '../records/fields.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { reminderText } from './reminder-text.ts'

/** Lists are compared here, so more are looked at than are shown. */
const MOST_LOOKED_AT = 2_000

export const listReminders = defineTool({
  manifest: readingManifest({
    id: 'reminders.list',
    name: 'list_reminders',
    title: 'Reminders',
    description: 'List reminders, those due soonest first. Completed ones only where asked for.',
    category: 'schedule',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    list_name: line(100).optional().describe('Only of this list.'),
    completed: z.boolean().default(false).describe('Those that are completed instead.'),
    limit,
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'reminder', access: 'read', id: null }],
  async execute({ list_name: list, completed, limit: most }, { power }) {
    const found = await power.record.list('reminder', {
      query: null,
      states: [completed ? 'completed' : 'open'],
      most: list === undefined ? most + 1 : MOST_LOOKED_AT,
    })
    if (!found.ok) return found
    const inList = found.value.filter(
      ({ body }) => list === undefined || body.list.toLowerCase() === list.toLowerCase(),
    )
    return ok(listOutput(inList, most, reminderText, 'There is no such reminder.'))
  },
})
