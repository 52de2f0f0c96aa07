// Names of Gatehouse’s own, for its tools that the shared names do not hold.
import { whole, type Capability } from './capability.ts'

const reads = (
  name: string,
  sentence: string,
  tools: Capability['tools'],
  scopes: Capability['scopes'] = [],
): Capability => ({ name, sentence, mode: 'read', sends: false, tools, scopes })

const writes = (
  name: string,
  sentence: string,
  tools: Capability['tools'],
  scopes: Capability['scopes'] = [],
): Capability => ({ name, sentence, mode: 'write', sends: false, tools, scopes })

/** It changes something outside of this machine. */
const sends = (...given: Parameters<typeof writes>): Capability => ({
  ...writes(...given),
  sends: true,
})

const some = (tool: string, ...actions: readonly string[]): Capability['tools'] => [
  { tool, actions },
]

export const ownNames: readonly Capability[] = [
  reads(
    'fs_read',
    'Read, list and search files.',
    whole('read_file', 'list_dir', 'search_files', 'find_files'),
    ['paths'],
  ),
  writes('fs_write', 'Write and edit files.', whole('write_file', 'edit_file'), ['paths']),
  sends('command_run', 'Run commands in the sandbox.', whole('exec'), ['commands', 'paths']),
  reads('terminal_read', 'Look at terminal sessions.', some('tmux', 'list', 'read')),
  sends(
    'terminal_write',
    'Open terminal sessions, and type into them.',
    some('tmux', 'create', 'send', 'kill'),
  ),
  reads('web_read', 'Search the web, and read pages.', whole('web_search', 'web_fetch'), ['hosts']),
  sends('http_request', 'Make any request over HTTP.', whole('http'), ['hosts']),
  reads('browser_read', 'Look at the page in the browser.', some('browser', 'snapshot', 'get')),
  sends('browser_use', 'Open pages in a browser, and use them.', whole('browser'), ['hosts']),
  reads('reddit_read', 'Read Reddit.', whole('reddit')),
  reads('weather_read', 'Look up the weather.', whole('weather')),
  sends('image_generate', 'Have a service draw pictures.', whole('image_gen')),
  reads(
    'notes_read',
    'Search the notes of earlier sessions.',
    some('memory_search', 'search', 'explain_last', 'list_sources'),
  ),
  writes(
    'notes_write',
    'Keep notes for later sessions, and delete them.',
    some('memory_search', 'add', 'delete'),
  ),
  reads('subagents_read', 'Look at the sub-agents it has.', some('subagent_control', 'list')),
  writes(
    'subagents',
    'Start and end sub-agents, which can do no more than it can.',
    whole('spawn', 'subagent_control'),
  ),
  reads('results_read', 'Read long results of its own run in pages.', whole('read_result')),
  reads('jobs_read', 'Look at the jobs of cron.', some('cron', 'list', 'get', 'dlq_list')),
  writes('jobs_write', 'Keep jobs for later, and run and delete them.', whole('cron')),
  sends('credentials_use', 'Use a stored credential by its name.', whole('secrets_get')),
  reads(
    'text_tools',
    'Change texts, compute, and format code, in memory.',
    whole('text_transform', 'math_eval', 'code_format'),
  ),
  reads(
    'github_read',
    'Read issues, pull requests, files and workflow runs of GitHub.',
    some(
      'github',
      ...['list_issues', 'get_issue', 'list_prs', 'get_pr', 'get_pr_files'],
      ...['get_file_content', 'get_workflow_runs', 'notifications'],
    ),
    ['repositories'],
  ),
  sends(
    'github_write',
    'Write issues, comments and reviews, merge pull requests, and start workflows of GitHub.',
    some(
      'github',
      ...['create_issue', 'close_issue', 'reopen_issue', 'comment_issue'],
      ...['create_pr_review', 'close_pr', 'merge_pr', 'trigger_workflow'],
    ),
    ['repositories'],
  ),
  reads(
    'google_mail_read',
    'Search and read mail at Google.',
    some('google_mail', 'search', 'read', 'attachment', 'list_labels'),
  ),
  sends(
    'google_mail_write',
    'Send, label and discard mail at Google.',
    some('google_mail', 'send', 'reply', 'label', 'trash'),
    ['recipients'],
  ),
  reads(
    'google_calendar_read',
    'Look at events and calendars at Google.',
    some('google_calendar', 'list_events', 'get_event', 'list_calendars'),
    ['calendars'],
  ),
  sends(
    'google_calendar_write',
    'Create, change, answer and delete events at Google.',
    some('google_calendar', 'create_event', 'update_event', 'delete_event', 'rsvp'),
    ['calendars'],
  ),
  reads(
    'todoist_read',
    'Look at tasks of Todoist.',
    some('todoist', 'list_tasks', 'get_task', 'list_comments', 'list_projects'),
  ),
  sends(
    'todoist_write',
    'Create, change, complete and delete tasks of Todoist.',
    some('todoist', 'create_task', 'update_task', 'complete_task', 'delete_task', 'add_comment'),
  ),
  reads(
    'media_read',
    'Search films and series, and look at the library.',
    some(
      'media',
      ...['search_movie', 'get_movie', 'list_movies', 'search_series', 'get_series'],
      ...['list_series', 'profiles', 'root_folders'],
    ),
  ),
  sends(
    'media_write',
    'Add films and series to the library.',
    some('media', 'add_movie', 'add_series'),
  ),
  reads(
    'obsidian_read',
    'Read and search notes of Obsidian.',
    some('obsidian', 'read', 'search', 'list'),
  ),
  writes(
    'obsidian_write',
    'Write, append, rename and delete notes of Obsidian.',
    some('obsidian', 'write', 'append', 'rename', 'delete'),
  ),
  // Which tools a server has is known only once it runs, so the scope says which servers.
  sends('server_tools', 'Use the tools of the MCP servers in its scope.', whole('*'), ['servers']),
]
