// Dismisses a suggestion for good. This changes what is stored, so it is not a read-only tool.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { changeOutput } from '../records/change-output.ts'
import { line } from '../records/fields.ts'
import { recordFacts } from '../records/record-facts.ts'
import { writingManifest } from '../records/record-manifest.ts'

export const dismissSuggestion = defineTool({
  manifest: writingManifest({
    id: 'suggestions.dismiss',
    name: 'dismiss_suggestion',
    title: 'Dismiss a suggestion',
    description: 'Do not suggest this any more.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    category: z.enum(['alert', 'delegation', 'decision', 'reminder']).describe('As it was listed.'),
    title: line(200).describe('As it was listed.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'suggestion', access: 'write', id: null }],
  facts: (given, shown) => ({
    ...recordFacts(given, shown, { category: 'About', title: 'Title' }),
    verb: 'Dismiss the suggestion',
    target: given.title,
  }),
  execute: async ({ category, title }, { power }) =>
    changeOutput(
      'Dismissed',
      await power.record.add('suggestion', {
        title,
        state: 'dismissed',
        dueAt: null,
        body: { category, why: '', skill: null },
      }),
    ),
})
