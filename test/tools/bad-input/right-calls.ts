// For each built-in tool calls that its input takes. Each argument of a tool is in at least one of
// them: the tests of bad input spoil one argument of one call at a time.
import { recordCalls } from '../records/record-tools.ts'

export type Args = Readonly<Record<string, unknown>>

const repository = { owner: 'ada', repo: 'engine' }
const mail = { to: ['ada@example.org'], subject: 'Hello', body: 'Tuesday.' }
const page = 'https://shop.example/'
const event = {
  summary: 'Talk',
  start: '2026-11-24T14:00:00Z',
  end: '2026-11-24T15:00:00Z',
}
const adding = { title: 'The Matrix', quality_profile_id: 4, root_folder: '/films' }
const job = { action: 'add', message: 'Look.' }

export const rightCalls: Readonly<Record<string, readonly Args[]>> = {
  read_file: [{ path: 'a.txt', offset: 2, limit: 10 }],
  list_dir: [{ path: 'src', depth: 2, glob: '*.ts', ignore_files: true, hidden: false }],
  search_files: [
    {
      ...{ pattern: 'a', path: 'src', literal: true, ignore_case: true, glob: '*.ts', context: 1 },
      ...{ hidden: true, ignored: true, max_results: 5 },
    },
  ],
  find_files: [
    { pattern: '*.ts', path: 'src', type: 'file', hidden: true, ignored: true, max_results: 5 },
  ],
  write_file: [{ path: 'a.txt', content: 'x' }],
  edit_file: [
    { path: 'a.txt', old_text: 'x', new_text: 'y', matching: 'exact', dry_run: true },
    { path: 'a.txt', edits: [{ old_text: 'x', new_text: 'y' }] },
  ],
  exec: [{ command: 'ls', working_dir: 'src', hosts: ['example.org'], timeout_seconds: 5 }],
  tmux: [
    { action: 'list' },
    { action: 'read', session_name: 'dev', lines: 5 },
    { action: 'create', session_name: 'dev', command: 'ls', working_dir: 'src', wait_seconds: 1 },
    { action: 'send', session_name: 'dev', command: 'ls', enter: true },
    { action: 'send', session_name: 'dev', keys: ['C-c'] },
    { action: 'kill', session_name: 'dev' },
  ],
  web_search: [{ query: 'x', count: 3, page: 2 }],
  web_fetch: [{ url: page, extractMode: 'text', maxChars: 500, offset: 1 }],
  http: [
    {
      ...{ url: page, method: 'POST', headers: { accept: 'text/plain' }, body: 'x' },
      ...{ credential: 'forge', timeout_secs: 5 },
    },
  ],
  reddit: [
    { action: 'search', subreddit: 'news', query: 'x', time: 'day', limit: 3, after: 't3_a1' },
  ],
  weather: [{ action: 'forecast', location: 'Berlin', units: 'metric', days: 2 }],
  ...recordCalls,
  memory_search: [
    { action: 'search', query: 'x', source: 'notes', limit: 3 },
    { action: 'explain_last' },
    { action: 'list_sources' },
    { action: 'add', text: 'x' },
    { action: 'delete', id: 1 },
  ],
  image_gen: [
    {
      ...{ prompt: 'x', path: 'media/a.png', size: '1024x1024', aspect_ratio: '1:1' },
      quality: 'low',
    },
  ],
  spawn: [
    { task: 'x', label: 'x', context: 'x' },
    {
      ...{ task: 'x', agent: 'research', tools: ['read_file', 'github.get_issue'] },
      ...{ may_delegate: true, timeout_secs: 60, max_turns: 5 },
    },
  ],
  subagent_control: [
    { action: 'list' },
    { action: 'result', agent_id: 'agent_0123456789', wait_secs: 10, offset: 5 },
    { action: 'cancel', agent_id: 'agent_0123456789' },
  ],
  read_result: [{ call: 'call_00000001', offset: 5, limit: 10 }],
  list_scheduled_tasks: [{ enabled_only: true, page: 1 }],
  get_scheduler_status: [{}],
  create_scheduled_task: [
    {
      ...{ name: 'Tea', schedule_type: 'cron', enabled: true, description: 'Each morning.' },
      schedule_config: { expression: '0 9 * * *', zone: 'Europe/Rome' },
      ...{ handler_type: 'agent', handler_config: { message: 'Make tea.', agent: 'main' } },
    },
    {
      ...{ name: 'Tea', schedule_type: 'interval', schedule_config: { seconds: 60 } },
      ...{ cooldown_secs: 300, max_concurrent: 2 },
      ...{ handler_type: 'message', handler_config: { message: 'Tea.' } },
    },
    {
      ...{ name: 'Tea', schedule_type: 'once', handler_type: 'message' },
      schedule_config: { at: '2026-12-24T09:00:00+01:00' },
      handler_config: { message: 'Tea.' },
    },
    {
      ...{ name: 'Tea', schedule_type: 'event', handler_type: 'message' },
      schedule_config: { pattern: 'tea|coffee', source: 'kitchen' },
      handler_config: { message: 'Tea.' },
    },
  ],
  update_scheduled_task: [
    {
      ...{ task_id: 'job_0123456789', enabled: false, schedule_type: 'cron' },
      ...{ cooldown_secs: 300, max_concurrent: 2 },
      schedule_config: { expression: '0 9 * * *', zone: 'Europe/Rome' },
      handler_config: { message: 'Make tea.', agent: 'main' },
    },
    {
      task_id: 'job_0123456789',
      schedule_type: 'once',
      schedule_config: { at: '2026-12-24T09:00:00+01:00' },
    },
    {
      task_id: 'job_0123456789',
      schedule_type: 'event',
      schedule_config: { pattern: 'tea|coffee', source: 'kitchen' },
    },
    { task_id: 'job_0123456789', schedule_type: 'interval', schedule_config: { seconds: 60 } },
  ],
  delete_scheduled_task: [{ task_id: 'job_0123456789' }],
  run_scheduled_task: [{ task_id: 'job_0123456789' }],
  cron: [
    { action: 'list', page: 1 },
    { action: 'get', job_id: 'job_0123456789' },
    { action: 'dlq_list', dlq_status: 'queued', page: 1 },
    {
      ...{ ...job, name: 'Morning', type: 'echo', cron_expr: '0 9 * * *', tz: 'Europe/Rome' },
      ...{ expires_at: '2026-12-24T09:00:00+01:00', max_runs: 3, cooldown_secs: 60 },
      ...{ max_concurrent: 1, catch_up: 'once' },
    },
    { ...job, delay_seconds: 5, agent: 'main' },
    { ...job, event_pattern: 'tea|coffee', event_source: 'kitchen' },
    { action: 'history', job_id: 'job_0123456789', page: 1 },
    { action: 'run', job_id: 'job_0123456789' },
    { action: 'dlq_replay', dlq_id: 'dl_0123456789' },
    { ...job, every_seconds: 60 },
    { ...job, at_time: '2026-12-24T09:00:00+01:00' },
    { action: 'update', job_id: 'job_0123456789', message: 'Other.' },
    { action: 'remove', job_id: 'job_0123456789' },
    { action: 'pause', job_id: 'job_0123456789' },
    { action: 'resume', job_id: 'job_0123456789' },
    { action: 'dlq_clear' },
  ],
  secrets_get: [{ name: 'forge' }],
  text_transform: [{ operation: 'replace', text: 'a', find: 'a', replacement: 'b' }],
  math_eval: [{ expression: '1 + 1' }],
  code_format: [{ language: 'json', text: '{}', indent: 2 }],
  browser: [
    { action: 'snapshot' },
    { action: 'get', what: 'text', element: 'e1' },
    { action: 'open', url: page },
    { action: 'navigate', page, to: 'back' },
    { action: 'screenshot' },
    { action: 'scroll', direction: 'down', pixels: 10 },
    { action: 'wait', ms: 10 },
    { action: 'close' },
    { action: 'click', page, element: 'e1' },
    { action: 'type', page, element: 'e1', text: 'x', enter: true },
    { action: 'fill', page, element: 'e1', text: 'x' },
    { action: 'eval', page, javascript: '1' },
  ],
  github: [
    { action: 'list_issues', ...repository, state: 'open', page: 1, per_page: 5 },
    { action: 'get_issue', ...repository, number: 1 },
    { action: 'list_prs', ...repository },
    { action: 'get_pr', ...repository, number: 1 },
    { action: 'get_pr_files', ...repository, number: 1 },
    { action: 'get_file_content', ...repository, path: 'src/a.ts', ref: 'main', offset: 1 },
    { action: 'get_workflow_runs', ...repository, workflow_id: 'ci.yml' },
    { action: 'notifications' },
    { action: 'create_issue', ...repository, title: 'x', body: 'x', labels: ['bug'] },
    { action: 'close_issue', ...repository, number: 1 },
    { action: 'reopen_issue', ...repository, number: 1 },
    { action: 'comment_issue', ...repository, number: 1, body: 'x' },
    { action: 'create_pr_review', ...repository, number: 1, event: 'COMMENT', body: 'x' },
    { action: 'close_pr', ...repository, number: 1 },
    {
      ...{ action: 'merge_pr', ...repository, number: 1, merge_method: 'squash' },
      sha: '0123456789abcdef0123456789abcdef01234567',
    },
    {
      ...{ action: 'trigger_workflow', ...repository, workflow_id: 'ci.yml', ref: 'main' },
      inputs: { level: 'all' },
    },
  ],
  google_mail: [
    { action: 'search', query: 'x', max_results: 5, page: 'p2' },
    { action: 'read', message_id: 'm1' },
    { action: 'attachment', message_id: 'm1', attachment: 1 },
    { action: 'list_labels' },
    {
      ...{ action: 'send', ...mail, cc: ['bob@example.org'], bcc: ['eve@example.org'] },
      attachments: [{ name: 'plan.txt', text: 'x' }],
      files: ['reports/plan.pdf'],
    },
    { action: 'reply', message_id: 'm1', ...mail },
    { action: 'label', message_id: 'm1', label_ids: ['A'], remove_label_ids: ['B'] },
    { action: 'trash', message_id: 'm1' },
  ],
  get_calendar_events: [
    {
      start_date: '2026-11-24',
      end_date: '2026-11-25',
      calendar_name: 'Team',
      provider_preference: 'google',
    },
  ],
  search_calendar_events: [
    { query: 'x' },
    { query: 'x', start_date: '2026-11-24', end_date: '2026-11-25', provider_preference: 'files' },
  ],
  find_my_open_slots: [
    {
      start_date: '2026-11-24',
      end_date: '2026-11-25',
      duration_minutes: 30,
      include_soft_blocks: true,
      soft_keywords: ['focus'],
      calendar_name: 'Team',
      working_hours_start: '08:00',
      working_hours_end: '18:00',
    },
  ],
  find_group_availability: [
    {
      participants: ['ada@example.org'],
      start_date: '2026-11-24',
      end_date: '2026-11-25',
      duration_minutes: 30,
      include_my_soft_blocks: true,
      max_suggestions: 3,
    },
  ],
  get_mail_messages: [{ mailbox: 'INBOX', limit: 5 }],
  get_mail_message: [{ message_id: 'm1' }],
  search_mail: [{ query: 'x', mailbox: 'INBOX', limit: 5 }],
  get_unread_count: [{ mailbox: 'INBOX' }],
  send_email: [
    {
      to: ['ada@example.org'],
      subject: 'x',
      body: 'x',
      cc: ['bob@example.org'],
      bcc: ['eve@example.org'],
      files: ['reports/plan.pdf'],
      confirm_send: true,
    },
  ],
  mark_mail_read: [{ message_id: 'm1', read: false }],
  mark_mail_flagged: [{ message_id: 'm1', flagged: true }],
  move_mail_message: [{ message_id: 'm1', target_mailbox: 'Clients' }],
  google_calendar: [
    {
      ...{ action: 'list_events', calendar_id: 'primary', max_results: 5, page: 'p2' },
      ...{ time_min: '2026-11-24T00:00:00Z', time_max: '2026-11-25T00:00:00Z' },
    },
    { action: 'get_event', event_id: 'e1' },
    { action: 'list_calendars' },
    {
      ...{ action: 'create_event', ...event, description: 'x', location: 'x' },
      ...{ timezone: 'Europe/Rome', attendees: ['ada@example.org'], send_updates: 'all' },
    },
    {
      ...{ action: 'create_event', summary: 'x', all_day: true },
      ...{ start: '2026-11-24', end: '2026-11-24' },
    },
    { action: 'update_event', event_id: 'e1', summary: 'x' },
    { action: 'delete_event', event_id: 'e1' },
    { action: 'rsvp', event_id: 'e1', response: 'accepted' },
  ],
  todoist: [
    { action: 'list_tasks', filter: 'today', cursor: 'c1', limit: 5 },
    { action: 'list_tasks', project_id: 'p1' },
    { action: 'get_task', task_id: 't1' },
    { action: 'list_comments', task_id: 't1' },
    { action: 'list_projects' },
    {
      ...{ action: 'create_task', content: 'x', description: 'x', due_string: 'today' },
      ...{ priority: 1, labels: ['home'] },
    },
    { action: 'update_task', task_id: 't1', content: 'x' },
    { action: 'complete_task', task_id: 't1' },
    { action: 'delete_task', task_id: 't1' },
    { action: 'add_comment', task_id: 't1', comment_content: 'x' },
  ],
  media: [
    { action: 'search_movie', query: 'x' },
    { action: 'get_movie', id: 1 },
    { action: 'list_movies', filter: 'x', page: 1 },
    { action: 'search_series', query: 'x' },
    { action: 'get_series', id: 1 },
    { action: 'list_series' },
    { action: 'profiles', service: 'radarr' },
    { action: 'root_folders', service: 'sonarr' },
    { action: 'add_movie', tmdb_id: 1, ...adding },
    { action: 'add_series', tvdb_id: 1, ...adding },
  ],
  obsidian: [
    { action: 'read', path: 'a/Plan.md', offset: 1 },
    { action: 'search', query: 'x', limit: 5 },
    { action: 'list', folder: 'a' },
    {
      ...{ action: 'write', path: 'a.md', content: 'x' },
      frontmatter: {
        ...{ type: 'x', tags: ['x'], link: 'x', status: 'x', order: 1, parent: 'x' },
      },
    },
    { action: 'append', path: 'a.md', content: 'x' },
    { action: 'rename', path: 'a.md', new_path: 'b.md' },
    { action: 'delete', path: 'a.md' },
  ],
}
