// Finds decisions by their words.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { DecisionState } from '../../contract/record/record.ts'
import { ok } from '../../contract/result.ts'
import { limit, query } from '../records/fields.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { decisionText } from './decision-text.ts'

export const searchDecisions = defineTool({
  manifest: readingManifest({
    id: 'decisions.search',
    name: 'search_decisions',
    title: 'Search decisions',
    description: 'Find decisions by words of any part of them, or list them by status.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    query: query.optional(),
    status: DecisionState.optional().describe('Only in this state.'),
    limit,
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'decision', access: 'read', id: null }],
  async execute({ query: words = null, status, limit: most }, { power }) {
    const found = await power.record.list('decision', {
      query: words,
      states: status === undefined ? null : [status],
      most: most + 1,
    })
    return found.ok ? ok(listOutput(found.value, most, decisionText, 'No decision fits.')) : found
  },
})
