// The tools for what is kept here, as a table: their base tier, who may call them below an agent,
// calls that are right, and what each argument of text is. Other tables of all tools take these rows.
import type { TextKind } from '../bad-input/text-kind.ts'

type RecordTool = {
  readonly tier: 'R1' | 'R2' | 'R3'
  readonly subagents: 'full' | 'denied'
  /** Between them they give every argument. */
  readonly calls: readonly [Args, ...(readonly Args[])]
  readonly kinds: Readonly<Record<string, TextKind>>
}
type Args = Readonly<Record<string, unknown>>

const reading = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  tier: 'R1',
  subagents: 'full',
  calls,
  kinds,
})
const changing = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  tier: 'R2',
  subagents: 'full',
  calls,
  kinds,
})
const deleting = (calls: RecordTool['calls'], kinds: RecordTool['kinds'] = {}): RecordTool => ({
  tier: 'R3',
  subagents: 'denied',
  calls,
  kinds,
})

export const recordTools: Readonly<Record<string, RecordTool>> = {
  query_memory: reading([{ query: 'x', category: 'people' }], { query: 'text', category: 'line' }),
  store_memory: changing([{ category: 'people', key: 'Ada', value: 'x' }], {
    category: 'line',
    key: 'line',
    value: 'text',
  }),
  get_agent_memory: reading([{ agent_name: 'main' }], { agent_name: 'line' }),
  clear_agent_memory: deleting([{ agent_name: 'main' }], { agent_name: 'line' }),
  create_decision: changing(
    [
      {
        title: 'Use SQLite',
        description: 'x',
        context: 'x',
        decided_by: 'Ada',
        owner: 'Ada',
        status: 'executed',
        follow_up_date: '2026-12-24',
        tags: ['a', 'b'],
        source: 'x',
      },
    ],
    {
      title: 'line',
      description: 'text',
      context: 'text',
      decided_by: 'line',
      owner: 'line',
      follow_up_date: 'time',
      tags: 'line',
      source: 'line',
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
        task: 'Ask',
        delegated_to: 'Ada',
        description: 'x',
        due_date: '2026-12-24',
        priority: 'high',
        source: 'x',
      },
    ],
    {
      task: 'line',
      delegated_to: 'line',
      description: 'text',
      due_date: 'time',
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
  create_reminder: changing(
    [
      {
        title: 'Call',
        list_name: 'Home',
        due_date: '2026-12-24T09:00',
        tz: 'Europe/Rome',
        priority: 1,
        notes: 'x',
      },
    ],
    { title: 'line', list_name: 'line', due_date: 'time', tz: 'id', notes: 'text' },
  ),
  list_reminders: reading([{ list_name: 'Home', completed: true, limit: 3 }], {
    list_name: 'line',
  }),
  search_reminders: reading([{ query: 'x', include_completed: true, limit: 3 }], {
    query: 'text',
  }),
  complete_reminder: changing([{ reminder_id: 1 }]),
  send_notification: {
    ...changing([{ title: 'Done', message: 'x', subtitle: 'x', sound: true }], {
      title: 'line',
      message: 'text',
      subtitle: 'line',
    }),
    subagents: 'denied',
  },
  create_alert_rule: {
    ...changing(
      [
        {
          name: 'Watch',
          alert_type: 'file_changed',
          condition: { path: 'a' },
          description: 'x',
          enabled: false,
        },
        {
          name: 'Denied',
          alert_type: 'denied_calls',
          condition: { over: 2, within_hours: 3 },
        },
      ],
      { name: 'line', description: 'text', 'condition.path': 'path' },
    ),
    subagents: 'denied',
  },
  list_alert_rules: reading([{ enabled_only: true, limit: 3 }]),
  // It notes what it found.
  check_alerts: { ...reading([{}]) },
  dismiss_alert: { ...changing([{ rule_id: 1 }]), subagents: 'denied' },
  get_proactive_suggestions: reading([{}]),
  dismiss_suggestion: {
    ...changing([{ category: 'decision', title: 'x' }], { title: 'line' }),
    subagents: 'denied',
  },
  record_tool_usage: {
    ...changing([{ tool_name: 'cron', tool_action: 'list', query_pattern: 'x' }], {
      tool_name: 'id',
      tool_action: 'id',
      query_pattern: 'line',
    }),
    subagents: 'denied',
  },
  analyze_skill_patterns: { ...changing([{}]), subagents: 'denied' },
  list_skill_suggestions: reading([{ status: 'open' }]),
  auto_create_skill: { ...changing([{ suggestion_id: 1 }]), subagents: 'denied' },
  search_documents: reading([{ query: 'x', top_k: 3 }], { query: 'text' }),
  list_inbound_events: reading([{ channel: 'webhook', event_type: 'build.failed', limit: 3 }], {
    event_type: 'id',
  }),
  get_event_summary: reading([{}]),
  list_webhook_events: reading([{ status: 'pending', source: 'build', limit: 3 }], {
    source: 'id',
  }),
  get_webhook_event: reading([{ event_id: 1 }]),
  process_webhook_event: { ...changing([{ event_id: 1 }]), subagents: 'denied' },
}

const columnOf = <T>(of: (tool: RecordTool) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(recordTools).map(([name, tool]) => [name, of(tool)]))

export const recordTiers = columnOf(({ tier }) => tier)
export const recordCalls = columnOf(({ calls }) => calls)
export const recordKinds = columnOf(({ kinds }) => kinds)
export const recordRows: Readonly<
  Record<string, { readonly outbound: boolean; readonly subagents: RecordTool['subagents'] }>
> = columnOf(({ subagents }) => ({ outbound: false, subagents }))
