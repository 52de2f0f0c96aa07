// The built-in tools, by hand. Data, not a barrel: what is not in this list does not exist.
import type { AnyTool } from '../contract/call/tool.ts'
import { Services } from '../contract/policy/config/services.ts'
import { anyTool } from './any-tool.ts'
import { browser } from './browser.ts'
import { codeFormat } from './pure/code-format.ts'
import {
  deleteScheduledTask,
  runScheduledTask,
  updateScheduledTask,
} from './schedule/change-scheduled-task.ts'
import { createScheduledTask } from './schedule/create-scheduled-task.ts'
import { cron } from './schedule/cron.ts'
import { getSchedulerStatus, listScheduledTasks } from './schedule/list-scheduled-tasks.ts'
import { editFile } from './files/edit-file.ts'
import { exec } from './exec.ts'
import { findGroupAvailability } from './calendar/find-group-availability.ts'
import { findMyOpenSlots } from './calendar/find-my-open-slots.ts'
import { getCalendarEvents } from './calendar/get-calendar-events.ts'
import { searchCalendarEvents } from './calendar/search-calendar-events.ts'
import { findFiles } from './search/find-files.ts'
import { github } from './github.ts'
import { googleCalendar } from './google-calendar.ts'
import { googleMail } from './google-mail.ts'
import { getMailMessage } from './mail/get-mail-message.ts'
import { getMailMessages } from './mail/get-mail-messages.ts'
import { getUnreadCount } from './mail/get-unread-count.ts'
import { markMailFlagged, markMailRead } from './mail/mark-mail.ts'
import { moveMailMessage } from './mail/move-mail-message.ts'
import { searchMail } from './mail/search-mail.ts'
import { sendEmail } from './mail/send-email.ts'
import { http } from './web/http.ts'
import { imageGen } from './images/image-gen.ts'
import { listDir } from './files/list-dir.ts'
import { mathEval } from './pure/math-eval.ts'
import { media } from './media.ts'
import { anyNotes } from './obsidian.ts'
import { memorySearch } from './memory/memory-search.ts'
import { readFile } from './files/read-file.ts'
import { readResult } from './agents/read-result.ts'
import { reddit } from './reddit.ts'
import { searchFiles } from './search/search-files.ts'
import { secretsGet } from './secrets-get.ts'
import { spawn } from './agents/spawn.ts'
import { subagentControl } from './agents/subagent-control.ts'
import { textTransform } from './pure/text-transform.ts'
import { tmux } from './tmux.ts'
import { todoist } from './todoist.ts'
import { weather } from './weather/weather.ts'
import { webFetch } from './web/web-fetch.ts'
import { webSearch } from './web-search/web-search.ts'
import { writeFile } from './files/write-file.ts'
import { queryMemory } from './memory/query-memory.ts'
import { storeMemory } from './memory/store-memory.ts'
import { getAgentMemory } from './memory/get-agent-memory.ts'
import { clearAgentMemory } from './memory/clear-agent-memory.ts'
import { createDecision } from './decisions/create-decision.ts'
import { searchDecisions } from './decisions/search-decisions.ts'
import { updateDecision } from './decisions/update-decision.ts'
import { listPendingDecisions } from './decisions/list-pending-decisions.ts'
import { deleteDecision } from './decisions/delete-decision.ts'
import { createDelegation } from './delegations/create-delegation.ts'
import { listDelegations } from './delegations/list-delegations.ts'
import { updateDelegation } from './delegations/update-delegation.ts'
import { checkOverdueDelegations } from './delegations/check-overdue-delegations.ts'
import { deleteDelegation } from './delegations/delete-delegation.ts'
import { createReminder } from './reminders/create-reminder.ts'
import { listReminders } from './reminders/list-reminders.ts'
import { searchReminders } from './reminders/search-reminders.ts'
import { completeReminder } from './reminders/complete-reminder.ts'
import { sendNotification } from './notifications/send-notification.ts'
import { createAlertRule } from './alerts/create-alert-rule.ts'
import { listAlertRules } from './alerts/list-alert-rules.ts'
import { checkAlerts } from './alerts/check-alerts.ts'
import { dismissAlert } from './alerts/dismiss-alert.ts'
import { getProactiveSuggestions } from './suggestions/get-proactive-suggestions.ts'
import { dismissSuggestion } from './suggestions/dismiss-suggestion.ts'
import { recordToolUsage } from './skills/record-tool-usage.ts'
import { autoCreateSkill } from './skills/auto-create-skill.ts'
import { analyzeSkillPatterns } from './skills/analyze-skill-patterns.ts'
import { listSkillSuggestions } from './skills/list-skill-suggestions.ts'
import { searchDocuments } from './search/search-documents.ts'
import { listInboundEvents } from './events/list-inbound-events.ts'
import { getEventSummary } from './events/get-event-summary.ts'
import { listWebhookEvents } from './webhooks/list-webhook-events.ts'
import { getWebhookEvent } from './webhooks/get-webhook-event.ts'
import { processWebhookEvent } from './webhooks/process-webhook-event.ts'

