// Delegated tasks whose last day is over. Looks only: their status stays.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { delegationText } from './delegation-text.ts'

const MOST = 200

export const checkOverdueDelegations = defineTool({
  manifest: readingManifest({
    id: 'delegations.overdue',
    name: 'check_overdue_delegations',
    title: 'Overdue delegations',
    description: 'List delegated tasks that are not done although their last day is over.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'delegation', access: 'read', id: null }],
  async execute(_input, { power }) {
    // Those due soonest come first, so none is missed while fewer than these are overdue.
    const found = await power.record.list('delegation', {
      query: null,
      states: ['open', 'in_progress'],
      most: MOST + 1,
    })
    if (!found.ok) return found
    const now = power.record.now()
    const overdue = found.value.filter(({ dueAt }) => dueAt !== null && dueAt <= now)
    return ok(listOutput(overdue, MOST, delegationText, 'Nothing is overdue.'))
  },
})
