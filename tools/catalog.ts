// The built-in tools, by hand. Data, not a barrel: what is not in this list does not exist.
import type { z } from 'zod'
import type { AnyTool, Tool } from '../contract/call/tool.ts'
import type { Need } from '../contract/call/touch.ts'
import { Services } from '../contract/policy/config/services.ts'
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
import { obsidian } from './obsidian.ts'
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

// A list forgets each tool's own argument type. That is safe because arguments reach a tool only
// through its own schema.
const any = <S extends z.ZodType, N extends Need>(tool: Tool<S, N>): AnyTool =>
  tool as unknown as AnyTool

/** Two tools in one name: by the program, or in the folder of the vault. */
const anyNotes = (services: Services): AnyTool => obsidian(services) as unknown as AnyTool

/** The built-in tools, each with its service as it is set up. */
export const toolsFor = (services: Services): readonly AnyTool[] => [
  any(readFile),
  any(listDir),
  any(searchFiles),
  any(findFiles),
  any(writeFile),
  any(editFile),
  any(exec),
  any(tmux),
  any(webSearch(services.webSearch)),
  any(webFetch),
  any(http),
  any(reddit(services.reddit)),
  any(weather(services.weather)),
  any(memorySearch),
  any(queryMemory),
  any(storeMemory),
  any(getAgentMemory),
  any(clearAgentMemory),
  any(createDecision),
  any(searchDecisions),
  any(updateDecision),
  any(listPendingDecisions),
  any(deleteDecision),
  any(createDelegation),
  any(listDelegations),
  any(updateDelegation),
  any(checkOverdueDelegations),
  any(deleteDelegation),
  any(createReminder),
  any(listReminders),
  any(searchReminders),
  any(completeReminder),
  any(sendNotification),
  any(createAlertRule),
  any(listAlertRules),
  any(checkAlerts),
  any(dismissAlert),
  any(getProactiveSuggestions),
  any(dismissSuggestion),
  any(recordToolUsage),
  any(analyzeSkillPatterns),
  any(listSkillSuggestions),
  any(autoCreateSkill),
  any(searchDocuments),
  any(listInboundEvents),
  any(getEventSummary),
  any(listWebhookEvents),
  any(getWebhookEvent),
  any(processWebhookEvent),
  any(imageGen(services.images)),
  any(spawn),
  any(subagentControl),
  any(readResult),
  any(cron),
  any(listScheduledTasks),
  any(getSchedulerStatus),
  any(createScheduledTask),
  any(updateScheduledTask),
  any(deleteScheduledTask),
  any(runScheduledTask),
  any(secretsGet),
  any(textTransform),
  any(mathEval),
  any(codeFormat),
  any(browser),
  any(github(services)),
  any(googleMail(services)),
  any(getMailMessages(services)),
  any(getMailMessage(services)),
  any(searchMail(services)),
  any(getUnreadCount(services)),
  any(sendEmail(services)),
  any(markMailRead(services)),
  any(markMailFlagged(services)),
  any(moveMailMessage(services)),
  any(googleCalendar(services)),
  any(getCalendarEvents(services)),
  any(searchCalendarEvents(services)),
  any(findMyOpenSlots(services)),
  any(findGroupAvailability(services)),
  any(todoist(services)),
  any(media(services)),
  anyNotes(services),
]

/** As they are where nothing is set up: names, manifests and schemas. */
export const catalog = toolsFor(Services.parse({}))
