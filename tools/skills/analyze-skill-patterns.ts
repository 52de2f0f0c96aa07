// Turns recorded use into suggestions. A person turns one into an agent; nothing here does.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { writingManifest } from '../records/record-manifest.ts'
import { skillTools } from '../../contract/record/body-text.ts'
import { skillPatterns } from './skill-patterns.ts'

const MOST = 2_000

export const analyzeSkillPatterns = defineTool({
  manifest: writingManifest({
    id: 'skills.analyze',
    name: 'analyze_skill_patterns',
    title: 'Find patterns of use',
    description:
      'Look for patterns in the recorded use of tools, and keep new ones as suggestions.',
    category: 'memory',
    riskTier: 'R2',
    subagentAccess: 'denied',
  }),
  requiredPowers: ['record'],
  input: z.strictObject({}),
  action: () => null,
  touches: () => [
    { kind: 'record', of: 'usage', access: 'read', id: null },
    { kind: 'record', of: 'suggestion', access: 'read', id: null },
    { kind: 'record', of: 'suggestion', access: 'write', id: null },
  ],
  async execute(_input, { power: { record } }) {
    const uses = await record.list('usage', { query: null, states: null, most: MOST })
    if (!uses.ok) return uses
    const before = await record.list('suggestion', { query: null, states: null, most: MOST })
    if (!before.ok) return before
    const known = new Set(before.value.flatMap(({ body }) => body.skill?.pattern ?? []))
    const fresh = skillPatterns(uses.value).filter(({ pattern }) => !known.has(pattern))
    for (const { pattern, tools, actions, times } of fresh) {
      const added = await record.add('suggestion', {
        title: `Agent for ${pattern}`,
        state: 'open',
        dueAt: null,
        body: {
          category: 'skill',
          why: `${skillTools({ tools: [...tools], actions: listsOf(actions) }).join(', ')} served this ${times} times.`,
          skill: {
            tools: [...tools],
            pattern,
            times,
            ...(Object.keys(actions).length === 0 ? {} : { actions: listsOf(actions) }),
          },
        },
      })
      if (!added.ok) return added
    }
    return ok({
      text:
        fresh.length === 0
          ? 'There is no new pattern.'
          : `New suggestions: ${fresh.map(({ pattern }) => pattern).join(', ')}.`,
      data: {
        patterns: fresh.map(({ tools, actions, ...one }) => ({
          ...one,
          tools: [...tools],
          actions: listsOf(actions),
        })),
      },
    })
  },
})

const listsOf = (actions: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(actions).map(([tool, all]) => [tool, [...all]]))