const makeTools = (services: Services): readonly AnyTool[] => [
  anyTool(readFile),
  anyTool(listDir),
  anyTool(searchFiles),
  anyTool(findFiles),
  anyTool(writeFile),
  anyTool(editFile),
  anyTool(exec),
  anyTool(tmux),
  anyTool(webSearch(services.webSearch)),
  anyTool(webFetch),
  anyTool(http),
  anyTool(reddit(services.reddit)),
  anyTool(weather(services.weather)),
  anyTool(memorySearch),
  anyTool(queryMemory),
  anyTool(storeMemory),
  anyTool(getAgentMemory),
  anyTool(clearAgentMemory),
  anyTool(createDecision),
  anyTool(searchDecisions),
  anyTool(updateDecision),
  anyTool(listPendingDecisions),
  anyTool(deleteDecision),
  anyTool(createDelegation),
  anyTool(listDelegations),
  anyTool(updateDelegation),
  anyTool(checkOverdueDelegations),
  anyTool(deleteDelegation),
  anyTool(createReminder),
  anyTool(listReminders),
  anyTool(searchReminders),
  anyTool(completeReminder),
  anyTool(sendNotification),
  anyTool(createAlertRule),
  anyTool(listAlertRules),
  anyTool(checkAlerts),
  anyTool(dismissAlert),
  anyTool(getProactiveSuggestions),
  anyTool(dismissSuggestion),
  anyTool(recordToolUsage),
  anyTool(analyzeSkillPatterns),
  anyTool(listSkillSuggestions),
  anyTool(autoCreateSkill),
  anyTool(searchDocuments),
  anyTool(listInboundEvents),
  anyTool(getEventSummary),
  anyTool(listWebhookEvents),
  anyTool(getWebhookEvent),
  anyTool(processWebhookEvent),
  anyTool(imageGen(services.images)),
  anyTool(spawn),
  anyTool(subagentControl),
  anyTool(readResult),
  anyTool(cron),
  anyTool(listScheduledTasks),
  anyTool(getSchedulerStatus),
  anyTool(createScheduledTask),
  anyTool(updateScheduledTask),
  anyTool(deleteScheduledTask),
  anyTool(runScheduledTask),
  anyTool(secretsGet),
  anyTool(textTransform),
  anyTool(mathEval),
  anyTool(codeFormat),
  anyTool(browser),
  anyTool(github(services)),
  anyTool(googleMail(services)),
  anyTool(getMailMessages(services)),
  anyTool(getMailMessage(services)),
  anyTool(searchMail(services)),
  anyTool(getUnreadCount(services)),
  anyTool(sendEmail(services)),
  anyTool(markMailRead(services)),
  anyTool(markMailFlagged(services)),
  anyTool(moveMailMessage(services)),
  anyTool(googleCalendar(services)),
  anyTool(getCalendarEvents(services)),
  anyTool(searchCalendarEvents(services)),
  anyTool(findMyOpenSlots(services)),
  anyTool(findGroupAvailability(services)),
  anyTool(todoist(services)),
  anyTool(media(services)),
  anyNotes(services),
]

const nothingSetUp = Services.parse({})

/** As they are where nothing is set up: names, manifests and schemas. */
export const catalog = makeTools(nothingSetUp)

/** The built-in tools, each with its service as it is set up. Most homes set up none, and each start asks. */
export const toolsFor = (services: Services): readonly AnyTool[] =>
  JSON.stringify(services) === JSON.stringify(nothingSetUp) ? catalog : makeTools(services)
