// What each argument of text is, tool by tool, and what may never pass as one. An argument that is
// not in this table fails the test: who adds one says here what it is.
import type { TextKind } from './text-kind.ts'
import { recordKinds } from '../records/record-tools.ts'

/** By the arguments’ places; items of lists have the place of their list. */
export const textKinds: Readonly<Record<string, Readonly<Record<string, TextKind>>>> = {
  read_file: { path: 'path' },
  list_dir: { path: 'path', glob: 'text' },
  search_files: { pattern: 'text', path: 'path', glob: 'text' },
  find_files: { pattern: 'text', path: 'path' },
  write_file: { path: 'path', content: 'text' },
  edit_file: {
    ...{ path: 'path', old_text: 'text', new_text: 'text' },
    ...{ 'edits.old_text': 'text', 'edits.new_text': 'text' },
  },
  exec: { command: 'command', working_dir: 'path', hosts: 'host' },
  tmux: { session_name: 'id', command: 'command', working_dir: 'path' },
  web_search: { query: 'line' },
  web_fetch: { url: 'url' },
  http: { url: 'url', 'headers.accept': 'line', credential: 'id' },
  reddit: { subreddit: 'id', query: 'line', after: 'id' },
  weather: { location: 'line' },
  ...recordKinds,
  memory_search: { query: 'text', source: 'line', text: 'text' },
  image_gen: { prompt: 'text', path: 'path' },
  spawn: { task: 'text', label: 'line', context: 'text', agent: 'id', tools: 'id' },
  subagent_control: { agent_id: 'id' },
  read_result: { call: 'id' },
  create_scheduled_task: {
    ...{ name: 'line', description: 'line', 'schedule_config.expression': 'line' },
    ...{ 'schedule_config.zone': 'id', 'schedule_config.at': 'time' },
    ...{ 'schedule_config.pattern': 'text', 'schedule_config.source': 'id' },
    ...{ 'handler_config.message': 'text', 'handler_config.agent': 'id' },
  },
  update_scheduled_task: {
    ...{ task_id: 'id', 'schedule_config.expression': 'line', 'schedule_config.zone': 'id' },
    ...{ 'schedule_config.at': 'time', 'handler_config.message': 'text' },
    ...{ 'schedule_config.pattern': 'text', 'schedule_config.source': 'id' },
    'handler_config.agent': 'id',
  },
  delete_scheduled_task: { task_id: 'id' },
  run_scheduled_task: { task_id: 'id' },
  cron: {
    ...{ job_id: 'id', name: 'line', message: 'text', cron_expr: 'line', tz: 'id' },
    ...{ at_time: 'time', expires_at: 'time', dlq_id: 'id', agent: 'id' },
    ...{ event_pattern: 'text', event_source: 'id' },
  },
  secrets_get: { name: 'id' },
  text_transform: { text: 'text', find: 'text', replacement: 'text' },
  math_eval: { expression: 'text' },
  code_format: { text: 'text' },
  browser: { url: 'url', page: 'url', element: 'id', text: 'text', javascript: 'text' },
  github: {
    ...{ owner: 'id', repo: 'id', title: 'line', body: 'text', labels: 'line' },
    ...{ path: 'remote-path', ref: 'remote-path', sha: 'id', workflow_id: 'id' },
    'inputs.level': 'text',
  },
  google_mail: {
    ...{ query: 'line', page: 'id', message_id: 'id', to: 'address', cc: 'address' },
    ...{ bcc: 'address', subject: 'line', body: 'text', 'attachments.name': 'file-name' },
    ...{ 'attachments.text': 'text', files: 'path', label_ids: 'id', remove_label_ids: 'id' },
  },
  get_calendar_events: { start_date: 'time', end_date: 'time', calendar_name: 'line' },
  search_calendar_events: { query: 'line', start_date: 'time', end_date: 'time' },
  find_my_open_slots: {
    start_date: 'time',
    end_date: 'time',
    soft_keywords: 'line',
    calendar_name: 'line',
    working_hours_start: 'time',
    working_hours_end: 'time',
  },
  find_group_availability: { participants: 'address', start_date: 'time', end_date: 'time' },
  get_mail_messages: { mailbox: 'line' },
  get_mail_message: { message_id: 'id' },
  search_mail: { query: 'line', mailbox: 'line' },
  get_unread_count: { mailbox: 'line' },
  send_email: {
    ...{ to: 'address', subject: 'line', body: 'text', cc: 'address', bcc: 'address' },
    files: 'path',
  },
  mark_mail_read: { message_id: 'id' },
  mark_mail_flagged: { message_id: 'id' },
  move_mail_message: { message_id: 'id', target_mailbox: 'line' },
  google_calendar: {
    ...{
      calendar_id: 'calendar',
      event_id: 'id',
      time_min: 'time',
      time_max: 'time',
      page: 'line',
    },
    ...{ summary: 'line', description: 'text', location: 'line', start: 'time', end: 'time' },
    ...{ timezone: 'line', attendees: 'address' },
  },
  todoist: {
    ...{ task_id: 'id', project_id: 'id', content: 'line', description: 'text', filter: 'line' },
    ...{ due_string: 'line', labels: 'line', comment_content: 'text', cursor: 'line' },
  },
  media: { query: 'line', title: 'line', root_folder: 'line', filter: 'line' },
  obsidian: {
    ...{ path: 'remote-path', new_path: 'remote-path', folder: 'remote-path', content: 'text' },
    query: 'line',
    ...{ 'frontmatter.type': 'line', 'frontmatter.tags': 'line', 'frontmatter.link': 'line' },
    ...{ 'frontmatter.status': 'line', 'frontmatter.parent': 'line' },
  },
}

const leadsElsewhere = ['../x', '..', 'a/../b', '/a', 'a?x=1', 'a b', '%2e%2e', '']
const brokenLines = ['a\nb', 'a\r\nBcc: eve@example.org', 'a\0b', 'a\u2028b', '\u001b[2J']

/** Refused by the input, whatever else it says. */
export const refused: Readonly<Record<TextKind, readonly string[]>> = {
  text: [],
  command: [],
  path: [],
  line: brokenLines,
  id: [...brokenLines, ...leadsElsewhere, 'a#b'],
  calendar: [...brokenLines, ...leadsElsewhere],
  address: [
    ...[...brokenLines, '', 'ada', 'ada@', '@example.org', 'ada@example.org\nBcc: eve@example.org'],
    ...[
      'a@example.org, b@example.org',
      'a@example.org;b@example.org',
      'a@example.org b@example.org',
    ],
    ...['Ada <ada@example.org>', '"a@example.org, x" <b@example.org>', 'a@b@example.org'],
  ],
  'remote-path': [...brokenLines, '../x', 'a/../b.md', '/etc/passwd', 'a.md?x=1', 'a.md#b', ''],
  url: [
    ...['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.org/'],
    ...['https://ada:pass@example.org/', 'https://', 'example.org', '', '//example.org/'],
  ],
  host: [...brokenLines, '', 'a b', 'example.org/../x', 'example.org?x=1', 'ada@example.org'],
  time: [...brokenLines, '', 'tomorrow', '2026-13-01T00:00:00Z', '2026-11-24T25:00:00Z', '0'],
  'file-name': [...brokenLines, '', '.', '..', '../x', 'a/b', 'a\\b', '.bashrc', 'a"; x="b'],
}

/** Taken perhaps; then they reach just what a harmless value reaches. */
export const hostile = ['x&y=1', '../../x?z=1#w', 'x%2f..%2f', "'; DROP TABLE x", '${HOME}`id`']
