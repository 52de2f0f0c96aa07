// What a row says, as attributes of OpenTelemetry. One table: docs/opentelemetry.md is written from
// it. Names are those of the conventions for GenAI and MCP where they have one.
import type { MachineName } from '../../../contract/fleet/machine.ts'
import type { FactKey, Facts } from '../../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { RawRow } from '../../journal/chain.ts'

export type CollectorEntry = {
  readonly row: RawRow
  /** Null: this version cannot read it. */
  readonly read: { readonly at: number; readonly entry: JournalEntry } | null
  /** What the row is found by, with what it takes over from the decision of its call. */
  readonly facts: Facts
}
type Given = CollectorEntry & { readonly machine: MachineName }
type Value = string | number | boolean | readonly string[]

export type Attribute = {
  readonly name: string
  readonly convention: 'GenAI' | 'MCP' | 'OpenTelemetry' | 'Gatehouse'
  /** What it says, for the table in the documentation. */
  readonly says: string
  /** Undefined: the row has none. */
  readonly of: (given: Given) => Value | undefined
}

/** A row may name thousands of files; its body holds all of them. */
const MOST_VALUES = 64

const first =
  (key: FactKey) =>
  ({ facts }: Given): Value | undefined =>
    facts[key]?.[0]
const all =
  (key: FactKey) =>
  ({ facts }: Given): Value | undefined => {
    const values = facts[key] ?? []
    return values.length === 0 ? undefined : values.slice(0, MOST_VALUES)
  }

type McpTouch = Extract<CanonicalTouch, { kind: 'mcp.call' }>
function external({ read }: Given): McpTouch | undefined {
  const entry = read?.entry
  const touches =
    entry?.kind === 'decision'
      ? entry.decision.touches
      : entry?.kind === 'outcome'
        ? entry.touched
        : []
  return touches.find((touch): touch is McpTouch => touch.kind === 'mcp.call')
}

const METHODS = { tool: 'tools/call', resource: 'resources/read', prompt: 'prompts/get' } as const
const methodOf = (given: Given): (typeof METHODS)[keyof typeof METHODS] | undefined => {
  const touch = external(given)
  return touch === undefined ? undefined : METHODS[touch.what ?? 'tool']
}

/** Its rows are about a call of a tool. */
const calls = ({ read }: Given): boolean =>
  read !== null && 'callId' in read.entry && 'tool' in read.entry

const named = (given: Given, what: 'resource' | 'prompt'): string | undefined => {
  const touch = external(given)
  return touch?.what === what ? touch.tool : undefined
}

function errorOf({ read }: Given): string | undefined {
  const entry = read?.entry
  if (entry === undefined || !('error' in entry)) return undefined
  if (entry.error !== null) return entry.error.code
  // What the conventions call an error that is in the result of a tool.
  return entry.kind === 'outcome' && entry.status === 'failed' ? 'tool_error' : undefined
}

const outcome = ({ read }: Given) => (read?.entry.kind === 'outcome' ? read.entry : undefined)

