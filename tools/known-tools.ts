// Written by: vitest run test/arch -u
import type { KnownTool } from '../contract/call/manifest.ts'

const rows = `
read_file fs.read fs R1 inside
list_dir fs.list fs R1 inside
search_files fs.search fs R1 inside
find_files fs.find fs R1 inside
write_file fs.write fs R2 inside
edit_file fs.edit fs R2 inside
exec system.run system R3 inside
tmux system.terminal system R3 inside list:reads:R1 read:reads:R1 create:changes:R3 send:changes:R3 kill:changes:R2
web_search web.search network R1 outbound
web_fetch web.fetch network R1 outbound
http http.request network R3 outbound
reddit reddit.read network R1 outbound hot:reads new:reads top:reads search:reads
weather weather.read network R1 outbound current:reads forecast:reads
memory_search memory.search memory R1 inside search:reads explain_last:reads list_sources:reads add:changes:R2 delete:changes:R3
query_memory memory.query memory R1 inside
store_memory memory.store memory R2 inside
get_agent_memory memory.own memory R1 inside
clear_agent_memory memory.clear-own memory R3 inside
create_decision decisions.create memory R2 inside
search_decisions decisions.search memory R1 inside
update_decision decisions.update memory R2 inside
list_pending_decisions decisions.pending memory R1 inside
delete_decision decisions.delete memory R3 inside
create_delegation delegations.create memory R2 inside
list_delegations delegations.list memory R1 inside
update_delegation delegations.update memory R2 inside
check_overdue_delegations delegations.overdue memory R1 inside
delete_delegation delegations.delete memory R3 inside
create_reminder reminders.create schedule R2 inside
list_reminders reminders.list schedule R1 inside
search_reminders reminders.search schedule R1 inside
complete_reminder reminders.complete schedule R2 inside
send_notification notifications.send comms R2 inside
create_alert_rule alerts.create schedule R2 inside
list_alert_rules alerts.list schedule R1 inside
check_alerts alerts.check schedule R1 inside
dismiss_alert alerts.dismiss schedule R2 inside
get_proactive_suggestions suggestions.list memory R1 inside
dismiss_suggestion suggestions.dismiss memory R2 inside
record_tool_usage skills.record memory R2 inside
analyze_skill_patterns skills.analyze memory R2 inside
list_skill_suggestions skills.list memory R1 inside
auto_create_skill skills.create agents R2 inside
search_documents documents.search fs R1 inside
list_inbound_events events.list comms R1 inside
get_event_summary events.summary comms R1 inside
list_webhook_events webhooks.list comms R1 inside
get_webhook_event webhooks.get comms R1 inside
process_webhook_event webhooks.process comms R2 inside
image_gen image.generate network R3 outbound
spawn agents.spawn agents R2 inside
subagent_control agents.control agents R2 inside list:reads:R0 result:reads:R0 cancel:changes
read_result run.result agents R0 inside
cron schedule.jobs schedule R1 outbound list:reads get:reads history:reads dlq_list:reads add:changes:R3 update:changes:R3 resume:changes:R3 remove:changes:R3 run:changes:R3 dlq_replay:changes:R3 dlq_clear:changes:R3 pause:changes:R2
list_scheduled_tasks schedule.list schedule R1 inside
get_scheduler_status schedule.status schedule R1 inside
create_scheduled_task schedule.create schedule R3 outbound
update_scheduled_task schedule.update schedule R3 outbound
delete_scheduled_task schedule.delete schedule R3 outbound
run_scheduled_task schedule.run schedule R3 outbound
secrets_get secrets.get secrets R3 inside
text_transform text.transform text R0 inside
math_eval math.eval text R0 inside
code_format code.format text R0 inside
browser browser.use browser R1 outbound snapshot:reads get:reads open:changes:R2 navigate:changes:R2 screenshot:changes:R2 scroll:changes:R2 wait:changes:R2 close:changes:R2 click:changes:R3 type:changes:R3 fill:changes:R3 eval:changes:R3
github github.use comms R1 outbound list_issues:reads get_issue:reads list_prs:reads get_pr:reads get_pr_files:reads get_file_content:reads get_workflow_runs:reads notifications:reads create_issue:changes:R3 close_issue:changes:R3 reopen_issue:changes:R3 comment_issue:changes:R3 create_pr_review:changes:R3 close_pr:changes:R3 merge_pr:changes:R3 trigger_workflow:changes:R3
google_mail mail.google comms R1 outbound search:reads read:reads attachment:reads list_labels:reads send:changes:R3 reply:changes:R3 label:changes:R3 trash:changes:R3
get_mail_messages mail.list comms R1 outbound
get_mail_message mail.read comms R1 outbound
search_mail mail.search comms R1 outbound
get_unread_count mail.unread comms R1 outbound
send_email mail.send comms R3 outbound
mark_mail_read mail.mark-read comms R3 outbound
mark_mail_flagged mail.flag comms R3 outbound
move_mail_message mail.move comms R3 outbound
google_calendar calendar.google comms R1 outbound list_events:reads get_event:reads list_calendars:reads create_event:changes:R3 update_event:changes:R3 delete_event:changes:R3 rsvp:changes:R3
get_calendar_events calendar.events comms R1 outbound
search_calendar_events calendar.search comms R1 outbound
find_my_open_slots calendar.open-slots comms R1 outbound
find_group_availability calendar.group-availability comms R1 outbound
todoist todoist.use comms R1 outbound list_tasks:reads get_task:reads list_comments:reads list_projects:reads create_task:changes:R3 update_task:changes:R3 complete_task:changes:R3 delete_task:changes:R3 add_comment:changes:R3
media media.use comms R1 outbound search_movie:reads get_movie:reads list_movies:reads search_series:reads get_series:reads list_series:reads profiles:reads root_folders:reads add_movie:changes:R3 add_series:changes:R3
obsidian obsidian.use comms R1 outbound read:reads search:reads list:reads write:changes:R3 append:changes:R3 rename:changes:R3 delete:changes:R3
`

/** What the check of a configuration asks of each built-in tool. */
export const knownTools: readonly KnownTool[] = rows
  .trim()
  .split('\n')
  .map((row) => {
    const [name = '', id = '', category, riskTier, reach, ...actions] = row.split(' ')
    return {
      name,
      id,
      category: category as KnownTool['category'],
      riskTier: riskTier as KnownTool['riskTier'],
      networkOutbound: reach === 'outbound',
      actions: actions.map(actionOf),
    }
  })

function actionOf(written: string): KnownTool['actions'][number] {
  const [name = '', reads, riskTier] = written.split(':')
  return {
    name,
    readOnly: reads === 'reads',
    ...(riskTier === undefined ? {} : { riskTier: riskTier as KnownTool['riskTier'] }),
  }
}
