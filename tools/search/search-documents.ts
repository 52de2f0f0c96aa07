// Finds passages of the workspace's files by their words, the best first.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { FoundDocuments } from '../../contract/call/powers/documents-power.ts'

export const searchDocuments = defineTool({
  manifest: {
    id: 'documents.search',
    name: 'search_documents',
    title: 'Search documents',
    description:
      'Find passages of the text files in the workspace by words of which one is enough, best first. Files that ignore files leave out are not searched.',
    version: '1.0.0',
    category: 'fs',
    riskTier: 'R1',
    sideEffects: false,
    dataAccess: ['files'],
    requires: [{ kind: 'workspace' }],
    defaultPolicy: { effect: 'allow', scope: 'in the workspace' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 60 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'full',
    actions: [],
    limits: { runTimeMs: 120_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
  },
  requiredPowers: ['fs.read'],
  input: z.strictObject({
    query: z.string().min(1).max(500).describe('Words, of which one is enough.'),
    top_k: z.int().min(1).max(20).default(5).describe('Passages at most.'),
  }),
  action: () => null,
  touches: () => [{ kind: 'fs.read', path: '.' }],
  async execute({ query, top_k: most }, { power }) {
    const search = power['fs.read'].documents
    if (search === undefined)
      return err(failure('documents.none', 'Documents cannot be searched here.'))
    const found = await search({ query, most })
    return found.ok
      ? ok({
          text: foundText(found.value),
          data: { passages: found.value.found.map((one) => ({ ...one })) },
        })
      : found
  },
})

function foundText({ found, files, leftOut, more }: FoundDocuments): string {
  const { large, unreadable, guarded } = leftOut
  const notes = [
    ...(large > 0 ? [`${large} too large`] : []),
    ...(unreadable > 0 ? [`${unreadable} without text`] : []),
    ...(guarded > 0 ? [`${guarded} protected`] : []),
  ]
  return [
    found.length === 0
      ? `Nothing fits in ${files} ${files === 1 ? 'file' : 'files'}.`
      : found.map(({ path, line, text }) => `${path}:${line}\n${text}`).join('\n\n'),
    ...(notes.length > 0 ? [`[Left out: ${notes.join(', ')}.]`] : []),
    ...(more ? ['[Not all files were looked at.]'] : []),
  ].join('\n')
}