export const attributeTable: readonly Attribute[] = [
  {
    name: 'gatehouse.machine',
    convention: 'Gatehouse',
    says: 'The machine; with `gatehouse.row.seq` it names the row for ever, however often it comes.',
    of: ({ machine }) => machine,
  },
  {
    name: 'gatehouse.row.seq',
    convention: 'Gatehouse',
    says: 'Number of the row in the machine’s journal, without gaps.',
    of: ({ row }) => row.seq,
  },
  {
    name: 'gatehouse.row.hash',
    convention: 'Gatehouse',
    says: 'SHA-256 over the hash of the row before and this row’s body: the chain.',
    of: ({ row }) => row.hash,
  },
  {
    name: 'gatehouse.row.kind',
    convention: 'Gatehouse',
    says: 'Kind of the row, as `kind:` in a search.',
    of: ({ read }) => read?.entry.kind ?? 'unreadable',
  },
  {
    name: 'gen_ai.operation.name',
    convention: 'GenAI',
    says: '`execute_tool`, in every row of a call of a tool.',
    of: (given) =>
      calls(given) && (methodOf(given) ?? METHODS.tool) === METHODS.tool
        ? 'execute_tool'
        : undefined,
  },
  {
    name: 'gen_ai.tool.name',
    convention: 'GenAI',
    says: 'The tool, by the name that the agent used.',
    of: first('tool'),
  },
  {
    name: 'gen_ai.tool.call.id',
    convention: 'GenAI',
    says: 'The call: all rows of one call have the same.',
    of: first('call'),
  },
  {
    name: 'gen_ai.agent.name',
    convention: 'GenAI',
    says: 'The agent that made the call, where it is one of this Gatehouse.',
    of: first('agent'),
  },
  {
    name: 'gen_ai.conversation.id',
    convention: 'GenAI',
    says: 'The session that the call belongs to.',
    of: first('session'),
  },
  {
    name: 'gen_ai.prompt.name',
    convention: 'GenAI',
    says: 'The prompt of an MCP server that was asked for.',
    of: (given) => named(given, 'prompt'),
  },
  {
    name: 'mcp.method.name',
    convention: 'MCP',
    says: 'What an MCP server is asked: `tools/call`, `resources/read` or `prompts/get`.',
    of: methodOf,
  },
  {
    name: 'mcp.resource.uri',
    convention: 'MCP',
    says: 'The resource of an MCP server that was read.',
    of: (given) => named(given, 'resource'),
  },
  {
    name: 'error.type',
    convention: 'OpenTelemetry',
    says: 'Code of the error, such as `path.outside`; `tool_error` where the tool reports one.',
    of: errorOf,
  },
  {
    name: 'process.exit.code',
    convention: 'OpenTelemetry',
    says: 'Exit code of a command that ended.',
    of: (given) => outcome(given)?.exitCode ?? undefined,
  },
  {
    name: 'gatehouse.mcp.server',
    convention: 'Gatehouse',
    says: 'MCP servers that the row is about, by their names here.',
    of: all('server'),
  },
  {
    name: 'gatehouse.principal',
    convention: 'Gatehouse',
    says: 'Who asked: name, then kind.',
    of: all('principal'),
  },
  {
    name: 'gatehouse.channel',
    convention: 'Gatehouse',
    says: 'The way the call came in: window, browser, gateway, schedule or cli.',
    of: first('channel'),
  },
  { name: 'gatehouse.run.id', convention: 'Gatehouse', says: 'The run.', of: first('run') },
  {
    name: 'gatehouse.action',
    convention: 'Gatehouse',
    says: 'The tool’s own action, where it has several.',
    of: first('action'),
  },
  {
    name: 'gatehouse.decision',
    convention: 'Gatehouse',
    says: 'What the gate said: allow, confirm or deny.',
    of: first('decision'),
  },
  {
    name: 'gatehouse.tier',
    convention: 'Gatehouse',
    says: 'Risk of the call, R0 to R4.',
    of: first('tier'),
  },
  {
    name: 'gatehouse.decided_by',
    convention: 'Gatehouse',
    says: 'What decided: its kind, then its name.',
    of: all('by'),
  },
  {
    name: 'gatehouse.approval.id',
    convention: 'Gatehouse',
    says: 'The question that a person was asked.',
    of: first('approval'),
  },
  {
    name: 'gatehouse.answer',
    convention: 'Gatehouse',
    says: 'How it was answered.',
    of: first('answer'),
  },
  {
    name: 'gatehouse.waited',
    convention: 'Gatehouse',
    says: 'How long the person took, in steps.',
    of: first('waited'),
  },
  {
    name: 'gatehouse.route',
    convention: 'Gatehouse',
    says: 'By which way the call was let through or turned away.',
    of: first('route'),
  },
  {
    name: 'gatehouse.status',
    convention: 'Gatehouse',
    says: 'How the call ended: done, failed, denied, cancelled or unknown.',
    of: first('status'),
  },
  {
    name: 'gatehouse.duration_ms',
    convention: 'Gatehouse',
    says: 'How long it ran.',
    of: (given) => outcome(given)?.durationMs,
  },
  {
    name: 'gatehouse.bytes',
    convention: 'Gatehouse',
    says: 'Length of what the caller was given.',
    of: (given) => outcome(given)?.bytes,
  },
  {
    name: 'gatehouse.path',
    convention: 'Gatehouse',
    says: `Files and folders that it is about; the first ${MOST_VALUES}.`,
    of: all('path'),
  },
  {
    name: 'gatehouse.host',
    convention: 'Gatehouse',
    says: `Hosts that it is about; the first ${MOST_VALUES}.`,
    of: all('host'),
  },
  {
    name: 'gatehouse.request.hash',
    convention: 'Gatehouse',
    says: 'Hash of the request: equal for equal calls.',
    of: first('request'),
  },
  {
    name: 'gatehouse.category',
    convention: 'Gatehouse',
    says: 'What kind of decision it is, for an audit.',
    of: first('category'),
  },
]

/** Those that the row has, in the order of the table. */
export const attributesOf = (given: Given): Record<string, Value> =>
  Object.fromEntries(
    attributeTable.flatMap(({ name, of }): [string, Value][] => {
      const value = of(given)
      return value === undefined ? [] : [[name, value]]
    }),
  )
