// What is worth the person's attention now: overdue, due, and alerts that fire.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { whatMatters } from './what-matters.ts'

const MOST = 500

export const getProactiveSuggestions = defineTool({
  manifest: readingManifest({
    id: 'suggestions.list',
    name: 'get_proactive_suggestions',
    title: 'Suggestions',
    description:
      'List what is worth attention now: overdue delegations, decisions to follow up, due reminders and alerts that fire.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({}),
  action: () => null,
  touches: () =>
    (['alert', 'delegation', 'decision', 'reminder', 'suggestion'] as const).map((of) => ({
      kind: 'record',
      of,
      access: 'read',
      id: null,
    })),
  async execute(_input, { power: { record } }) {
    const [alerts, delegations, decisions, reminders, suggestions] = await Promise.all([
      record.list('alert', { query: null, states: ['enabled'], most: MOST }),
      record.list('delegation', { query: null, states: ['open', 'in_progress'], most: MOST }),
      record.list('decision', {
        query: null,
        states: ['pending_execution', 'deferred'],
        most: MOST,
      }),
      record.list('reminder', { query: null, states: ['open'], most: MOST }),
      record.list('suggestion', { query: null, states: ['dismissed'], most: MOST }),
    ])
    if (!alerts.ok) return alerts
    if (!delegations.ok) return delegations
    if (!decisions.ok) return decisions
    if (!reminders.ok) return reminders
    if (!suggestions.ok) return suggestions
    const stored = {
      alerts: alerts.value,
      delegations: delegations.value,
      decisions: decisions.value,
      reminders: reminders.value,
      suggestions: suggestions.value,
    }
    const found = whatMatters(stored, record.now())
    return ok({
      text:
        found.map(({ category, title, why }) => `${category}: ${title}\n${why}`).join('\n\n') ||
        'Nothing needs attention.',
      data: { suggestions: found.map((one) => ({ ...one })) },
    })
  },
})
