// The built-in tools that are the same whatever services are set, each read without all the others, whose
// schemas take longer to make than the rest of a question about one.
import type { AnyTool } from '../contract/call/tool.ts'
import { anyTool } from './any-tool.ts'

export const toolLoaders: Readonly<Record<string, () => Promise<AnyTool>>> = {
  analyze_skill_patterns: async () =>
    anyTool((await import('./skills/analyze-skill-patterns.ts')).analyzeSkillPatterns),
  auto_create_skill: async () =>
    anyTool((await import('./skills/auto-create-skill.ts')).autoCreateSkill),
  browser: async () => anyTool((await import('./browser.ts')).browser),
  check_alerts: async () => anyTool((await import('./alerts/check-alerts.ts')).checkAlerts),
  check_overdue_delegations: async () =>
    anyTool((await import('./delegations/check-overdue-delegations.ts')).checkOverdueDelegations),
  clear_agent_memory: async () =>
    anyTool((await import('./memory/clear-agent-memory.ts')).clearAgentMemory),
  code_format: async () => anyTool((await import('./pure/code-format.ts')).codeFormat),
  complete_reminder: async () =>
    anyTool((await import('./reminders/complete-reminder.ts')).completeReminder),
  create_alert_rule: async () =>
    anyTool((await import('./alerts/create-alert-rule.ts')).createAlertRule),
  create_decision: async () =>
    anyTool((await import('./decisions/create-decision.ts')).createDecision),
  create_delegation: async () =>
    anyTool((await import('./delegations/create-delegation.ts')).createDelegation),
  create_reminder: async () =>
    anyTool((await import('./reminders/create-reminder.ts')).createReminder),
  create_scheduled_task: async () =>
    anyTool((await import('./schedule/create-scheduled-task.ts')).createScheduledTask),
  cron: async () => anyTool((await import('./schedule/cron.ts')).cron),
  delete_decision: async () =>
    anyTool((await import('./decisions/delete-decision.ts')).deleteDecision),
  delete_delegation: async () =>
    anyTool((await import('./delegations/delete-delegation.ts')).deleteDelegation),
  delete_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).deleteScheduledTask),
  dismiss_alert: async () => anyTool((await import('./alerts/dismiss-alert.ts')).dismissAlert),
  dismiss_suggestion: async () =>
    anyTool((await import('./suggestions/dismiss-suggestion.ts')).dismissSuggestion),
  edit_file: async () => anyTool((await import('./files/edit-file.ts')).editFile),
  exec: async () => anyTool((await import('./exec.ts')).exec),
  find_files: async () => anyTool((await import('./search/find-files.ts')).findFiles),
  get_agent_memory: async () =>
    anyTool((await import('./memory/get-agent-memory.ts')).getAgentMemory),
  get_event_summary: async () =>
    anyTool((await import('./events/get-event-summary.ts')).getEventSummary),
  get_proactive_suggestions: async () =>
    anyTool((await import('./suggestions/get-proactive-suggestions.ts')).getProactiveSuggestions),
  get_scheduler_status: async () =>
    anyTool((await import('./schedule/list-scheduled-tasks.ts')).getSchedulerStatus),
  get_webhook_event: async () =>
    anyTool((await import('./webhooks/get-webhook-event.ts')).getWebhookEvent),
  http: async () => anyTool((await import('./web/http.ts')).http),
  list_alert_rules: async () =>
    anyTool((await import('./alerts/list-alert-rules.ts')).listAlertRules),
  list_delegations: async () =>
    anyTool((await import('./delegations/list-delegations.ts')).listDelegations),
  list_dir: async () => anyTool((await import('./files/list-dir.ts')).listDir),
  list_inbound_events: async () =>
    anyTool((await import('./events/list-inbound-events.ts')).listInboundEvents),
  list_pending_decisions: async () =>
    anyTool((await import('./decisions/list-pending-decisions.ts')).listPendingDecisions),
  list_reminders: async () =>
    anyTool((await import('./reminders/list-reminders.ts')).listReminders),
  list_scheduled_tasks: async () =>
    anyTool((await import('./schedule/list-scheduled-tasks.ts')).listScheduledTasks),
  list_skill_suggestions: async () =>
    anyTool((await import('./skills/list-skill-suggestions.ts')).listSkillSuggestions),
  list_webhook_events: async () =>
    anyTool((await import('./webhooks/list-webhook-events.ts')).listWebhookEvents),
  math_eval: async () => anyTool((await import('./pure/math-eval.ts')).mathEval),
  memory_search: async () => anyTool((await import('./memory/memory-search.ts')).memorySearch),
  process_webhook_event: async () =>
    anyTool((await import('./webhooks/process-webhook-event.ts')).processWebhookEvent),
  query_memory: async () => anyTool((await import('./memory/query-memory.ts')).queryMemory),
  read_file: async () => anyTool((await import('./files/read-file.ts')).readFile),
  read_result: async () => anyTool((await import('./agents/read-result.ts')).readResult),
  record_tool_usage: async () =>
    anyTool((await import('./skills/record-tool-usage.ts')).recordToolUsage),
  run_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).runScheduledTask),
  search_decisions: async () =>
    anyTool((await import('./decisions/search-decisions.ts')).searchDecisions),
  search_documents: async () =>
    anyTool((await import('./search/search-documents.ts')).searchDocuments),
  search_files: async () => anyTool((await import('./search/search-files.ts')).searchFiles),
  search_reminders: async () =>
    anyTool((await import('./reminders/search-reminders.ts')).searchReminders),
  secrets_get: async () => anyTool((await import('./secrets-get.ts')).secretsGet),
  send_notification: async () =>
    anyTool((await import('./notifications/send-notification.ts')).sendNotification),
  spawn: async () => anyTool((await import('./agents/spawn.ts')).spawn),
  store_memory: async () => anyTool((await import('./memory/store-memory.ts')).storeMemory),
  subagent_control: async () =>
    anyTool((await import('./agents/subagent-control.ts')).subagentControl),
  text_transform: async () => anyTool((await import('./pure/text-transform.ts')).textTransform),
  tmux: async () => anyTool((await import('./tmux.ts')).tmux),
  update_decision: async () =>
    anyTool((await import('./decisions/update-decision.ts')).updateDecision),
  update_delegation: async () =>
    anyTool((await import('./delegations/update-delegation.ts')).updateDelegation),
  update_scheduled_task: async () =>
    anyTool((await import('./schedule/change-scheduled-task.ts')).updateScheduledTask),
  web_fetch: async () => anyTool((await import('./web/web-fetch.ts')).webFetch),
  write_file: async () => anyTool((await import('./files/write-file.ts')).writeFile),
}
