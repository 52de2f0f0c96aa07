// Lists what others are to do.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { DelegationState } from '../../contract/record/record.ts'
import { ok } from '../../contract/result.ts'
import { limit, line } from '../records/fields.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { delegationText } from './delegation-text.ts'

/** Names are compared here, so more are looked at than are shown. */
const MOST_LOOKED_AT = 2_000

export const listDelegations = defineTool({
  manifest: readingManifest({
    id: 'delegations.list',
    name: 'list_delegations',
    title: 'Delegations',
    description: 'List delegated tasks, those due soonest first.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    status: DelegationState.optional().describe('Only in this state.'),
    delegated_to: line(200).optional().describe('Only those of this person.'),
    limit,
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'delegation', access: 'read', id: null }],
  async execute({ status, delegated_to: who, limit: most }, { power }) {
    const found = await power.record.list('delegation', {
      query: null,
      states: status === undefined ? null : [status],
      most: who === undefined ? most + 1 : MOST_LOOKED_AT,
    })
    if (!found.ok) return found
    const theirs = found.value.filter(
      ({ body }) => who === undefined || body.delegatedTo.toLowerCase() === who.toLowerCase(),
    )
    return ok(listOutput(theirs, most, delegationText, 'No delegation fits.'))
  },
})
