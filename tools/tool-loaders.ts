// Written by: vitest run test/arch -u
import type { AnyTool } from '../contract/call/tool.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'

/**
 * The built-in tools, each as its service is set up, read without all the others: to make the schemas of
 * all takes longer than the rest of a question about one.
 */
export const toolLoaders: Readonly<Record<string, (services: Services) => Promise<AnyTool>>> = {
  read_file: async () => anyTool((await import('./files/read-file.ts')).readFile),
  list_dir: async () => anyTool((await import('./files/list-dir.ts')).listDir),
  search_files: async () => anyTool((await import('./search/search-files.ts')).searchFiles),
  find_files: async () => anyTool((await import('./search/find-files.ts')).findFiles),
  write_file: async () => anyTool((await import('./files/write-file.ts')).writeFile),
  edit_file: async () => anyTool((await import('./files/edit-file.ts')).editFile),
  exec: async () => anyTool((await import('./exec.ts')).exec),
  tmux: async () => anyTool((await import('./tmux.ts')).tmux),
  web_search: async (services) =>
    anyTool((await import('./web-search/web-search.ts')).webSearch(services.webSearch)),
  web_fetch: async () => anyTool((await import('./web/web-fetch.ts')).webFetch),
  http: async () => anyTool((await import('./web/http.ts')).http),
  reddit: async (services) => anyTool((await import('./reddit.ts')).reddit(services.reddit)),
  weather: async (services) =>
    anyTool((await import('./weather/weather.ts')).weather(services.weather)),
  memory_search: async () => anyTool((await import('./memory/memory-search.ts')).memorySearch),
  query_memory: async () => anyTool((await import('./memory/query-memory.ts')).queryMemory),
  store_memory: async () => anyTool((await import('./memory/store-memory.ts')).storeMemory),
  get_agent_memory: async () =>
    anyTool((await import('./memory/get-agent-memory.ts')).getAgentMemory),
  clear_agent_memory: async () =>
    anyTool((await import('./memory/clear-agent-memory.ts')).clearAgentMemory),
  create_decision: async () =>
    anyTool((await import('./decisions/create-decision.ts')).createDecision),
  search_decisions: async () =>
    anyTool((await import('./decisions/search-decisions.ts')).searchDecisions),
  update_decision: async () =>
    anyTool((await import('./decisions/update-decision.ts')).updateDecision),
  list_pending_decisions: async () =>
    anyTool((await import('./decisions/list-pending-decisions.ts')).listPendingDecisions),
  delete_decision: async () =>
    anyTool((await import('./decisions/delete-decision.ts')).deleteDecision),
  create_delegation: async () =>
    anyTool((await import('./delegations/create-delegation.ts')).createDelegation),
  list_delegations: async () =>
    anyTool((await import('./delegations/list-delegations.ts')).listDelegations),
  update_delegation: async () =>
    anyTool((await import('./delegations/update-delegation.ts')).updateDelegation),
  check_overdue_delegations: async () =>
    anyTool((await import('./delegations/check-overdue-delegations.ts')).checkOverdueDelegations),
  delete_delegation: async () =>
    anyTool((await import('./delegations/delete-delegation.ts')).deleteDelegation),
  create_reminder: async () =>
    anyTool((await import('./reminders/create-reminder.ts')).createReminder),
  list_reminders: async () =>
    anyTool((await import('./reminders/list-reminders.ts')).listReminders),
  search_reminders: async () =>
    anyTool((await import('./reminders/search-reminders.ts')).searchReminders),
  complete_reminder: async () =>
    anyTool((await import('./reminders/complete-reminder.ts')).completeReminder),
  send_notification: async () =>
    anyTool((await import('./notifications/send-notification.ts')).sendNotification),
  create_alert_rule: async () =>
    anyTool((await import('./alerts/create-alert-rule.ts')).createAlertRule),
  list_alert_rules: async () =>
    anyTool((await import('./alerts/list-alert-rules.ts')).listAlertRules),
  check_alerts: async () => anyTool((await import('./alerts/check-alerts.ts')).checkAlerts),
  dismiss_alert: async () => anyTool((await import('./alerts/dismiss-alert.ts')).dismissAlert),
  get_proactive_suggestions: async () =>
    anyTool((await import('./suggestions/get-proactive-suggestions.ts')).getProactiveSuggestions),
  dismiss_suggestion: async () =>
    anyTool((await import('./suggestions/dismiss-suggestion.ts')).dismissSuggestion),
  record_tool_usage: async () =>
    anyTool((await import('./skills/record-tool-usage.ts')).recordToolUsage),
  analyze_skill_patterns: async () =>
    anyTool((await import('./skills/analyze-skill-patterns.ts')).analyzeSkillPatterns),
  list_skill_suggestions: async () =>
    anyTool((await import('./skills/list-skill-suggestions.ts')).listSkillSuggestions),
  auto_create_skill: async () =>
    anyTool((await import('./skills/auto-create-skill.ts')).autoCreateSkill),
  search_documents: async () =>
    anyTool((await import('./search/search-documents.ts')).searchDocuments),
  list_inbound_events: async () =>
    anyTool((await import('./events/list-inbound-events.ts')).listInboundEvents),
  get_event_summary: async () =>
    anyTool((await import('./events/get-event-summary.ts')).getEventSummary),
  list_webhook_events: async () =>
    anyTool((await import('./webhooks/list-webhook-events.ts')).listWebhookEvents),
  get_webhook_event: async () =>
    anyTool((await import('./webhooks/get-webhook-event.ts')).getWebhookEvent),
  process_webhook_event: async () =>
    anyTool((await import('./webhooks/process-webhook-event.ts')).processWebhookEvent),
  image_gen: async (services) =>
    anyTool((await import('./images/image-gen.ts')).imageGen(services.images)),
  spawn: async () => anyTool((await import('./agents/spawn.ts')).spawn),
  subagent_control: async () =>
    anyTool((await import('./agents/subagent-control.ts')).subagentControl),
  read_result: async () => anyTool((await import('./agents/read-result.ts')).readResult),
  cron: async () => anyTool((await import('./schedule/cron.ts')).cron),
  list_scheduled_tasks: async () =>
    anyTool((await import('./schedule/list-scheduled-tasks.ts')).listScheduledTasks),
  get_scheduler_status: async () =>
    anyTool((await import('./schedule/list-scheduled-tasks.ts')).getSchedulerStatus),
  create_scheduled_task: async () =>
    anyTool((await import('./schedule/create-scheduled-task.ts')).createScheduledTask),
  update_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).updateScheduledTask),
  delete_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).deleteScheduledTask),
  run_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).runScheduledTask),
  secrets_get: async () => anyTool((await import('./secrets-get.ts')).secretsGet),
  text_transform: async () => anyTool((await import('./pure/text-transform.ts')).textTransform),
  math_eval: async () => anyTool((await import('./pure/math-eval.ts')).mathEval),
  code_format: async () => anyTool((await import('./pure/code-format.ts')).codeFormat),
  browser: async () => anyTool((await import('./browser.ts')).browser),
  github: async (services) => anyTool((await import('./github.ts')).github(services)),
  google_mail: async (services) => anyTool((await import('./google-mail.ts')).googleMail(services)),
  get_mail_messages: async (services) =>
    anyTool((await import('./mail/get-mail-messages.ts')).getMailMessages(services)),
  get_mail_message: async (services) =>
    anyTool((await import('./mail/get-mail-message.ts')).getMailMessage(services)),
  search_mail: async (services) =>
    anyTool((await import('./mail/search-mail.ts')).searchMail(services)),
  get_unread_count: async (services) =>
    anyTool((await import('./mail/get-unread-count.ts')).getUnreadCount(services)),
  send_email: async (services) =>
    anyTool((await import('./mail/send-email.ts')).sendEmail(services)),
  mark_mail_read: async (services) =>
    anyTool((await import('./mail/mark-mail.ts')).markMailRead(services)),
  mark_mail_flagged: async (services) =>
    anyTool((await import('./mail/mark-mail.ts')).markMailFlagged(services)),
  move_mail_message: async (services) =>
    anyTool((await import('./mail/move-mail-message.ts')).moveMailMessage(services)),
  google_calendar: async (services) =>
    anyTool((await import('./google-calendar.ts')).googleCalendar(services)),
  get_calendar_events: async (services) =>
    anyTool((await import('./calendar/get-calendar-events.ts')).getCalendarEvents(services)),
  search_calendar_events: async (services) =>
    anyTool((await import('./calendar/search-calendar-events.ts')).searchCalendarEvents(services)),
  find_my_open_slots: async (services) =>
    anyTool((await import('./calendar/find-my-open-slots.ts')).findMyOpenSlots(services)),
  find_group_availability: async (services) =>
    anyTool(
      (await import('./calendar/find-group-availability.ts')).findGroupAvailability(services),
    ),
  todoist: async (services) => anyTool((await import('./todoist.ts')).todoist(services)),
  media: async (services) => anyTool((await import('./media.ts')).media(services)),
  obsidian: async (services) => (await import('./obsidian.ts')).anyNotes(services),
}
