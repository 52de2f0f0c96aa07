// Tools of the servers that the fake Gatehouse plays: a forge with a few in every state, and a
// warehouse of as many as wanted.
import type { Manifest, ToolListing } from '../../contract/call/manifest.ts'

type Sketch = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly reads: boolean
}

const manifest = (server: string, { name, title, description, reads }: Sketch): Manifest => ({
  id: `mcp.${server}.${name.replaceAll('_', '-')}`,
  name: `${server}__${name}`,
  title: `${title} (${server})`,
  description,
  version: '1.4.0',
  category: 'network',
  riskTier: reads ? 'R2' : 'R3',
  sideEffects: !reads,
  dataAccess: ['network'],
  requires: [],
  defaultPolicy: { effect: 'confirm', scope: 'this call' },
  redaction: { args: [], result: [] },
  rateLimits: { perSession: 0, perMinute: 0 },
  builtIn: false,
  networkOutbound: true,
  subagentAccess: 'denied',
  actions: [],
  limits: { runTimeMs: 60_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 100_000 },
})

const listing = (
  server: string,
  trust: NonNullable<ToolListing['trust']>,
  review: NonNullable<ToolListing['review']>,
  sketch: Sketch,
  inputSchema: ToolListing['inputSchema'],
): ToolListing => ({
  name: `${server}__${sketch.name}`,
  source: `mcp:${server}`,
  available: review === 'open',
  missing:
    review === 'open'
      ? []
      : [
          {
            what:
              review === 'changed'
                ? 'It has changed since you reviewed it, or was closed.'
                : 'It was not reviewed yet.',
            how: `Review it: gatehouse servers review ${server}`,
          },
        ],
  hiddenByGuard: false,
  hiddenBy: null,
  trust,
  review,
  setting: null,
  manifest: manifest(server, sketch),
  inputSchema,
})

const issue = {
  type: 'object',
  properties: {
    repository: {
      type: 'string',
      description: 'Owner and name, such as ada/site.',
      pattern: '^[^/]+/[^/]+$',
    },
    title: { type: 'string', minLength: 1 },
    body: { type: 'string', description: 'Markdown.' },
    labels: { type: 'array', items: { type: 'string' }, maxItems: 10 },
    priority: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
    draft: { type: 'boolean', default: false },
    milestone: {
      type: 'object',
      properties: { name: { type: 'string' }, week: { type: 'integer', minimum: 1, maximum: 53 } },
      required: ['name'],
    },
    assignee: {
      oneOf: [{ type: 'string' }, { type: 'object', properties: { team: { type: 'string' } } }],
      description: 'A name, or {"team": …}.',
    },
  },
  required: ['repository', 'title'],
  additionalProperties: false,
}

const verbs = [
  'list',
  'get',
  'search',
  'create',
  'update',
  'archive',
  'count',
  'move',
  'label',
  'export',
] as const
const things = [
  'orders',
  'parcels',
  'shelves',
  'invoices',
  'customers',
  'returns',
  'routes',
  'carriers',
  'labels',
  'stock',
] as const

/** `more`: tools of the warehouse; none of the forge without them. */
export const serverTools = (more: number): readonly ToolListing[] => [
  listing(
    'forge',
    'verified',
    'open',
    {
      name: 'list_issues',
      title: 'List issues',
      description: 'Open issues of one repository.',
      reads: true,
    },
    { type: 'object', properties: { repository: { type: 'string' } }, required: ['repository'] },
  ),
  listing(
    'forge',
    'verified',
    'open',
    {
      name: 'create_issue',
      title: 'Create an issue',
      description: 'Opens one issue in a repository.',
      reads: false,
    },
    issue,
  ),
  listing(
    'forge',
    'verified',
    'changed',
    {
      name: 'merge_pull_request',
      title: 'Merge',
      description: 'Merges a pull request.',
      reads: false,
    },
    {
      type: 'object',
      properties: { number: { type: 'integer', minimum: 1 } },
      required: ['number'],
    },
  ),
  listing(
    'notes',
    'community',
    'new',
    {
      name: 'search_notes',
      title: 'Search notes',
      description: 'Full text over the shared notes.',
      reads: true,
    },
    {
      type: 'object',
      properties: {
        query: { type: 'string' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      required: ['query'],
    },
  ),
  ...Array.from({ length: more }, (_, n) => {
    const [verb, thing] = [
      verbs[n % verbs.length] ?? 'list',
      things[Math.floor(n / verbs.length) % things.length] ?? 'orders',
    ]
    return listing(
      'warehouse',
      'local',
      'open',
      {
        name: `${verb}_${thing}_${n}`,
        title: `${verb} ${thing} ${n}`,
        description: `${verb} ${thing} of hall ${n}, by number, date or customer.`,
        reads: n % 3 !== 0,
      },
      {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
        required: ['query'],
      },
    )
  }),
]
