// Notes that outlive a session: found by their words, with where each is from. Kept by SQLite in
// Gatehouse's own database; nothing leaves the machine.
import { z } from 'zod'
import { fieldsOf, type CallFacts } from '../../contract/approval/call-facts.ts'
import { assertNever } from '../../contract/never.ts'
import type { Failure } from '../../contract/failure.ts'
import type { MemoryPower, MemorySearch } from '../../contract/call/powers/memory-power.ts'
import { ok, type Result } from '../../contract/result.ts'
import { defineTool, type FactsContext, type ToolOutput } from '../../contract/call/tool.ts'
import { memoryLines } from './memory-lines.ts'
import { ASK_IN_WORDS, holdsWord, NOTE_IN_WORDS } from './searchable-text.ts'

const ACTIONS = ['search', 'explain_last', 'list_sources', 'add', 'delete'] as const
const needed: Readonly<Record<(typeof ACTIONS)[number], readonly ('query' | 'text' | 'id')[]>> = {
  search: ['query'],
  explain_last: [],
  list_sources: [],
  add: ['text'],
  delete: ['id'],
}

const Input = z
  .strictObject({
    action: z.enum(ACTIONS).default('search').describe('What to do.'),
    query: z
      .string()
      .min(1)
      .max(500)
      .refine(holdsWord, ASK_IN_WORDS)
      .optional()
      .describe('For search: words, of which one is enough; the more fit, the better.'),
    source: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} _.:/-]*$/u, 'a name such as notes')
      .optional()
      .describe('For search: only from there. For add: where it is from, usually notes.'),
    limit: z.int().min(1).max(50).default(10).describe('For search: entries at most.'),
    text: z
      .string()
      .min(1)
      .max(10_000)
      .refine(holdsWord, NOTE_IN_WORDS)
      .optional()
      .describe('For add: what to remember.'),
    id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('For delete: the entry.'),
  })
  .superRefine((input, context) => {
    for (const field of ['query', 'text', 'id'] as const) {
      const wants = needed[input.action].includes(field)
      if (wants !== (input[field] !== undefined))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: wants
            ? `${input.action} needs a ${field}`
            : `a ${field} does not belong to ${input.action}`,
        })
    }
    if (input.action === 'add' && input.source?.startsWith('knowledge:') === true)
      context.addIssue({
        code: 'custom',
        path: ['source'],
        message: 'knowledge: is for what a person puts there',
      })
  })
type Asked = z.output<typeof Input>

export const memorySearch = defineTool({
  manifest: {
    id: 'memory.search',
    name: 'memory_search',
    title: 'Memory',
    description:
      'Notes that outlive this session. Search them by words, see why the last search found what it found, list where they are from, add one, or delete one.',
    version: '1.0.0',
    category: 'memory',
    riskTier: 'R1',
    sideEffects: true,
    dataAccess: ['memory'],
    requires: [],
    defaultPolicy: { effect: 'allow', scope: 'to search; to change asks' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 60 },
    builtIn: true,
    networkOutbound: false,
    subagentAccess: 'denied',
    actions: [
      { name: 'search', readOnly: true },
      { name: 'explain_last', readOnly: true },
      { name: 'list_sources', readOnly: true },
      { name: 'add', readOnly: false, riskTier: 'R2' },
      { name: 'delete', readOnly: false, riskTier: 'R3' },
    ],
    limits: { runTimeMs: 10_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
  },
  requiredPowers: ['memory'],
  input: Input,

  action: ({ action }) => action,
  touches: ({ action, id }) => [
    {
      kind: 'memory',
      access: action === 'add' ? 'write' : action === 'delete' ? 'delete' : 'read',
      ...(action === 'delete' && id !== undefined ? { entry: id } : {}),
    },
  ],
  facts: factsOf,

  execute: (asked, { power }) => done(asked, power.memory),
})

const verbs: { readonly [A in Asked['action']]: string } = {
  search: 'Search',
  explain_last: 'Look at the last search in',
  list_sources: 'List the sources of',
  add: 'Write to',
  delete: 'Delete from',
}

/** What would be written, and what would be gone. */
function factsOf(given: Asked, { touches }: FactsContext): CallFacts {
  const [entry] = touches.flatMap((touch) => (touch.kind === 'memory' ? [touch.entry] : []))
  return {
    kind: 'record',
    verb: verbs[given.action],
    target: 'the memory of agents',
    fields: [
      ...(entry === undefined
        ? []
        : [
            { name: 'Entry', text: `${entry.id} of ${entry.source}` },
            { name: 'It says', text: entry.text },
          ]),
      ...fieldsOf(given, { query: 'Words', text: 'Text', source: 'Source' }),
    ],
  }
}

async function done(asked: Asked, memory: MemoryPower): Promise<Result<ToolOutput, Failure>> {
  switch (asked.action) {
    case 'search': {
      const { query = '', source = null, limit } = asked
      // One more, to know whether there are more.
      const search = await memory.search({ query, source, most: limit + 1 })
      return search.ok ? ok(foundOutput(search.value, limit)) : search
    }
    case 'explain_last': {
      const last = await memory.last()
      return last.ok ? ok({ text: explained(last.value) }) : last
    }
    case 'list_sources': {
      const sources = await memory.sources()
      if (!sources.ok) return sources
      const lines = sources.value.map(({ source, entries }) => `${source}: ${entries}`)
      return ok({
        text: lines.join('\n') || 'Nothing is remembered.',
        data: { sources: sources.value.map((one) => ({ ...one })) },
      })
    }
    case 'add': {
      const added = await memory.add(asked.source ?? 'notes', asked.text ?? '')
      if (!added.ok) return added
      const { id, source } = added.value
      return ok({ text: `Remembered as entry ${id} of ${source}.`, data: { id, source } })
    }
    case 'delete': {
      const removed = await memory.remove(asked.id ?? 0)
      if (!removed.ok) return removed
      const { id, source } = removed.value
      return ok({ text: `Deleted entry ${id} of ${source}.`, data: { id, source } })
    }
    default:
      return assertNever(asked.action, 'done')
  }
}

function foundOutput({ found, query }: MemorySearch, limit: number): ToolOutput {
  const shown = found.slice(0, limit)
  const more = found.length > shown.length
  const lines = shown.map(memoryLines)
  return {
    text: [
      ...(lines.length === 0 ? ['Nothing remembered fits.'] : [lines.join('\n\n')]),
      ...(more ? ['[There are more. Ask for more of them, or with other words.]'] : []),
    ].join('\n'),
    data: { query, more, entries: shown.map((one) => ({ ...one })) },
  }
}

function explained(last: MemorySearch | null): string {
  if (last === null) return 'Nothing was searched for in this session.'
  const { query, source, words, found, entries } = last
  const head = `Searched ${entries} entries${source === null ? '' : ` for those of ${source}`} for ${JSON.stringify(query)}: any word that begins with ${words.join(', ') || 'nothing'}.`
  const lines = found.map(
    (one, at) => `${at + 1}. entry ${one.id} of ${one.source}, BM25 ${one.score.toFixed(3)}`,
  )
  return [head, ...lines, 'The lower its BM25, the better an entry fits.'].join('\n')
}
