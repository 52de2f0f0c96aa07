// The 26 names that agent files of this family share, each with the tools that it holds there.
import { whole, type Capability } from './capability.ts'

type Row = readonly [
  name: string,
  sentence: string,
  tools: readonly string[],
  more?: Partial<Pick<Capability, 'sends' | 'scopes' | 'changes'>>,
]

const mailbox = { scopes: ['labels'] } as const
const calendar = { scopes: ['calendars'] } as const
const category = { scopes: ['categories'] } as const

const rows: readonly Row[] = [
  ['memory_read', 'Search what was remembered.', ['query_memory'], category],
  ['memory_write', 'Remember something for later.', ['store_memory'], category],
  ['document_search', 'Search the documents of the workspace.', ['search_documents']],
  [
    'calendar_read',
    'Look at events of calendars.',
    ['get_calendar_events', 'search_calendar_events'],
    calendar,
  ],
  ['reminders_read', 'Look at reminders.', ['list_reminders', 'search_reminders']],
  ['reminders_write', 'Create and complete reminders.', ['create_reminder', 'complete_reminder']],
  [
    'notifications',
    'Show a notification of the system to the person.',
    ['send_notification'],
    { sends: true },
  ],
  [
    'mail_read',
    'Read and search mail.',
    ['get_mail_messages', 'get_mail_message', 'search_mail', 'get_unread_count'],
    mailbox,
  ],
  [
    'mail_write',
    'Send mail, and mark or move messages.',
    ['send_email', 'mark_mail_read', 'mark_mail_flagged', 'move_mail_message'],
    { sends: true, scopes: ['labels', 'recipients'] },
  ],
  [
    'decision_read',
    'Look at the log of decisions.',
    ['search_decisions', 'list_pending_decisions'],
  ],
  [
    'decision_write',
    'Write, change and delete entries of the log of decisions.',
    ['create_decision', 'update_decision', 'delete_decision'],
  ],
  [
    'delegation_read',
    'Look at delegated work, and at what is overdue.',
    ['list_delegations', 'check_overdue_delegations'],
  ],
  [
    'delegation_write',
    'Write, change and delete entries of delegated work.',
    ['create_delegation', 'update_delegation', 'delete_delegation'],
  ],
  [
    'alerts_read',
    'Check alerts, and look at their rules.',
    ['check_alerts', 'list_alert_rules'],
    {
      changes: {
        check_alerts:
          'It evaluates the rules and notes when each was last met. It sends nothing and changes no rule.',
      },
    },
  ],
  [
    'alerts_write',
    'Create rules for alerts, and dismiss alerts.',
    ['create_alert_rule', 'dismiss_alert'],
    { sends: true },
  ],
  [
    'scheduling',
    'Find free times, also for several people.',
    ['find_my_open_slots', 'find_group_availability'],
    calendar,
  ],
  ['agent_memory_read', 'Read the agent’s own memory.', ['get_agent_memory']],
  ['agent_memory_write', 'Clear the agent’s own memory.', ['clear_agent_memory']],
  ['channel_read', 'Look at events that came in.', ['list_inbound_events', 'get_event_summary']],
  [
    'proactive_read',
    'Look at suggestions, and dismiss them.',
    ['get_proactive_suggestions', 'dismiss_suggestion'],
    {
      changes: {
        dismiss_suggestion:
          'An agent that shows suggestions needs to put one away. It only marks the suggestion.',
      },
    },
  ],
  [
    'webhook_read',
    'Look at what came in by webhooks.',
    ['list_webhook_events', 'get_webhook_event'],
  ],
  ['webhook_write', 'Mark what came in by webhooks as done.', ['process_webhook_event']],
  ['scheduler_read', 'Look at scheduled tasks.', ['list_scheduled_tasks', 'get_scheduler_status']],
  [
    'scheduler_write',
    'Create, change, run and delete scheduled tasks.',
    [
      ...['create_scheduled_task', 'update_scheduled_task'],
      ...['delete_scheduled_task', 'run_scheduled_task'],
    ],
  ],
  ['skill_read', 'Look at suggestions for new skills.', ['list_skill_suggestions']],
  [
    'skill_write',
    'Record what was used, look for patterns, and propose a skill to the person.',
    ['record_tool_usage', 'analyze_skill_patterns', 'auto_create_skill'],
  ],
]

const READS = new Set(['document_search', 'scheduling'])

export const sharedNames: readonly Capability[] = rows.map(([name, sentence, tools, more]) => ({
  name,
  sentence,
  mode: name.endsWith('_read') || READS.has(name) ? 'read' : 'write',
  sends: more?.sends ?? false,
  tools: whole(...tools),
  scopes: more?.scopes ?? [],
  ...(more?.changes === undefined ? {} : { changes: more.changes }),
}))
