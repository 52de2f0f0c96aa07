// Finds what was noted, in any session and by any agent.
import { z } from 'zod'
import { defineTool } from '../../contract/call/tool.ts'
import { ok } from '../../contract/result.ts'
import { readingManifest } from '../records/record-manifest.ts'
import { memoriesOutput } from './memory-lines.ts'
import { category } from './store-memory.ts'
import { ASK_IN_WORDS, holdsWord } from './searchable-text.ts'

const MOST = 20

export const queryMemory = defineTool({
  manifest: readingManifest({
    id: 'memory.query',
    name: 'query_memory',
    title: 'Search memory',
    description: 'Find notes of earlier sessions by words of which one is enough, best first.',
    category: 'memory',
    riskTier: 'R1',
    dataAccess: ['memory'],
    subagentAccess: 'full',
  }),
  requiredPowers: ['memory'],
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(500)
      .refine(holdsWord, ASK_IN_WORDS)
      .describe('Words, of which one is enough.'),
    category: category.optional().describe('Only notes of this category.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'memory', access: 'read' }],
  async execute({ query, category: within = null }, { power }) {
    const asked = { query, source: null, category: within, most: MOST + 1 }
    const search = await power.memory.search(asked)
    if (!search.ok) return search
    const { found } = search.value
    return ok(memoriesOutput(found.slice(0, MOST), 'Nothing remembered fits.', found.length > MOST))
  },
})
