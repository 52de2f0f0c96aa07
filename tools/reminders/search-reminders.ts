// Finds reminders by their words.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { limit, query } from '../records/fields.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { reminderText } from './reminder-text.ts'

export const searchReminders = defineTool({
  manifest: readingManifest({
    id: 'reminders.search',
    name: 'search_reminders',
    title: 'Search reminders',
    description: 'Find reminders by words of any part of them.',
    category: 'schedule',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    query,
    include_completed: z.boolean().default(false).describe('Completed ones too.'),
    limit,
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'reminder', access: 'read', id: null }],
  async execute({ query: words, include_completed: completed, limit: most }, { power }) {
    const found = await power.record.list('reminder', {
      query: words,
      states: completed ? null : ['open'],
      most: most + 1,
    })
    return found.ok ? ok(listOutput(found.value, most, reminderText, 'No reminder fits.')) : found
  },
})
