// The tools for what is kept here, as a table: their base tier, who may call them below an agent,
// calls that are right, and what each argument of text is. Other tables of all tools take these rows.
import type { TextKind } from '../bad-input/text-kind.ts'

type RecordTool = {
  readonly tier: 'R1' | 'R2' | 'R3'
  readonly subagents: 'full' | 'denied'
  readonly readOnly: boolean
  /** Between them they give every argument. */
  readonly calls: readonly [Args, ...(readonly Args[])]
  readonly kinds: Readonly<Record<string, TextKind>>
}
type Args = Readonly<Record<string, unknown>>

const reading = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  ...{ tier: 'R1', subagents: 'full', readOnly: true, calls, kinds },
})
const changing = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  ...{ tier: 'R2', subagents: 'full', readOnly: false, calls, kinds },
})
const deleting = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  ...{ tier: 'R3', subagents: 'denied', readOnly: false, calls, kinds },
})

export const recordTools: Readonly<Record<string, RecordTool>> = {
  query_memory: reading([{ query: 'x', category: 'people' }], { query: 'text', category: 'line' }),
  store_memory: changing([{ category: 'people', key: 'Ada', value: 'x' }], {
    ...{ category: 'line', key: 'line', value: 'text' },
  }),
  get_agent_memory: reading([{ agent_name: 'main' }], { agent_name: 'line' }),
  clear_agent_memory: deleting([{ agent_name: 'main' }], { agent_name: 'line' }),
  create_decision: changing(
    [
      {
        ...{ title: 'Use SQLite', description: 'x', context: 'x', decided_by: 'Ada', owner: 'Ada' },
        ...{ status: 'executed', follow_up_date: '2026-12-24', tags: ['a', 'b'], source: 'x' },
      },
    ],
    {
      ...{ title: 'line', description: 'text', context: 'text', decided_by: 'line' },
      ...{ owner: 'line', follow_up_date: 'time', tags: 'line', source: 'line' },
    },
  ),
  search_decisions: reading([{ query: 'x', status: 'executed', limit: 3 }], { query: 'text' }),
  update_decision: changing([{ decision_id: 1, status: 'deferred', notes: 'x' }], {
    notes: 'text',
  }),
  list_pending_decisions: reading([{}]),
  delete_decision: deleting([{ decision_id: 1 }]),
  create_delegation: changing(
    [
      {
        ...{ task: 'Ask', delegated_to: 'Ada', description: 'x', due_date: '2026-12-24' },
        ...{ priority: 'high', source: 'x' },
      },
    ],
    {
      ...{ task: 'line', delegated_to: 'line', description: 'text', due_date: 'time' },
      source: 'line',
    },
  ),
  list_delegations: reading([{ status: 'open', delegated_to: 'Ada', limit: 3 }], {
    delegated_to: 'line',
  }),
  update_delegation: changing([{ delegation_id: 1, status: 'done', notes: 'x' }], {
    notes: 'text',
  }),
  check_overdue_delegations: reading([{}]),
  delete_delegation: deleting([{ delegation_id: 1 }]),
}

const columnOf = <T>(of: (tool: RecordTool) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(recordTools).map(([name, tool]) => [name, of(tool)]))

/** In the order of the catalog. */
export const recordNames = Object.keys(recordTools)
export const recordTiers = columnOf(({ tier }) => tier)
export const recordSamples = columnOf(({ calls }) => calls[0])
export const recordCalls = columnOf(({ calls }) => calls)
export const recordKinds = columnOf(({ kinds }) => kinds)
export const recordHints = Object.entries(recordTools).map(
  ([name, { readOnly }]) => [name, readOnly] as const,
)
export const recordRows: Readonly<
  Record<string, { readonly outbound: boolean; readonly subagents: RecordTool['subagents'] }>
> = columnOf(({ subagents }) => ({ outbound: false, subagents }))
