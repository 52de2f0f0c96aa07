// Lists the suggestions that recorded use led to.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { SuggestionState } from '../../contract/record/record.ts'
import { ok } from '../../contract/result.ts'
import { listOutput } from '../records/record-lines.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { skillText } from './skill-text.ts'

const MOST = 200
const MOST_LOOKED_AT = 2_000

export const listSkillSuggestions = defineTool({
  manifest: readingManifest({
    id: 'skills.list',
    name: 'list_skill_suggestions',
    title: 'Suggested skills',
    description: 'List agents that recorded use suggests. A person creates one from a suggestion.',
    category: 'memory',
    riskTier: 'R1',
    subagentAccess: 'full',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({
    status: SuggestionState.optional().describe('Only in this state.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'record', of: 'suggestion', access: 'read', id: null }],
  async execute({ status }, { power }) {
    const found = await power.record.list('suggestion', {
      query: null,
      states: status === undefined ? null : [status],
      most: MOST_LOOKED_AT,
    })
    if (!found.ok) return found
    const skills = found.value.filter(({ body }) => body.skill !== null)
    return ok(listOutput(skills, MOST, skillText, 'Nothing is suggested.'))
  },
})
