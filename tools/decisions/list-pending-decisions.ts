// Decisions that were made and not carried out yet.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { decisionText } from './decision-text.ts'

const MOST = 100

export const listPendingDecisions = defineTool({
  manifest: readingManifest({
    id: 'decisions.pending',
    name: 'list_pending_decisions',
    title: 'Pending decisions',
    description: 'List decisions that are not carried out yet, those to follow up on first.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'decision', access: 'read', id: null }],
  async execute(_input, { power }) {
    const found = await power.record.list('decision', {
      query: null,
      states: ['pending_execution'],
      most: MOST + 1,
    })
    return found.ok
      ? ok(listOutput(found.value, MOST, decisionText, 'No decision is pending.'))
      : found
  },
})
